import { defineConfig } from 'prisma/config';

// Connections are given to the client at run time (gateway/db); the CLI only generates code from the schema.
export default defineConfig({ schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } });
