import type pg from 'pg';
import { inTransaction } from '../db/in-transaction.ts';
import { newId } from '../new-id.ts';

/**
 * Ends a batch that cannot be dispatched: its rows fail, its reservation is reversed (at most once, by the ledger's unique
 * entry). Harmless when repeated or when the batch has ended meanwhile.
 */
export function failBatch(
  { pool }: { pool: pg.Pool },
  { batchId, reason }: { batchId: string; reason: string },
): Promise<void> {
  return inTransaction(pool, async (client) => {
    const failed = await client.query(
      `UPDATE batch_rows
       SET state = 'failed', failure_code = 'template_invalid', error_message = $2, lease_until = NULL,
         finished_at = now(), updated_at = now()
       WHERE batch_id = $1 AND state IN ('pending', 'processing')`,
      [batchId, reason],
    );
    const ended = await client.query(
      `UPDATE batches SET state = 'failed', failure_reason = $2, failed = failed + $3, updated_at = now()
       WHERE id = $1 AND state NOT IN ('done', 'failed')`,
      [batchId, reason, failed.rowCount],
    );
    if (ended.rowCount === 0) return;
    await client.query(
      `WITH reverse AS (
         INSERT INTO ledger_entries (id, workspace_id, kind, amount, batch_id, api_key_id, member_id, note)
         SELECT $2, workspace_id, 'reverse', credits, id, api_key_id, member_id, $3 FROM batches WHERE id = $1
         ON CONFLICT (batch_id, kind) DO NOTHING
         RETURNING workspace_id, amount
       )
       UPDATE workspaces w SET balance = w.balance + reverse.amount FROM reverse WHERE w.id = reverse.workspace_id`,
      [batchId, newId(), reason],
    );
  });
}
