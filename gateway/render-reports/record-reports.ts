/**
 * Writes what nodes reported. A row's end is guarded by the state it leaves, so a report that comes twice, late or out of order
 * changes nothing, and only rows that really ended move their batch's counters. The transaction that ends a batch's last row makes
 * it done and writes the event, so there is never one without the other.
 */
import type pg from 'pg';
import { MAX_ATTEMPTS } from '../../contract/limits.ts';
import type { RenderReport } from '../../contract/render-report.ts';
import type { BatchChanged } from '../changes/changes.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { addCompletedEvents, type CompletedBatch } from '../webhooks/add-completed-events.ts';
import { retryPause } from './retry-pause.ts';

export type ReportSink = (reports: RenderReport[]) => Promise<void>;

type RowReport = Exclude<RenderReport, { event: 'template_preview_rendered' }>;
type PreviewReport = Extract<RenderReport, { event: 'template_preview_rendered' }>;

/** Returns the batches that this made done. */
export async function recordReports(
  { pool, changed }: { pool: pg.Pool; changed: BatchChanged },
  { reports }: { reports: RenderReport[] },
): Promise<{ doneBatchIds: string[] }> {
  const ofRows = reports.filter(
    (report): report is RowReport => report.event !== 'template_preview_rendered',
  );
  const ofPreviews = reports.filter(
    (report): report is PreviewReport => !ofRows.includes(report as RowReport),
  );
  for (const preview of ofPreviews) await savePreview(pool, preview);
  if (ofRows.length === 0) return { doneBatchIds: [] };

  const { rows, done } = await inTransaction(pool, async (client) => {
    const ended = await endRows(client, firstOfEachRow(ofRows));
    const doneBatches = await countEnds(client, ended);
    await addCompletedEvents(client, doneBatches);
    return { rows: ended, done: doneBatches };
  });
  const doneBatchIds = done.map(({ id }) => id);
  for (const [batchId, rowIds] of groupByBatch(rows))
    changed(batchId, rowIds, doneBatchIds.includes(batchId));
  return { doneBatchIds };
}

interface EndedRow {
  id: string;
  batchId: string;
  /** `pending`: to be tried again. */
  state: 'success' | 'failed' | 'pending';
}

/** Two reports of one row in one batch would both find it unfinished: the first counts, unless it only asks for another try. */
function firstOfEachRow(reports: RowReport[]): RowReport[] {
  const first = new Map<string, RowReport>();
  for (const report of reports) {
    const earlier = first.get(report.rowId);
    if (!earlier || asksAgain(earlier)) first.set(report.rowId, report);
  }
  return [...first.values()];
}

function asksAgain(report: RowReport): boolean {
  return report.event === 'row_failed' && report.retryable && report.attempt < MAX_ATTEMPTS;
}

/** A retryable failure speaks for its own attempt alone; a success or a final failure is true of the row whichever attempt it was. */
async function endRows(client: pg.PoolClient, reports: RowReport[]): Promise<EndedRow[]> {
  const { rows } = await client.query<EndedRow>({
    name: 'record-reports',
    text: `
      WITH report AS (
        SELECT * FROM json_to_recordset($1) AS t (
          id uuid, attempt int, state text, node_id text, output_key text, thumbnail_key text, output_bytes int,
          render_ms int, encoder text, notes text[], failure_code text, error_message text, pause float8
        )
      ),
      unfinished AS (
        SELECT r.id FROM batch_rows r JOIN report ON report.id = r.id
        WHERE r.state IN ('pending', 'processing') AND (report.state <> 'pending' OR report.attempt = r.attempt)
        ORDER BY r.id FOR UPDATE OF r
      )
      UPDATE batch_rows r SET
        state = report.state::"RowState", node_id = report.node_id, lease_until = NULL,
        output_key = report.output_key, thumbnail_key = report.thumbnail_key, output_bytes = report.output_bytes,
        render_ms = report.render_ms, encoder = report.encoder, notes = coalesce(report.notes, '{}'),
        failure_code = report.failure_code, error_message = report.error_message,
        not_before = now() + make_interval(secs => report.pause),
        finished_at = CASE WHEN report.state <> 'pending' THEN now() END,
        started_at = coalesce(r.started_at, now()), updated_at = now()
      FROM report JOIN unfinished USING (id)
      WHERE r.id = report.id AND r.state IN ('pending', 'processing')
      RETURNING r.id, r.batch_id AS "batchId", r.state`,
    values: [JSON.stringify(reports.map(rowChange))],
  });
  return rows;
}

function rowChange(report: RowReport) {
  const common = { id: report.rowId, attempt: report.attempt, node_id: report.nodeId };
  switch (report.event) {
    case 'row_rendered':
      return {
        ...common,
        state: 'success',
        output_key: report.outputKey,
        thumbnail_key: report.thumbnailKey,
        output_bytes: report.bytes,
        render_ms: report.renderMs,
        encoder: report.encoder,
        notes: report.notes,
      };
    case 'row_failed':
      if (asksAgain(report)) return { ...common, state: 'pending', pause: retryPause(report.attempt) };
      return { ...common, state: 'failed', failure_code: report.code, error_message: report.message };
    default:
      return report satisfies never;
  }
}

/** Batches are locked in the order of their ids: two gateways that record at once wait, and never for each other. */
async function countEnds(client: pg.PoolClient, rows: EndedRow[]): Promise<CompletedBatch[]> {
  const counts = [...groupByBatch(rows.filter(({ state }) => state !== 'pending')).keys()].map((batchId) => ({
    batchId,
    succeeded: rows.filter((row) => row.batchId === batchId && row.state === 'success').length,
    failed: rows.filter((row) => row.batchId === batchId && row.state === 'failed').length,
  }));
  if (counts.length === 0) return [];
  const { rows: batches } = await client.query<CompletedBatch & { isDone: boolean }>({
    name: 'record-ends',
    text: `
      WITH ended AS (
        SELECT * FROM unnest($1::uuid[], $2::int[], $3::int[]) AS t (batch_id, succeeded, failed)
      ),
      locked AS (
        SELECT b.id FROM batches b JOIN ended ON ended.batch_id = b.id ORDER BY b.id FOR UPDATE OF b
      )
      UPDATE batches b SET
        succeeded = b.succeeded + ended.succeeded, failed = b.failed + ended.failed, updated_at = now(),
        state = CASE WHEN b.succeeded + b.failed + ended.succeeded + ended.failed = b.row_count THEN 'done'
          ELSE b.state END,
        done_at = CASE WHEN b.succeeded + b.failed + ended.succeeded + ended.failed = b.row_count THEN now() END
      FROM ended JOIN locked ON locked.id = ended.batch_id
      WHERE b.id = ended.batch_id
      RETURNING b.id, b.workspace_id AS "workspaceId", b.name, b.row_count AS "rowCount", b.succeeded, b.failed,
        b.done_at AS "doneAt", b.state = 'done' AS "isDone"`,
    values: [
      counts.map(({ batchId }) => batchId),
      counts.map(({ succeeded }) => succeeded),
      counts.map(({ failed }) => failed),
    ],
  });
  return batches.filter(({ isDone }) => isDone);
}

function groupByBatch(rows: EndedRow[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, batchId } of rows) {
    const group = groups.get(batchId);
    if (group) group.push(id);
    else groups.set(batchId, [id]);
  }
  return groups;
}

/** A picture of a version that has been replaced meanwhile is not the template's. */
async function savePreview(pool: pg.Pool, { templateId, templateVersionId, thumbnailKey }: PreviewReport) {
  await pool.query('UPDATE templates SET thumbnail_key = $3 WHERE id = $1 AND current_version_id = $2', [
    templateId,
    templateVersionId,
    thumbnailKey,
  ]);
}
