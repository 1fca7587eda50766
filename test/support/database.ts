import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { databaseUrl, runOnServer, TEMPLATE_DATABASE } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the run's one PostgreSQL server. */
    postgresUrl: string;
  }
}

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** An own, migrated, empty database; about 0.3 s. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE}`);
  return {
    url: databaseUrl(server, name),
    drop: () => runOnServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
