import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes what no render has used for so long. A file that is open meanwhile stays readable for who has it open. */
export async function cleanFolder(folder: string, unusedForMs: number, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > unusedForMs) await rm(path, { recursive: true, force: true });
  }
}
