import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartProblem } from '../start-problem.ts';
import type { LogFile } from './log-file.ts';

export interface KeptProcess {
  readonly name: string;
  /** Resolves when `isReady` answers true. @throws {StartProblem} when it keeps dying or takes longer than `limitMs`. */
  untilReady(isReady: () => Promise<boolean>, limitMs: number): Promise<void>;
  /** Asks it to end and waits; past its limit it is killed together with all it started. */
  stop(): Promise<void>;
  /** Ends it and all it started at once. */
  kill(): void;
}

export interface KeepRunningOptions {
  name: string;
  /** Starts the process as the leader of its own group (`detached`), out of reach of the terminal's Ctrl-C. */
  launch: () => ChildProcess;
  /** What asks it to end, and how long it may take about it. */
  stopSignal: NodeJS.Signals;
  stopLimitMs: number;
  log: LogFile;
  /** Called with each full line of its output. */
  onLine?: (line: string) => void;
  /** Told in words when it died and is started again. */
  tell: (sentence: string) => void;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 10_000;
/** Having run this long, a process counts as well again: the delays begin anew. */
const WELL_AFTER_MS = 30_000;
const DEATHS_BEFORE_READY = 3;

/** Keeps a process running: when it dies it is started again, after 0.5 s at first and 10 s at most. */
export function keepRunning(options: KeepRunningOptions): KeptProcess {
  const { name, launch, stopSignal, stopLimitMs, log, onLine, tell } = options;
  let child: ChildProcess;
  let restart: NodeJS.Timeout | undefined;
  let delayMs = FIRST_DELAY_MS;
  let deaths = 0;
  let stopping = false;
  let ready = false;

  function start() {
    const startedAt = Date.now();
    child = launch();
    child.stdout?.on('data', collect(log, onLine));
    child.stderr?.on('data', collect(log, onLine));
    // A program that could not be started at all has no `exit`.
    child.on('error', (error) => log.write(`${name} could not be started: ${error.message}\n`));
    child.once(child.pid === undefined ? 'error' : 'exit', (code, signal) => {
      deaths += 1;
      if (stopping) return;
      if (Date.now() - startedAt > WELL_AFTER_MS) delayMs = FIRST_DELAY_MS;
      if (ready)
        tell(
          `${name} ended unexpectedly (${signal ?? `exit code ${code}`}) and is started again; its log is ${log.path}`,
        );
      restart = setTimeout(start, delayMs);
      delayMs = Math.min(delayMs * 2, LONGEST_DELAY_MS);
    });
  }

  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  const neverAgain = () => {
    stopping = true;
    clearTimeout(restart);
  };
  const didNotStart = (why: string) =>
    new StartProblem(`${name} did not start: ${why}. The end of ${log.path}:\n\n${log.tail(12)}\n`);

  start();
  return {
    name,
    async untilReady(isReady, limitMs) {
      for (const started = Date.now(); !(await isReady()); await sleep(50)) {
        // Nobody waits for what is being stopped: the process is about to exit.
        if (stopping) return new Promise<never>(() => undefined);
        if (deaths >= DEATHS_BEFORE_READY) throw didNotStart(`it ended ${deaths} times`);
        if (Date.now() - started > limitMs) throw didNotStart(`it was not ready after ${limitMs / 1000} s`);
      }
      ready = true;
    },
    async stop() {
      neverAgain();
      if (isRunning()) {
        const exited = once(child, 'exit');
        child.kill(stopSignal);
        const inTime = await Promise.race([
          exited.then(() => true),
          sleep(stopLimitMs, false, { ref: false }),
        ]);
        if (!inTime) {
          tell(`${name} did not end within ${stopLimitMs / 1000} s and is ended by force`);
          signalGroup('SIGKILL');
          await exited;
        }
      }
      // Whatever it started and left behind is of its group.
      signalGroup('SIGKILL');
    },
    kill() {
      neverAgain();
      signalGroup('SIGKILL');
    },
  };
}

/** Writes output to the log as it comes and hands it on line by line. */
function collect(log: LogFile, onLine: KeepRunningOptions['onLine']) {
  let rest = '';
  return (chunk: Buffer) => {
    log.write(chunk);
    if (!onLine) return;
    const lines = (rest + chunk.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };
}
