/**
 * Where files live: template versions, assets, outputs. Keys are slash-separated ids (contract/object-keys.ts).
 * A stored object is whole or absent, never half written.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable } from 'node:stream';

export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished local file into the store. The file is gone afterwards. */
  putFile(key: string, localPath: string): Promise<void>;
  /** @throws {ObjectMissing} */
  get(key: string): Promise<Buffer>;
  /** Size in bytes, or null when there is no such object. */
  size(key: string): Promise<number | null>;
  /** `start` and `end` are inclusive byte positions. */
  read(key: string, range?: { start: number; end: number }): Readable;
  /** A local file with the object's content, for programs that need a path. It must not be changed. */
  localFile(key: string): Promise<string>;
  delete(key: string): Promise<void>;
  /** Deletes all objects whose keys begin with this one and a slash. */
  deleteFolder(key: string): Promise<void>;
}

export class ObjectMissing extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`No object under ${key}`, options);
    this.name = 'ObjectMissing';
  }
}

export function createDiskStore(folder: string): ObjectStore {
  const pathOf = (key: string) => {
    const path = normalize(join(folder, key));
    if (!path.startsWith(normalize(folder) + sep)) throw new Error(`Object key leaves the store: ${key}`);
    return path;
  };

  async function putFile(key: string, localPath: string) {
    const path = pathOf(key);
    await withFile(localPath, 'r', (file) => file.sync());
    try {
      await rename(localPath, path);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Mostly it is there: what belongs together is stored in one folder.
      await mkdir(dirname(path), { recursive: true });
      await rename(localPath, path);
    }
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key);
      const partial = `${path}.${randomUUID()}.partial`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await withFile(partial, 'w', async (file) => {
          await file.writeFile(bytes);
          await file.sync();
        });
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    putFile,
    async get(key) {
      try {
        return await readFile(pathOf(key));
      } catch (error) {
        throw isMissing(error) ? new ObjectMissing(key, { cause: error }) : error;
      }
    },
    async size(key) {
      try {
        return (await stat(pathOf(key))).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    read: (key, range) => createReadStream(pathOf(key), range),
    async localFile(key) {
      const path = pathOf(key);
      try {
        await stat(path);
      } catch (error) {
        throw isMissing(error) ? new ObjectMissing(key, { cause: error }) : error;
      }
      return path;
    },
    delete: (key) => rm(pathOf(key), { force: true }),
    deleteFolder: (key) => rm(pathOf(key), { force: true, recursive: true }),
  };
}

async function withFile<T>(path: string, flags: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
