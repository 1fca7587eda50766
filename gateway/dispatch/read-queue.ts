import type pg from 'pg';
import type { MediaKind } from '../../contract/render-work.ts';
import type { BatchOut, WaitingBatch } from './share-window.ts';

export type QueuedBatch = WaitingBatch & { kind: MediaKind; templateVersionId: string; isNew: boolean };

/** Rows handed to the farm and not yet reported, by batch. */
export async function readRowsOut(pool: pg.Pool): Promise<(BatchOut & { kind: MediaKind })[]> {
  const { rows } = await pool.query<BatchOut & { kind: MediaKind }>({
    name: 'dispatch-rows-out',
    text: `
      SELECT b.id AS "batchId", b.workspace_id AS "workspaceId", b.kind, count(*)::int AS rows
      FROM batch_rows r JOIN batches b ON b.id = r.batch_id
      WHERE r.lease_until IS NOT NULL AND r.state IN ('pending', 'processing')
      GROUP BY b.id`,
  });
  return rows;
}

/** Batches with rows that could go out now; each counts its rows up to `most`. */
export async function readWaitingBatches(pool: pg.Pool, most: number): Promise<QueuedBatch[]> {
  const { rows } = await pool.query<QueuedBatch>({
    name: 'dispatch-waiting-batches',
    text: `
      SELECT b.id, b.workspace_id AS "workspaceId", b.kind, b.template_version_id AS "templateVersionId",
        b.state = 'pending' AS "isNew", b.created_at AS "createdAt", few.waiting
      FROM batches b CROSS JOIN LATERAL (
        SELECT count(*)::int AS waiting FROM (
          SELECT FROM batch_rows r
          WHERE r.batch_id = b.id AND r.state = 'pending' AND r.lease_until IS NULL
            AND (r.not_before IS NULL OR r.not_before <= now())
          LIMIT $1
        ) AS firsts
      ) AS few
      WHERE b.state IN ('pending', 'processing', 'dispatched') AND few.waiting > 0`,
    values: [most],
  });
  return rows;
}
