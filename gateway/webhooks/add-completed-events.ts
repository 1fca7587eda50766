import type pg from 'pg';
import { newId } from '../new-id.ts';

export interface CompletedBatch {
  id: string;
  workspaceId: string;
  name: string | null;
  rowCount: number;
  succeeded: number;
  failed: number;
  doneAt: Date;
}

/** What customers know the event by (API §6). */
export const BATCH_COMPLETED = 'bulk_job.completed';

/**
 * Writes the event of each batch and its delivery to every endpoint that the workspace has at this moment, inside the
 * transaction that makes the batches done: the export is available with the same COMMIT.
 */
export async function addCompletedEvents(client: pg.PoolClient, batches: CompletedBatch[]): Promise<void> {
  for (const batch of batches) {
    const eventId = newId();
    const { rowCount } = await client.query(
      `INSERT INTO webhook_events (id, batch_id, type, body) VALUES ($1, $2, $3, $4)
       ON CONFLICT (batch_id, type) DO NOTHING`,
      [eventId, batch.id, BATCH_COMPLETED, JSON.stringify(eventBody(batch))],
    );
    if (rowCount === 0) continue;
    await client.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_attempt_at)
       SELECT gen_random_uuid(), e.id, $2, now() FROM webhook_endpoints e
       WHERE e.workspace_id = $1 AND e.is_active AND e.deleted_at IS NULL`,
      [batch.workspaceId, eventId],
    );
  }
}

/** The customer's words: here and in the facade a batch is a bulk job. */
function eventBody({ id, name, rowCount, succeeded, failed, doneAt }: CompletedBatch) {
  return {
    type: BATCH_COMPLETED,
    timestamp: doneAt.toISOString(),
    bulk_job_id: id,
    data: {
      bulk_job_id: id,
      status: 'done',
      batch_name: name,
      summary: {
        total: rowCount,
        success: succeeded,
        failed,
        pending: rowCount - succeeded - failed,
      },
    },
  };
}
