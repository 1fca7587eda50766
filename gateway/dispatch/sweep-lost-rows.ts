/**
 * Finds rows that are out but that nobody holds any more: a queue that was wiped, a message that never arrived. A row is alive
 * while a node names it in its beat, or while it may still lie on the queue; everything else goes out again.
 */
import type pg from 'pg';
import { MAX_ATTEMPTS } from '../../contract/limits.ts';
import { RENDER_STREAM, REPORT_CONSUMER, REPORT_STREAM, renderConsumer } from '../../contract/messaging.ts';
import type { RenderReport } from '../../contract/render-report.ts';
import { type MediaKind, mediaKindSchema } from '../../contract/render-work.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { MessageBus } from '../../runtime/message-bus.ts';
import type { NodeRegistry } from '../nodes/node-registry.ts';
import type { ReportSink } from '../render-reports/record-reports.ts';
import { type ClaimedRow, LEASE_SECONDS } from './claim-rows.ts';
import { ensureQueues } from './ensure-queues.ts';

export interface Sweeper {
  /** Tells which rows have just gone out, in order. */
  noteClaims(rows: Pick<ClaimedRow, 'id' | 'kind'>[]): void;
  sweep(): Promise<void>;
}

/** A row must look lost for so long: its report may be on the way. */
const SUSPICION_MS = 10_000;

interface RowOut {
  id: string;
  batchId: string;
  kind: MediaKind;
  state: 'pending' | 'processing';
  attempt: number;
  hasLease: boolean;
}

export function createSweeper({
  pool,
  bus,
  log,
  nodes,
  report,
}: {
  pool: pg.Pool;
  bus: MessageBus;
  log: Logger;
  nodes: NodeRegistry;
  report: ReportSink;
}): Sweeper {
  const claims = createClaimOrder();
  const suspectedSince = new Map<string, number>();

  async function sweep() {
    const out = await readOut(pool);
    claims.keepOnly(out);
    const depths = await readDepths();
    if (depths === null) return;
    const inWork = nodes.rowsInWork();
    const alive: string[] = [];
    const suspects: RowOut[] = [];
    for (const row of out) {
      const queueIsEmpty = depths[row.kind] === 0;
      if (inWork.has(row.id) || !(queueIsEmpty || claims.isOvertaken(row))) alive.push(row.id);
      else if (queueIsEmpty || !row.hasLease) suspects.push(row);
    }
    if (alive.length > 0) await renewLeases(pool, alive);
    const lost = longSuspected(suspects);
    // Reports that nobody has read yet may be theirs.
    if (lost.length > 0 && depths.reports === 0) await sendAgain(lost);
  }

  /** Null when NATS cannot tell, and then nothing can be concluded. */
  async function readDepths(): Promise<Record<MediaKind | 'reports', number> | null> {
    if (!bus.connected) return null;
    try {
      const [reports, ...kinds] = await Promise.all([
        bus.queueDepth(REPORT_STREAM, REPORT_CONSUMER),
        ...mediaKindSchema.options.map((kind) => bus.queueDepth(RENDER_STREAM, renderConsumer(kind))),
      ]);
      const [image, video] = kinds.map(({ waiting, unacknowledged }) => waiting + unacknowledged);
      return { reports: reports.waiting, image: image ?? 0, video: video ?? 0 };
    } catch (error) {
      log.warn({ err: error }, 'the queues do not answer, making sure that they exist');
      await ensureQueues({ bus });
      return null;
    }
  }

  function longSuspected(suspects: RowOut[]): RowOut[] {
    const now = performance.now();
    const names = new Set(suspects.map(attemptName));
    for (const name of suspectedSince.keys()) if (!names.has(name)) suspectedSince.delete(name);
    for (const name of names) if (!suspectedSince.has(name)) suspectedSince.set(name, now);
    return suspects.filter((row) => now - (suspectedSince.get(attemptName(row)) ?? now) >= SUSPICION_MS);
  }

  async function sendAgain(rows: RowOut[]) {
    log.warn({ rows: rows.length }, 'rows were lost on the way and go out again');
    // Only a row that has been begun may have brought its node down; one that never arrived is not to blame.
    const isSpent = ({ state, attempt }: RowOut) => state === 'processing' && attempt >= MAX_ATTEMPTS;
    const spent = rows.filter(isSpent);
    if (spent.length > 0) await report(spent.map(lostReport));
    await releaseRows(
      pool,
      rows.filter((row) => !isSpent(row)),
    );
  }

  return { noteClaims: claims.note, sweep };
}

const attemptName = ({ id, attempt }: RowOut) => `${id}:${attempt}`;

/**
 * The queue is first in, first out and never holds more than a window. A row that is out while many windows' worth of later rows
 * have gone by is not on it any more.
 */
function createClaimOrder() {
  const WINDOWS = 4;
  const numbers = new Map<string, number>();
  const totals: Record<MediaKind, number> = { image: 0, video: 0 };
  let largestOut = 32;

  return {
    note(rows: Pick<ClaimedRow, 'id' | 'kind'>[]) {
      for (const { id, kind } of rows) {
        totals[kind] += 1;
        numbers.set(id, totals[kind]);
      }
    },
    keepOnly(out: RowOut[]) {
      largestOut = Math.max(largestOut, out.length);
      const ids = new Set(out.map(({ id }) => id));
      for (const id of numbers.keys()) if (!ids.has(id)) numbers.delete(id);
      // Claimed before this gateway began to dispatch.
      for (const { id, kind } of out) if (!numbers.has(id)) numbers.set(id, totals[kind]);
    },
    isOvertaken: ({ id, kind }: RowOut) =>
      totals[kind] - (numbers.get(id) ?? totals[kind]) > WINDOWS * largestOut,
  };
}

async function readOut(pool: pg.Pool): Promise<RowOut[]> {
  const { rows } = await pool.query<RowOut>(
    `SELECT r.id, r.batch_id AS "batchId", b.kind, r.state, r.attempt, r.lease_until > now() AS "hasLease"
     FROM batch_rows r JOIN batches b ON b.id = r.batch_id
     WHERE r.lease_until IS NOT NULL AND r.state IN ('pending', 'processing')`,
  );
  return rows;
}

/** A row that somebody is writing at this moment needs no renewal. */
async function renewLeases(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query(
    `WITH old AS (
       SELECT id FROM batch_rows
       WHERE id = ANY($1::uuid[]) AND lease_until < now() + make_interval(secs => $2 * 0.75)
         AND state IN ('pending', 'processing')
       FOR UPDATE SKIP LOCKED
     )
     UPDATE batch_rows r SET lease_until = now() + make_interval(secs => $2) FROM old WHERE r.id = old.id`,
    [ids, LEASE_SECONDS],
  );
}

async function releaseRows(pool: pg.Pool, rows: RowOut[]): Promise<void> {
  await pool.query(
    `WITH lost AS (
       SELECT r.id FROM batch_rows r JOIN unnest($1::uuid[], $2::int[]) AS t (id, attempt) USING (id, attempt)
       WHERE r.state IN ('pending', 'processing') ORDER BY r.id FOR UPDATE OF r
     )
     UPDATE batch_rows r SET state = 'pending', lease_until = NULL, updated_at = now()
     FROM lost WHERE r.id = lost.id AND r.state IN ('pending', 'processing')`,
    [rows.map(({ id }) => id), rows.map(({ attempt }) => attempt)],
  );
}

function lostReport({ id, batchId, attempt }: RowOut): RenderReport {
  return {
    event: 'row_failed',
    rowId: id,
    batchId,
    attempt,
    nodeId: 'gateway',
    code: 'node_lost',
    retryable: false,
    message: `The render node stopped while rendering this row, ${attempt} times.`,
  };
}
