import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { StartProblem } from '../start-problem.ts';

/** Null when there is no such file. @throws {StartProblem} when it is not JSON or not readable */
export function readPrivateJson<T>(path: string): T | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new StartProblem(
      `${path} cannot be read (${(error as Error).message}). Restore it from a backup, or start as the user who owns it.`,
      { cause: error },
    );
  }
}

/** Written whole or not at all, and readable by its owner alone. */
export function writePrivateJson(path: string, value: unknown): void {
  writeFileSync(`${path}.partial`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.partial`, path);
}
