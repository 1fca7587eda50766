import { join } from 'node:path';
import { type KeepRunningOptions, type KeptProcess, keepRunning } from './keep-running.ts';
import { openLogFile } from './log-file.ts';

/** Everything that was started, in order: it is stopped in the reverse order, also when a start is interrupted. */
export interface Processes {
  keep(options: Omit<KeepRunningOptions, 'log' | 'tell'>): KeptProcess;
  stopAll(): Promise<void>;
  killAll(): void;
}

export function createProcesses({
  dataDir,
  tell,
}: {
  dataDir: string;
  tell: (sentence: string) => void;
}): Processes {
  const kept: KeptProcess[] = [];
  return {
    keep(options) {
      const log = openLogFile(join(dataDir, 'logs', `${options.name}.log`));
      const started = keepRunning({ ...options, log, tell });
      kept.push(started);
      return started;
    },
    async stopAll() {
      for (const one of kept.toReversed()) await one.stop();
    },
    killAll() {
      for (const one of kept) one.kill();
    },
  };
}
