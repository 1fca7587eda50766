/**
 * Keeps the farm busy: of all rows that wait in the database, a small, fair window lies on the queue. One gateway dispatches at a
 * time. Everything it needs to know is in the database, so another one takes over without a word.
 */
import type pg from 'pg';
import { type MediaKind, mediaKindSchema } from '../../contract/render-work.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { MessageBus } from '../../runtime/message-bus.ts';
import type { ObjectStore } from '../../runtime/object-store.ts';
import { createWakeSignal } from '../../runtime/wake-signal.ts';
import type { BatchChanged } from '../changes/changes.ts';
import type { NodeRegistry } from '../nodes/node-registry.ts';
import type { ReportSink } from '../render-reports/record-reports.ts';
import { type ClaimedRow, claimRows, unclaimRows } from './claim-rows.ts';
import { createComposedSources } from './composed-sources.ts';
import { ensureQueues } from './ensure-queues.ts';
import { takeLeadership } from './leadership.ts';
import { publishRows } from './publish-rows.ts';
import { readRowsOut, readWaitingBatches } from './read-queue.ts';
import { createRowRate } from './row-rate.ts';
import { shareWindow } from './share-window.ts';
import { createSweeper } from './sweep-lost-rows.ts';
import { createVersionCheck } from './version-check.ts';
import { windowSize } from './window-size.ts';

export interface DispatcherDeps {
  pool: pg.Pool;
  bus: MessageBus;
  store: ObjectStore;
  log: Logger;
  nodes: NodeRegistry;
  changed: BatchChanged;
  report: ReportSink;
  /** Done by the gateway that dispatches, every few seconds. */
  chores: (() => Promise<void>)[];
}

export interface Dispatcher {
  /** Rows were submitted or reported: look now, not at the next tick. */
  wake(): void;
  /** This gateway is the one that dispatches. */
  readonly active: boolean;
  stop(): Promise<void>;
}

const IDLE_MS = 1_000;
const STANDBY_MS = 2_000;
const CHORES_EVERY_MS = 5_000;

export function startDispatcher(deps: DispatcherDeps): Dispatcher {
  const { pool, bus, log } = deps;
  const stopped = new AbortController();
  const signal = createWakeSignal();
  let active = false;
  const running = stayReady();

  async function stayReady() {
    while (!stopped.signal.aborted) {
      try {
        await dispatchWhileLeader();
      } catch (error) {
        log.warn({ err: error }, 'dispatching is not possible, trying again');
      }
      await signal.wait(STANDBY_MS, stopped.signal);
    }
  }

  async function dispatchWhileLeader() {
    const leadership = await takeLeadership({ pool, log });
    if (!leadership) return;
    log.info('this gateway dispatches');
    active = true;
    const fillWindow = createWindowFiller(deps);
    const sweeper = createSweeper(deps);
    let choresDueAt = 0;
    try {
      while (leadership.held && !stopped.signal.aborted) {
        if (performance.now() >= choresDueAt) {
          choresDueAt = performance.now() + CHORES_EVERY_MS;
          await leadership.confirm();
          await sweeper.sweep();
          for (const chore of deps.chores) await chore();
        }
        const filled = bus.connected ? await fillWindow() : NOTHING_SENT;
        sweeper.noteClaims(filled.sent);
        if (filled.unsent > 0) await ensureQueues({ bus });
        if (filled.sent.length === 0) await signal.wait(IDLE_MS, stopped.signal);
      }
    } finally {
      active = false;
      leadership.release();
    }
  }

  return {
    wake: () => signal.wake(),
    get active() {
      return active;
    },
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

interface Filled {
  sent: ClaimedRow[];
  unsent: number;
}

const NOTHING_SENT: Filled = { sent: [], unsent: 0 };

/** One round: see how much room the window has, choose, claim, publish. */
function createWindowFiller(deps: DispatcherDeps): () => Promise<Filled> {
  const { pool, bus, nodes, report, changed, log } = deps;
  const rates = { image: createRowRate(), video: createRowRate() };
  const lastTurns = new Map<string, number>();
  const withReadableVersion = createVersionCheck(deps);
  const composedSources = createComposedSources({ pool });

  return async () => {
    const out = await readRowsOut(pool);
    const free = freePlaces(out);
    if (free.image + free.video === 0) return NOTHING_SENT;
    const waiting = await withReadableVersion(
      await readWaitingBatches(pool, Math.max(free.image, free.video)),
    );
    const places = mediaKindSchema.options.flatMap((kind) =>
      shareWindow({
        free: free[kind],
        waiting: waiting.filter((batch) => batch.kind === kind),
        out,
        lastTurns,
      }),
    );
    if (places.length === 0) return NOTHING_SENT;

    const { rows, movedBatchIds } = await claimRows({ pool }, { places });
    noteTurns(rows);
    const { sent, unsent, tooLarge } = await publishRows({ bus, pool, log, composedSources }, { rows }).catch(
      async (error) => {
        await unclaimRows({ pool }, { rows });
        throw error;
      },
    );
    if (unsent.length > 0) await unclaimRows({ pool }, { rows: unsent });
    if (tooLarge.length > 0) await report(tooLarge.map(tooLargeReport));
    for (const batchId of movedBatchIds) changed(batchId, []);
    for (const { kind } of sent) rates[kind].add(1);
    return { sent, unsent: unsent.length };
  };

  /** Not every single place at once: 20 ms worth of rows go together, which spares the database at high rates. */
  function freePlaces(out: { kind: MediaKind; rows: number }[]): Record<MediaKind, number> {
    const freeOf = (kind: MediaKind) => {
      const rowsPerSecond = rates[kind].perSecond();
      const size = windowSize({ slots: nodes.liveSlots(kind), rowsPerSecond });
      const taken = out.filter((batch) => batch.kind === kind).reduce((sum, { rows }) => sum + rows, 0);
      return size - taken >= Math.max(1, rowsPerSecond * 0.02) ? size - taken : 0;
    };
    return { image: freeOf('image'), video: freeOf('video') };
  }

  function noteTurns(rows: ClaimedRow[]) {
    for (const { batchId, workspaceId } of rows) {
      turn += 1;
      lastTurns.set(batchId, turn);
      lastTurns.set(workspaceId, turn);
    }
    // Only an order among those that wait now: what is forgotten has had no turn for long and is next anyway.
    if (lastTurns.size > 10_000) lastTurns.clear();
  }
}

let turn = 0;

function tooLargeReport({ id, batchId, attempt }: ClaimedRow) {
  return {
    event: 'row_failed' as const,
    rowId: id,
    batchId,
    attempt,
    nodeId: 'gateway',
    code: 'data_invalid' as const,
    retryable: false,
    message: 'The row names so many assets that it cannot be sent to a render node.',
  };
}
