/**
 * The pictures of a moving ground as raw YUV in a file: painted by the first row that shows them, read by all others. It may
 * be removed at any time, and is then painted again.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../runtime/logger.ts';
import { trimFolder } from './trim-folder.ts';

export interface GroundFilm {
  /** Pictures come in order, each once or more. @param into all bytes of the picture. */
  read(index: number, into: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

export interface GroundFilmOptions {
  folder: string;
  /** Names what its pictures show; null: it is not kept. */
  key: string | null;
  pictures: number;
  pictureBytes: number;
  paint(index: number, into: Uint8Array): Promise<void>;
  log: Logger;
}

/** Of one film: 12 s of moving 1080p have 1.1 GB. */
const MOST_BYTES = 1_200 * 1024 * 1024;
/** Of all films. */
const DISK_BYTES = 3 * 1024 * 1024 * 1024;
const FILE_SUFFIX = '.ground';

export async function openGroundFilm(options: GroundFilmOptions): Promise<GroundFilm> {
  const { folder, key, pictures, pictureBytes, paint } = options;
  if (key === null || pictures * pictureBytes > MOST_BYTES)
    return { read: paint, close: () => Promise.resolve() };
  const path = join(folder, `${key}${FILE_SUFFIX}`);
  return (await openKept(path, options)) ?? record(path, options);
}

/** Null when there is none, or not all of it. */
async function openKept(
  path: string,
  { pictures, pictureBytes }: GroundFilmOptions,
): Promise<GroundFilm | null> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return null;
  if ((await file.stat()).size !== pictures * pictureBytes) {
    await file.close();
    return null;
  }
  const now = new Date();
  // Cleaning goes by age. It may have been cleaned away this very moment; what is open stays readable.
  await utimes(path, now, now).catch(() => undefined);
  return {
    async read(index, into) {
      await file.read(into, 0, pictureBytes, index * pictureBytes);
    },
    close: () => file.close(),
  };
}

/** Paints, and writes what it paints. A disk that takes no more ends the writing, nothing else. */
async function record(
  path: string,
  { folder, pictures, pictureBytes, paint, log }: GroundFilmOptions,
): Promise<GroundFilm> {
  const partial = `${path}.${randomUUID()}.partial`;
  let file: FileHandle | null = null;
  let written = 0;

  async function write(bytes: Uint8Array) {
    try {
      file ??= await open(partial, 'w');
      await file.write(bytes, 0, pictureBytes);
      written++;
    } catch (error) {
      log.warn({ err: error }, 'a moving ground could not be kept on disk');
      await discard();
    }
  }

  async function discard() {
    written = -1;
    await file?.close();
    file = null;
    await rm(partial, { force: true });
  }

  await mkdir(folder, { recursive: true });
  return {
    async read(index, into) {
      await paint(index, into);
      if (written === index) await write(into);
    },
    async close() {
      if (written !== pictures || !file) return discard();
      await file.close();
      file = null;
      await rename(partial, path);
      await trimFolder(folder, FILE_SUFFIX, DISK_BYTES);
    },
  };
}
