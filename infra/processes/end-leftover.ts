import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from '../start-problem.ts';
import { commandOf } from './command-of.ts';

const PATIENCE_MS = 20_000;

/**
 * Ends a server that outlived its supervisor (which was killed). `pidFile` begins with the process id; only a process
 * whose command line contains `mark` is ours.
 * @throws {StartProblem} when it does not end within 20 s
 */
export async function endLeftover(pidFile: string, mark: string, signal: NodeJS.Signals): Promise<void> {
  const pid = readPid(pidFile);
  const isAlive = () => pid !== null && (commandOf(pid)?.includes(mark) ?? false);
  if (pid === null || !isAlive()) return;
  process.kill(pid, signal);
  for (const started = Date.now(); Date.now() - started < PATIENCE_MS; await sleep(50)) {
    if (!isAlive()) return;
  }
  throw new StartProblem(
    `A server of an earlier start (process ${pid}) does not end. End it with \`kill -9 ${pid}\`, then start again.`,
  );
}

function readPid(path: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(path, 'utf8'), 10);
    return Number.isInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}
