import type pg from 'pg';
import { outputFolder } from '../../contract/object-keys.ts';
import type { ObjectStore } from '../../runtime/object-store.ts';

const FILES_AT_ONCE = 20;

/**
 * Deletes rows and files of the batch whose results expired first, at most `most` rows; once none is left the batch is marked. The
 * batch itself stays, with its counts: the ledger names it, and customers may ask for its status for ever. Returns false when
 * nothing has expired. Files go before their rows, so that a stop in between leaves nothing that nobody knows of.
 */
export async function expireResults(
  { pool, store }: { pool: pg.Pool; store: ObjectStore },
  { resultDays, most }: { resultDays: number; most: number },
): Promise<boolean> {
  const { rows: batches } = await pool.query<{ id: string }>(
    `SELECT id FROM batches
     WHERE state IN ('done', 'failed') AND expired_at IS NULL
       AND coalesce(done_at, updated_at) < now() - make_interval(days => $1)
     ORDER BY coalesce(done_at, updated_at) LIMIT 1`,
    [resultDays],
  );
  const [batch] = batches;
  if (!batch) return false;
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM batch_rows WHERE batch_id = $1 ORDER BY index LIMIT $2',
    [batch.id, most],
  );
  for (let from = 0; from < rows.length; from += FILES_AT_ONCE)
    await Promise.all(
      rows.slice(from, from + FILES_AT_ONCE).map(({ id }) => store.deleteFolder(outputFolder(id))),
    );
  await pool.query('DELETE FROM batch_rows WHERE id = ANY($1::uuid[])', [rows.map(({ id }) => id)]);
  if (rows.length < most) await pool.query('UPDATE batches SET expired_at = now() WHERE id = $1', [batch.id]);
  return true;
}
