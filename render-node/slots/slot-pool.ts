/**
 * Rows are rendered in child processes: a crash, a hang or a leak costs one row and never the node. A slot is the place
 * of one such process; when its process ends, another one takes the place.
 */
import type { RenderWork } from '../../contract/render-work.ts';
import type { RenderOutcome } from '../render-outcome.ts';
import { createHeavyTurns } from './heavy-turns.ts';
import { type SlotProcess, type SlotProcessOptions, startSlotProcess } from './slot-process.ts';

export interface SlotPool {
  /** Resolves when a process is there to render, or the pool is stopped. */
  ready(): Promise<void>;
  /**
   * Renders when a slot is free, first come, first served. Resolves in any case: when no process can be started, what
   * waits for one is withdrawn.
   */
  render(work: RenderWork, started: () => void): Promise<RenderOutcome>;
  /** Memory of all slots together, as they last told. */
  rssBytes(): number;
  /** Withdraws what has not begun, gives the rest so long to finish, and ends all processes. */
  stop(limitMs: number): Promise<void>;
}

interface Job {
  work: RenderWork;
  started: () => void;
  resolve: (outcome: RenderOutcome) => void;
}

/** Native memory creeps: a process is replaced after so many rows, or when it has grown so large. */
const MOST_ROWS_PER_PROCESS = 5_000;
const MOST_RSS_BYTES = 1_500 * 1024 * 1024;
/** Before another process when one has not done a row; when it could not even start, the next pause is twice as long. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export interface SlotPoolOptions extends Omit<SlotProcessOptions, 'place' | 'heavy' | 'isAlone'> {
  size: number;
  /** No process is left, and the last one could not start. It is tried again all the same. */
  noneStarts?: () => void;
}

export function createSlotPool({ size, noneStarts, ...options }: SlotPoolOptions): SlotPool {
  const waiting: Job[] = [];
  const idle: SlotProcess[] = [];
  const processes = new Set<SlotProcess>();
  const ready = new Set<SlotProcess>();
  const waitingForReady = new Set<() => void>();
  const running = new Set<Promise<RenderOutcome>>();
  const restarts: NodeJS.Timeout[] = [];
  const heavyTurns = createHeavyTurns(size);
  let stopping = false;

  const isAlone = () => running.size + waiting.length === 1;

  function open(index: number, pauseMs = FIRST_PAUSE_MS) {
    const ofSlot = { place: index / size, heavy: heavyTurns(index), isAlone };
    const slot = startSlotProcess({ ...options, ...ofSlot });
    processes.add(slot);
    void slot.ready.then(() => {
      ready.add(slot);
      tellReady();
      takeNext(slot);
    });
    void slot.exited.then(() => {
      processes.delete(slot);
      const wasReady = ready.delete(slot);
      if (stopping) return;
      const again = (afterMs: number, nextPauseMs?: number) => {
        restarts[index] = setTimeout(open, afterMs, index, nextPauseMs);
      };
      if (wasReady) return again(slot.rowsDone > 0 ? 0 : FIRST_PAUSE_MS);
      options.log.error({ pauseMs }, 'slot process could not start, it is tried again after a pause');
      again(pauseMs, Math.min(pauseMs * 2, LONGEST_PAUSE_MS));
      if (processes.size > 0) return;
      withdrawWaiting();
      noneStarts?.();
    });
  }

  function tellReady() {
    for (const tell of waitingForReady) tell();
    waitingForReady.clear();
  }

  function withdrawWaiting() {
    for (const { resolve } of waiting.splice(0)) resolve({ result: 'withdrawn' });
  }

  function takeNext(slot: SlotProcess) {
    if (!slot.usable) return;
    if (slot.rowsDone >= MOST_ROWS_PER_PROCESS || slot.rssBytes > MOST_RSS_BYTES)
      return void slot.empty().then(() => slot.kill());
    const job = waiting.shift();
    if (job) void run(slot, job);
    else idle.push(slot);
  }

  async function run(slot: SlotProcess, { work, started, resolve }: Job) {
    const rendering = slot.render(work);
    running.add(rendering);
    started();
    void rendering.then((outcome) => {
      running.delete(rendering);
      resolve(outcome);
    });
    await slot.free();
    takeNext(slot);
  }

  /** An idle process may have died meanwhile, or be at what its last row left for later. */
  function nextFree(): SlotProcess | undefined {
    for (let slot = idle.shift(); slot; slot = idle.shift()) {
      if (slot.usable && slot.isFree) return slot;
      const busy = slot;
      void busy.free().then(() => takeNext(busy));
    }
    return undefined;
  }

  for (let index = 0; index < size; index++) open(index);
  return {
    async ready() {
      if (ready.size === 0 && !stopping) await new Promise<void>((resolve) => waitingForReady.add(resolve));
    },
    render: (work, started) =>
      new Promise((resolve) => {
        if (stopping) return resolve({ result: 'withdrawn' });
        const job = { work, started, resolve };
        const slot = nextFree();
        if (slot) void run(slot, job);
        else waiting.push(job);
      }),
    rssBytes: () => [...processes].reduce((sum, { rssBytes }) => sum + rssBytes, 0),
    async stop(limitMs) {
      stopping = true;
      for (const restart of restarts) clearTimeout(restart);
      tellReady();
      withdrawWaiting();
      await within(limitMs, Promise.all(running));
      const ends = [...processes].map((slot) => {
        slot.kill();
        return slot.exited;
      });
      await Promise.all(ends);
    },
  };
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
