import { batchChangedSubject } from '../../contract/messaging.ts';
import { outputKey } from '../../contract/object-keys.ts';
import { createLogger } from '../../runtime/logger.ts';
import { connectMessageBus } from '../../runtime/message-bus.ts';
import { createDiskStore } from '../../runtime/object-store.ts';
import type { TestGateway } from '../support/gateway.ts';

/**
 * Records all rows of a batch as rendered, as the farm's reports would, each with `bytes` as its output, and tells the gateway that
 * they changed. Returns the rows' ids in order.
 */
export async function recordRows(
  { pool, dataDir, nats }: Pick<TestGateway, 'pool' | 'dataDir' | 'nats'>,
  batchId: string,
  bytes: Uint8Array,
): Promise<string[]> {
  const store = createDiskStore(`${dataDir}/objects`);
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM batch_rows WHERE batch_id = $1 ORDER BY index',
    [batchId],
  );
  for (const { id } of rows) {
    const key = outputKey(id, 1, 'jpg');
    await store.put(key, bytes);
    await pool.query(
      `UPDATE batch_rows SET state = 'success', attempt = 1, lease_until = NULL, output_key = $2, finished_at = now(),
              updated_at = now() WHERE id = $1`,
      [id, key],
    );
  }
  await pool.query(
    `UPDATE batches SET state = 'done', succeeded = row_count, dispatched = row_count, done_at = now(), updated_at = now()
     WHERE id = $1`,
    [batchId],
  );
  const bus = await connectMessageBus({ url: nats.url, name: 'test', log: createLogger('test') });
  bus.publish(batchChangedSubject(batchId), { rowIds: rows.slice(0, 100).map(({ id }) => id) });
  await bus.close();
  return rows.map(({ id }) => id);
}
