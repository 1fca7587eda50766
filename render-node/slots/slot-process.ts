/** The process of one slot: it paints one row at a time while the one before is stored, and is killed when a row takes too long. */
import { type ChildProcess, fork } from 'node:child_process';
import type { RenderWork } from '../../contract/render-work.ts';
import type { Logger } from '../../runtime/logger.ts';
import { entryPoint } from '../../runtime/repository-root.ts';
import type { FetchAsset } from '../assets/fetch-asset.ts';
import type { RenderOutcome } from '../render-outcome.ts';
import type { FromSlot, ToSlot } from '../slot/slot-messages.ts';
import type { HeavyTurns } from './heavy-turns.ts';
import { createSlotRows, type SlotRows } from './slot-rows.ts';

export interface SlotProcess {
  /** Resolves in any case, also when the process dies. */
  render(work: RenderWork): Promise<RenderOutcome>;
  /** It can take a row: it paints none and stores one at most, or has ended. */
  readonly isFree: boolean;
  /** Resolves when it is free. */
  free(): Promise<void>;
  /** Resolves when all its rows are done. */
  empty(): Promise<void>;
  /** False from the moment it is killed or dies. */
  readonly usable: boolean;
  readonly rowsDone: number;
  /** Memory, as it told after its last row. */
  readonly rssBytes: number;
  /** Ends it and its ffmpeg at once; its rows come back as withdrawn. */
  kill(): void;
  /** Resolves when it can take its first row. */
  ready: Promise<void>;
  exited: Promise<void>;
}

export interface SlotProcessOptions {
  /** Environment of the process. */
  env: NodeJS.ProcessEnv;
  fetchAsset: FetchAsset;
  /** Of the node's slots this one's place, from 0 to under 1: what each does now and then they do at different times. */
  place: number;
  heavy: HeavyTurns;
  /** Whether the node has no row but one. */
  isAlone(): boolean;
  /** A row may take so long, unless its slot asks for more when it knows the template. */
  timeLimitMs?: number;
  log: Logger;
}

const TIME_LIMIT_MS = 60_000;

/**
 * Pixels count as memory outside the small heap and have it searched every few rows; in one go that costs less CPU than step
 * by step. What is left is moved together each time, or its pages fill ever less over thousands of rows (measured: by
 * 1 MB in 1,000). Who reads raw pictures asks for it besides (collect-young.ts).
 */
const COLLECTOR = [
  ...['--no-incremental-marking', '--compact-on-every-full-gc'],
  ...['--max-semi-space-size=4', '--expose-gc'],
];
/**
 * What is compiled for one row's objects is thrown away with them. So all is compiled plainly at once, and with care only
 * what runs long enough (measured with the above: 31 instead of 40 ms of the slot's CPU for a video of 12 s).
 */
const COMPILER = ['--always-sparkplug', '--interrupt-budget=500000'];

/**
 * Its few helper threads share the main thread's memory: apart, each keeps what it once needed (measured: 25 of 285 MB). And
 * whole pictures get memory of their own, which goes back when they do: else the first rows' leave holes (35 MB). These are
 * glibc's settings; other C libraries do not look at them.
 */
const MALLOC = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: String(1.25 * 1024 * 1024) };

export function startSlotProcess({
  env,
  fetchAsset,
  place,
  heavy,
  isAlone,
  timeLimitMs = TIME_LIMIT_MS,
  log,
}: SlotProcessOptions): SlotProcess {
  const child = fork(entryPoint('render-node/slot/main'), [String(place)], {
    // Only the fonts we name may be drawn with; the canvas package looks for others when it is loaded.
    env: { ...env, DISABLE_SYSTEM_FONTS_LOAD: '1', ...MALLOC },
    execArgv: ['--enable-source-maps', ...COLLECTOR, ...COMPILER],
    // The leader of its own group, so that it can be killed together with its ffmpeg.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const state = { usable: true, rowsDone: 0, rssBytes: 0 };
  const rows = createSlotRows((row, limitMs) => {
    log.warn({ limitMs }, 'row took too long, its slot is killed');
    const message = `Rendering was stopped because it took longer than ${Math.round(limitMs / 1_000)} s.`;
    rows.finish(row, { result: 'failed', code: 'timeout', message });
    end(() => ({ result: 'withdrawn' }));
  });
  let becomeReady: () => void;
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });

  child.on('message', (message: FromSlot) => {
    switch (message.type) {
      case 'ready':
        return becomeReady();
      case 'time_limit':
        return rows.limitTime(message.row, message.ms);
      case 'fetch':
        return void answerFetch(child, message, fetchAsset, log);
      case 'heavy_wanted':
        return answerHeavy(message);
      case 'heavy_over':
        return heavy.over(message.requestId);
      case 'painted':
        return rows.painted(message.row);
      case 'answer':
        state.rowsDone += 1;
        state.rssBytes = message.rssBytes;
        return rows.answer(message.row, message.outcome);
      case 'done':
        return rows.leave(message.row);
      default:
        return message satisfies never;
    }
  });
  const exited = new Promise<void>((resolve) => {
    const gone = (facts: object) => {
      if (rows.size > 0) log.warn(facts, 'slot process ended during a row');
      const message = 'The renderer stopped unexpectedly on this row.';
      // Its ffmpeg must not go on without it. What it painted brought it down, most likely: the other row is tried again.
      end(({ painted }) =>
        painted ? { result: 'withdrawn' } : { result: 'failed', code: 'node_lost', message },
      );
      heavy.allOver();
      resolve();
    };
    child.once('exit', (code, signal) => gone({ code, signal }));
    child.on('error', (error) => {
      log.error({ err: error }, 'slot process reported an error');
      // It could not even be started, so it will not exit.
      if (child.pid === undefined) gone({});
    });
  });

  function end(outcome: Parameters<SlotRows['finishAll']>[0]) {
    state.usable = false;
    rows.finishAll(outcome);
    killGroup(child);
  }

  function answerHeavy({ requestId, orNever }: FromSlot & { type: 'heavy_wanted' }) {
    const answer = (begin: boolean) =>
      send(child, { type: 'heavy_turn', requestId, begin, alone: isAlone() });
    if (orNever && heavy.isBusy()) answer(false);
    else heavy.want(requestId, () => answer(true));
  }

  return {
    render(work) {
      const { row, outcome } = rows.add();
      rows.limitTime(row, timeLimitMs);
      send(child, { type: 'render', row, work });
      return outcome;
    },
    get isFree() {
      return rows.isFree;
    },
    free: rows.free,
    empty: rows.empty,
    get usable() {
      return state.usable;
    },
    get rowsDone() {
      return state.rowsDone;
    },
    get rssBytes() {
      return state.rssBytes;
    },
    kill: () => end(() => ({ result: 'withdrawn' })),
    ready,
    exited,
  };
}

async function answerFetch(
  child: ChildProcess,
  { requestId, request }: FromSlot & { type: 'fetch' },
  fetchAsset: FetchAsset,
  log: Logger,
): Promise<void> {
  const asset = await fetchAsset(request).catch((error: unknown) => {
    log.error({ err: error }, 'asset could not be kept');
    return {
      ok: false,
      code: 'asset_unreachable',
      problem: 'could not be stored on the render node',
    } as const;
  });
  send(child, { type: 'fetched', requestId, asset });
}

/** A process that has just died cannot be told anything: its exit settles what it was to do. */
function send(child: ChildProcess, message: ToSlot): void {
  const ignoreError = () => undefined;
  if (child.connected) child.send(message, ignoreError);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
