import type pg from 'pg';
import { IDEMPOTENCY_HOURS } from '../batches/idempotency.ts';

/** Deletes what is past its time, at most `most` of each kind. Returns false when there was less than that of every kind. */
export async function deleteOldRecords(
  { pool }: { pool: pg.Pool },
  { deliveryDays, most }: { deliveryDays: number; most: number },
): Promise<boolean> {
  const deleted = [
    // A delivery that is still tried is kept, however old; its attempts go with it.
    await pool.query(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries
         WHERE state IN ('delivered', 'dead') AND created_at < now() - make_interval(days => $1) LIMIT $2
       )`,
      [deliveryDays, most],
    ),
    await pool.query(
      `DELETE FROM idempotency_keys WHERE (workspace_id, key) IN (
         SELECT workspace_id, key FROM idempotency_keys
         WHERE created_at < now() - make_interval(hours => $1) LIMIT $2
       )`,
      [IDEMPOTENCY_HOURS, most],
    ),
    await pool.query(
      'DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE expires_at < now() LIMIT $1)',
      [most],
    ),
    await pool.query(
      'DELETE FROM sign_in_links WHERE id IN (SELECT id FROM sign_in_links WHERE expires_at < now() LIMIT $1)',
      [most],
    ),
  ];
  return deleted.some(({ rowCount }) => rowCount === most);
}
