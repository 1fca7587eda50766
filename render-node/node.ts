/**
 * A render node: takes rows from the farm's queues into its slots and tells what became of them. Whatever happens twice
 * is harmless: a row's output lies under its id and attempt, and a report is recorded once.
 */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_ATTEMPTS } from '../contract/limits.ts';
import {
  ACK_WAIT_MS,
  NODE_BEAT_SUBJECT,
  RENDER_STREAM,
  REPORT_SUBJECT,
  ROW_STARTED_SUBJECT,
  renderConsumer,
  renderMessageId,
  reportMessageId,
} from '../contract/messaging.ts';
import type { NodeBeat, RenderReport, RowStarted } from '../contract/render-report.ts';
import { type MediaKind, type RenderWork, renderWorkSchema } from '../contract/render-work.ts';
import type { Logger } from '../runtime/logger.ts';
import type { Delivery, MessageBus } from '../runtime/message-bus.ts';
import { type RenderOutcome, renderReport } from './render-outcome.ts';
import type { SlotPool } from './slots/slot-pool.ts';

export interface RenderNodeDeps {
  bus: MessageBus;
  slots: SlotPool;
  log: Logger;
  nodeId: string;
  slotCount: number;
  kinds: MediaKind[];
  /** The video encoder in use and why. */
  encoder: { name: string; reason: string };
}

export interface RenderNode {
  /** Takes no more rows, finishes those in its slots within 25 s, and gives the others back. */
  stop(): Promise<void>;
}

const BEAT_EVERY_MS = 5_000;
const WORKING_EVERY_MS = ACK_WAIT_MS / 3;
const WAIT_FOR_ROW_MS = 5_000;
/** Of a row that is rendered in less, the way to the next one counts. */
const FAST_MS = 1_000;
/** The one that it paints, the one that it stores, and those that wait for it. */
const HELD_PER_SLOT = 4;
const DRAIN_LIMIT_MS = 25_000;
const REPORT_RETRY_MS = 1_000;

export function startRenderNode(deps: RenderNodeDeps): RenderNode {
  const { bus, slots, log, nodeId, slotCount, kinds, encoder } = deps;
  const stopping = new AbortController();
  const held = new Map<string, RenderWork>();
  const handling = new Set<Promise<void>>();
  /** Kinds whose last row was. */
  const fast = new Set<MediaKind>(['image']);
  let state: NodeBeat['state'] = 'running';
  let rowsDone = 0;

  const beat = setInterval(sendBeat, BEAT_EVERY_MS);
  sendBeat();
  const pulling = kinds.map((kind) => pull(kind));

  /** Rows that are done fast are held ahead of free slots, so that none waits for the network; long ones are another node's. */
  async function pull(kind: MediaKind): Promise<void> {
    const places = createPlaces(() => (fast.has(kind) ? slotCount * HELD_PER_SLOT : slotCount));
    stopping.signal.addEventListener('abort', places.open, { once: true });
    while (!stopping.signal.aborted) {
      // Rows are not taken to lie here: another node may have slots that start.
      await slots.ready();
      // Asking for one fast row at a time would be half the work.
      const most = await places.free(() => (fast.has(kind) ? slotCount : 1));
      const request = { most, waitMs: WAIT_FOR_ROW_MS, signal: stopping.signal };
      await bus.take(RENDER_STREAM, renderConsumer(kind), request, (delivery) => {
        places.take();
        const handled = handle(delivery, places.leave).catch((error: unknown) =>
          log.error({ err: error }, 'row could not be handled'),
        );
        handling.add(handled);
        void handled.finally(() => handling.delete(handled));
      });
    }
  }

  async function handle(delivery: Delivery, rendered: () => void): Promise<void> {
    const parsed = renderWorkSchema.safeParse(delivery.payload);
    if (!parsed.success) {
      log.error({ err: parsed.error }, 'a message on the render queue is no row');
      rendered();
      await delivery.acknowledge();
      return;
    }
    const work = parsed.data;
    const id = renderMessageId(work);
    held.set(id, work);
    const keepOurs = setInterval(() => delivery.working(), WORKING_EVERY_MS);
    try {
      const outcome = await renderOnce(work, delivery.deliveryCount);
      if (outcome.result === 'rendered') fast[outcome.renderMs < FAST_MS ? 'add' : 'delete'](work.kind);
      rendered();
      if (outcome.result === 'withdrawn') return delivery.giveBack();
      await report(renderReport(work, outcome, nodeId), work);
      await delivery.acknowledge();
      rowsDone += 1;
    } finally {
      clearInterval(keepOurs);
      held.delete(id);
    }
  }

  async function renderOnce(work: RenderWork, deliveryCount: number): Promise<RenderOutcome> {
    // Delivered again and again without an answer: it brings its renderers down.
    if (deliveryCount > MAX_ATTEMPTS) {
      const message = `The renderer stopped ${deliveryCount - 1} times on this row.`;
      return { result: 'failed', code: 'node_lost', message };
    }
    return slots.render(work, () => {
      if (work.purpose !== 'row') return;
      const { rowId, batchId, attempt } = work;
      bus.publish(ROW_STARTED_SUBJECT, {
        event: 'row_started',
        rowId,
        batchId,
        attempt,
        nodeId,
      } satisfies RowStarted);
    });
  }

  /** Resolves when the report is stored. Reports before acknowledging: a report may come twice, but never be lost. */
  async function report(message: RenderReport | null, work: RenderWork): Promise<void> {
    if (!message) return;
    const id =
      work.purpose === 'row'
        ? reportMessageId(work.rowId, work.attempt)
        : reportMessageId(work.templateVersionId, 1);
    for (;;) {
      try {
        await bus.enqueue(REPORT_SUBJECT, message, id);
        return;
      } catch (error) {
        log.warn({ err: error }, 'report could not be stored, trying again');
        await sleep(REPORT_RETRY_MS);
      }
    }
  }

  function sendBeat() {
    const rowIds = [...held.values()].flatMap((work) => (work.purpose === 'row' ? [work.rowId] : []));
    bus.publish(NODE_BEAT_SUBJECT, {
      nodeId,
      hostname: hostname(),
      kinds,
      slots: slotCount,
      state,
      encoder: encoder.name,
      encoderReason: encoder.reason,
      rowIds,
      rowsDone,
      rssBytes: process.memoryUsage.rss() + slots.rssBytes(),
    } satisfies NodeBeat);
  }

  return {
    async stop() {
      state = 'draining';
      sendBeat();
      stopping.abort();
      await slots.stop(DRAIN_LIMIT_MS);
      await Promise.all(pulling);
      await Promise.race([Promise.all(handling), sleep(5_000, undefined, { ref: false })]);
      clearInterval(beat);
      state = 'stopped';
      sendBeat();
    },
  };
}

/** Places of which one or another is taken. */
function createPlaces(total: () => number) {
  let taken = 0;
  let opened = false;
  let tell: (() => void) | null = null;
  return {
    take() {
      taken += 1;
    },
    leave() {
      taken -= 1;
      tell?.();
    },
    /** Waits until so many are free, or nobody need wait any more, and tells how many are. */
    async free(least: () => number): Promise<number> {
      while (total() - taken < least() && !opened) {
        const change = new Promise<void>((resolve) => {
          tell = resolve;
        });
        await change;
      }
      return total() - taken;
    },
    open() {
      opened = true;
      tell?.();
    },
  };
}
