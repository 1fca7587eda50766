import type pg from 'pg';
import { isDatabaseUnreachable } from './is-database-unreachable.ts';

/** COMMIT was sent and no answer came: the work may be stored or not. */
export class CommitUnclear extends Error {
  constructor(options: ErrorOptions) {
    super('The connection broke during COMMIT', options);
    this.name = 'CommitUnclear';
  }
}

/**
 * Runs the work in one READ COMMITTED transaction on one connection; anything thrown rolls it back.
 * @throws {CommitUnclear}
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // Between two statements a broken connection has nobody else to tell; the next statement fails and says so.
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT').catch((cause: unknown) => {
      throw new CommitUnclear({ cause });
    });
    return result;
  } catch (error) {
    // Closing a connection that is out of order rolls back as well, and need not wait for an answer.
    if (isDatabaseUnreachable(error)) broken ??= error as Error;
    else
      await client.query('ROLLBACK').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
