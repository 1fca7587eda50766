import type pg from 'pg';
import type { MediaKind } from '../../contract/render-work.ts';
import { inTransaction } from '../db/in-transaction.ts';

/**
 * How long a row that is out stays ours without a sign of life. Nodes' beats and the sweeper renew it; it is longer than any of
 * their pauses, so only a row that nobody knows of loses it.
 */
export const LEASE_SECONDS = 120;

export interface ClaimedRow {
  id: string;
  batchId: string;
  workspaceId: string;
  templateVersionId: string;
  kind: MediaKind;
  index: number;
  attempt: number;
  values: Record<string, string>;
}

/**
 * Takes the next rows of each batch, as many as it has places, and moves the batches on: `processing` with their first row,
 * `dispatched` with their last. Returns the rows in the order of the places, and the batches whose state changed.
 */
export function claimRows(
  { pool }: { pool: pg.Pool },
  { places }: { places: string[] },
): Promise<{ rows: ClaimedRow[]; movedBatchIds: string[] }> {
  const counts = new Map<string, number>();
  for (const batchId of places) counts.set(batchId, (counts.get(batchId) ?? 0) + 1);

  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<ClaimedRow>({
      name: 'dispatch-claim',
      text: `
        WITH wanted AS (SELECT * FROM unnest($1::uuid[], $2::int[]) AS t (batch_id, places)),
        picked AS (
          SELECT next.id FROM wanted CROSS JOIN LATERAL (
            SELECT r.id FROM batch_rows r
            WHERE r.batch_id = wanted.batch_id AND r.state = 'pending' AND r.lease_until IS NULL
              AND (r.not_before IS NULL OR r.not_before <= now())
            ORDER BY r.index LIMIT wanted.places
            FOR UPDATE SKIP LOCKED
          ) AS next
        )
        UPDATE batch_rows r
        SET attempt = r.attempt + 1, lease_until = now() + make_interval(secs => $3), not_before = NULL, updated_at = now()
        FROM picked, batches b
        WHERE r.id = picked.id AND b.id = r.batch_id
        RETURNING r.id, r.batch_id AS "batchId", b.workspace_id AS "workspaceId", b.kind,
          b.template_version_id AS "templateVersionId", r.index, r.attempt, r.values`,
      values: [[...counts.keys()], [...counts.values()], LEASE_SECONDS],
    });
    return { rows: inOrder(rows, places), movedBatchIds: await moveBatches(client, rows) };
  });
}

/** Makes rows that never reached the queue claimable again. Their attempt stays counted: its message may exist after all. */
export async function unclaimRows(
  { pool }: { pool: pg.Pool },
  { rows }: { rows: { id: string; attempt: number }[] },
): Promise<void> {
  await pool.query(
    `WITH unsent AS (
       SELECT r.id FROM batch_rows r JOIN unnest($1::uuid[], $2::int[]) AS t (id, attempt) USING (id, attempt)
       WHERE r.state = 'pending' ORDER BY r.id FOR UPDATE OF r
     )
     UPDATE batch_rows r SET lease_until = NULL FROM unsent WHERE r.id = unsent.id AND r.state = 'pending'`,
    [rows.map(({ id }) => id), rows.map(({ attempt }) => attempt)],
  );
}

/** A row's first attempt counts it as dispatched; the order of ids keeps two transactions from waiting for each other. */
async function moveBatches(client: pg.PoolClient, rows: ClaimedRow[]): Promise<string[]> {
  const firsts = new Map<string, number>();
  for (const { batchId, attempt } of rows)
    if (attempt === 1) firsts.set(batchId, (firsts.get(batchId) ?? 0) + 1);
  if (firsts.size === 0) return [];
  const { rows: batches } = await client.query<{ id: string; hasMoved: boolean }>({
    name: 'dispatch-move-batches',
    text: `
      WITH first AS (SELECT * FROM unnest($1::uuid[], $2::int[]) AS t (batch_id, rows)),
      locked AS (
        SELECT b.id, b.state FROM batches b JOIN first ON first.batch_id = b.id ORDER BY b.id FOR UPDATE OF b
      )
      UPDATE batches b
      SET dispatched = b.dispatched + first.rows, updated_at = now(),
        state = CASE
          WHEN b.state NOT IN ('pending', 'processing') THEN b.state
          WHEN b.dispatched + first.rows >= b.row_count THEN 'dispatched'
          ELSE 'processing'
        END::"BatchState"
      FROM first, locked WHERE b.id = first.batch_id AND locked.id = b.id
      RETURNING b.id, b.state <> locked.state AS "hasMoved"`,
    values: [[...firsts.keys()], [...firsts.values()]],
  });
  return batches.filter(({ hasMoved }) => hasMoved).map(({ id }) => id);
}

/** The queue hands out in the order it was filled, so the fair order of the places must survive the database's own. */
function inOrder(rows: ClaimedRow[], places: string[]): ClaimedRow[] {
  const ofBatch = new Map<string, ClaimedRow[]>();
  for (const row of rows.toSorted((a, b) => b.index - a.index))
    ofBatch.set(row.batchId, [...(ofBatch.get(row.batchId) ?? []), row]);
  return places.map((batchId) => ofBatch.get(batchId)?.pop()).filter((row) => row !== undefined);
}
