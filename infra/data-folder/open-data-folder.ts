import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { commandOf } from '../processes/command-of.ts';
import { StartProblem } from '../start-problem.ts';
import { readPrivateJson } from './private-json.ts';

export interface DataFolder {
  readonly path: string;
  /** Lets others open it. */
  release(): void;
}

/**
 * Creates the data folder and keeps other supervisors out of it while this one runs.
 * @throws {StartProblem} when it cannot be written to, or is in use
 */
export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(join(path, 'logs'), { recursive: true, mode: 0o755 });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartProblem(
      `The data folder ${path} cannot be written to (${code}). Make it yours, or choose another one: DATA_DIR=/path/to/folder npm start`,
      { cause: error },
    );
  }
  const lock = join(path, 'supervisor.pid');
  takeLock(lock, path);
  return { path, release: () => rmSync(lock, { force: true }) };
}

function takeLock(lock: string, folder: string): void {
  try {
    const file = openSync(lock, 'wx');
    writeSync(file, `${process.pid}\n`);
    closeSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const holder = Number.parseInt(readFileSync(lock, 'utf8'), 10);
    if (isSupervisor(holder)) {
      const instance = readPrivateJson<{ publicUrl?: string }>(join(folder, 'instance.json'));
      const where = instance?.publicUrl ? ` at ${instance.publicUrl}` : '';
      throw new StartProblem(
        `rowcast already runs with the data folder ${folder}${where} (process ${holder}). Stop that one first, or start a second one beside it: DATA_DIR=.data-2 PORT=4001 npm start`,
      );
    }
    // Its holder was killed.
    rmSync(lock, { force: true });
    takeLock(lock, folder);
  }
}

/** In a container a killed supervisor had the same process id as the next one. */
function isSupervisor(pid: number): boolean {
  return pid !== process.pid && (commandOf(pid)?.includes('infra/start') ?? false);
}
