import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the longest unused files of a kind until the others take no more than so many bytes. */
export async function trimFolder(folder: string, suffix: string, mostBytes: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(suffix));
  const files = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      // Another slot may have removed it meanwhile.
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { path, size, usedAt: mtimeMs };
    }),
  );
  files.sort((one, other) => other.usedAt - one.usedAt);
  let bytes = 0;
  for (const { path, size } of files) {
    bytes += size;
    if (bytes > mostBytes) await rm(path, { force: true });
  }
}
