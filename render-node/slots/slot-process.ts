/** The process of one slot: it renders one row at a time and is killed when a row takes too long. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { RenderWork } from '../../contract/render-work.ts';
import type { Logger } from '../../runtime/logger.ts';
import { entryPoint } from '../../runtime/repository-root.ts';
import type { FetchAsset } from '../assets/fetch-asset.ts';
import type { RenderOutcome } from '../render-outcome.ts';
import type { FromSlot, ToSlot } from '../slot/slot-messages.ts';

export interface SlotProcess {
  /** Resolves in any case, also when the process dies. */
  render(work: RenderWork): Promise<RenderOutcome>;
  readonly rowsDone: number;
  /** Memory, as it told after its last row. */
  readonly rssBytes: number;
  /** Ends it and its ffmpeg at once; the row it renders comes back as withdrawn. */
  kill(): void;
  /** Resolves when it can take its first row. */
  ready: Promise<void>;
  exited: Promise<void>;
}

export interface SlotProcessOptions {
  /** Environment of the process. */
  env: NodeJS.ProcessEnv;
  fetchAsset: FetchAsset;
  log: Logger;
}

/** A row whose slot names no other limit may take so long. */
const TIME_LIMIT_MS = 60_000;

export function startSlotProcess({ env, fetchAsset, log }: SlotProcessOptions): SlotProcess {
  const child = fork(entryPoint('render-node/slot/main'), {
    // Only the fonts we name may be drawn with; the canvas package looks for others when it is loaded.
    env: { ...env, DISABLE_SYSTEM_FONTS_LOAD: '1' },
    execArgv: ['--enable-source-maps'],
    // The leader of its own group, so that it can be killed together with its ffmpeg.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const state = { rowsDone: 0, rssBytes: 0 };
  let settle: ((outcome: RenderOutcome) => void) | null = null;
  let timer: NodeJS.Timeout | undefined;
  let becomeReady: () => void;
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });

  child.on('error', (error) => log.error({ err: error }, 'slot process reported an error'));
  child.on('message', (message: FromSlot) => {
    switch (message.type) {
      case 'ready':
        return becomeReady();
      case 'time_limit':
        return limitTime(message.ms);
      case 'fetch':
        return void answerFetch(child, message, fetchAsset, log);
      case 'done':
        state.rowsDone += 1;
        state.rssBytes = message.rssBytes;
        return finish(message.outcome);
      default:
        return message satisfies never;
    }
  });
  const exited = once(child, 'exit').then(([code, signal]) => {
    if (settle) log.warn({ code, signal }, 'slot process ended during a row');
    finish({
      result: 'failed',
      code: 'node_lost',
      message: 'The renderer stopped unexpectedly on this row.',
    });
    // Its ffmpeg must not go on without it.
    killGroup(child);
  });

  function limitTime(limitMs: number) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      log.warn({ limitMs }, 'row took too long, its slot is killed');
      const message = `Rendering was stopped because it took longer than ${Math.round(limitMs / 1_000)} s.`;
      finish({ result: 'failed', code: 'timeout', message });
      killGroup(child);
    }, limitMs);
  }

  function finish(outcome: RenderOutcome) {
    clearTimeout(timer);
    settle?.(outcome);
    settle = null;
  }

  return {
    render: (work) =>
      new Promise((resolve) => {
        settle = resolve;
        limitTime(TIME_LIMIT_MS);
        send(child, { type: 'render', work });
      }),
    get rowsDone() {
      return state.rowsDone;
    },
    get rssBytes() {
      return state.rssBytes;
    },
    kill() {
      finish({ result: 'withdrawn' });
      killGroup(child);
    },
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
