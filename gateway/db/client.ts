/** The one door to PostgreSQL: Prisma for reads and ordinary writes, its pool for the few set-based statements. */
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Logger } from '../../runtime/logger.ts';
import { PrismaClient } from './generated/prisma/client.ts';

export interface Database {
  db: PrismaClient;
  pool: pg.Pool;
  close(): Promise<void>;
}

export type { PrismaClient };

export function createDatabase(
  url: string,
  { log, connections = 20 }: { log?: Logger; connections?: number } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    // A statement that waits longer has met a database in trouble: better to say so than to hang.
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    // A server that hangs cannot even say that: we stop waiting a little later than it would have.
    query_timeout: 32_000,
  });
  // An idle connection may break at any time; without a listener that would end the process.
  pool.on('error', (error) => log?.warn({ err: error }, 'database connection lost'));
  const db = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    db,
    pool,
    async close() {
      await db.$disconnect();
      await pool.end().catch((error: unknown) => log?.warn({ err: error }, 'database pool did not close'));
    },
  };
}
