import { setImmediate } from 'node:timers/promises';
import type { Processes } from './processes/processes.ts';
import type { Screen } from './terminal/screen.ts';

/** One Ctrl-C may arrive twice (from the terminal and from npm): only one that comes later is a second one. */
const SAME_SIGNAL_MS = 300;
const PARENT_CHECK_MS = 1_000;

/**
 * Ctrl-C, SIGTERM or a closed terminal stop everything in order; a second one stops at once. The returned signal is
 * aborted when that begins.
 */
export function stopOnSignals({
  processes,
  screen,
  leave,
}: {
  processes: Processes;
  screen: Screen;
  leave: () => void;
}): AbortSignal {
  const stopping = new AbortController();
  let begunAt = 0;

  async function stop() {
    if (stopping.signal.aborted) {
      if (Date.now() - begunAt < SAME_SIGNAL_MS) return;
      processes.killAll();
      leave();
      process.exit(130);
    }
    begunAt = Date.now();
    stopping.abort();
    // Live progress gives the terminal back first.
    await setImmediate();
    screen.line('\n  Stopping: rows being rendered are finished or handed back. Ctrl-C again stops at once.');
    await processes.stopAll();
    leave();
    screen.line('  Stopped. `npm start` goes on where this ended.');
    process.exit(0);
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  // A terminal that was closed takes no more output; that must not keep us from stopping in order.
  process.stdout.on('error', () => undefined);
  stopWhenNpmEnds(stop);
  return stopping.signal;
}

/** A signal sent to npm alone ends npm and its shell, but does not reach us. */
function stopWhenNpmEnds(stop: () => Promise<void>): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    void stop();
  }, PARENT_CHECK_MS);
  check.unref();
}
