/** Encoded spans that further rows may show: in memory, and on disk for the other slots and for the next start. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '../../runtime/logger.ts';
import { createSizeBoundCache } from '../size-bound-cache.ts';
import type { EncodedSpan } from './encode-span.ts';
import { trimFolder } from './trim-folder.ts';

export interface SpanStore {
  /**
   * Null when it is not known, or its file is not whole.
   * @param options `onDisk`: false when it is most likely not there. Default: true.
   */
  find(key: string, options?: { onDisk: boolean }): Promise<EncodedSpan | null>;
  /**
   * Whether the caller is the one to make it: of slots that lack the same span one takes the time. A claim holds until it is
   * kept, or ten minutes.
   */
  claim(key: string): Promise<boolean>;
  /**
   * Known from now on; on disk a moment later. A disk that takes no more is logged, nothing else.
   * @param options `inMemory`: false when it may never be asked for; then it is read from disk when it is. Default: true.
   */
  keep(key: string, span: EncodedSpan, options?: { inMemory: boolean }): void;
  /** Resolves when all that was kept is on disk. */
  settled(): Promise<void>;
}

export interface SpanStoreOptions {
  /** May be emptied at any time. */
  folder: string;
  log: Logger;
  memoryBytes?: number;
  /** Of all span files together; the longest unused leave first. */
  diskBytes?: number;
}

const MEMORY_BYTES = 12 * 1024 * 1024;
const DISK_BYTES = 2 * 1024 * 1024 * 1024;
/** Looking through the folder costs: it is done once for so much that was written. */
const TRIM_EVERY_BYTES = 64 * 1024 * 1024;
const FILE_SUFFIX = '.span';
const CLAIM_SUFFIX = '.claim';
const CLAIM_MS = 10 * 60_000;

export function createSpanStore({
  folder,
  log,
  memoryBytes = MEMORY_BYTES,
  diskBytes = DISK_BYTES,
}: SpanStoreOptions): SpanStore {
  const memory = createSizeBoundCache<EncodedSpan>(memoryBytes, spanBytes);
  const writing = new Map<string, { span: EncodedSpan; written: Promise<void> }>();
  let untrimmed = 0;

  async function write(key: string, span: EncodedSpan): Promise<void> {
    const path = join(folder, `${key}${FILE_SUFFIX}`);
    const partial = `${path}.${randomUUID()}.partial`;
    const bytes = packSpan(span);
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(partial, bytes);
      await rename(partial, path);
      await rm(join(folder, key + CLAIM_SUFFIX), { force: true });
      untrimmed += bytes.length;
      if (untrimmed < Math.min(TRIM_EVERY_BYTES, diskBytes / 4)) return;
      untrimmed = 0;
      await trimFolder(folder, FILE_SUFFIX, diskBytes);
    } catch (error) {
      log.warn({ err: error }, 'a span could not be kept on disk');
      // What is left of it goes with the next cleaning.
      await rm(partial, { force: true }).catch(() => undefined);
    }
  }

  return {
    async find(key, { onDisk } = { onDisk: true }) {
      const known = memory.find(key) ?? writing.get(key)?.span;
      if (known || !onDisk) return known ?? null;
      const read = await readSpan(join(folder, `${key}${FILE_SUFFIX}`), log);
      if (read) memory.keep(key, read);
      return read;
    },
    claim: (key) => claim(join(folder, key + CLAIM_SUFFIX)),
    keep(key, span, { inMemory } = { inMemory: true }) {
      if (inMemory) memory.keep(key, span);
      const written = write(key, span);
      const underWay = { span, written };
      writing.set(key, underWay);
      void written.finally(() => writing.get(key) === underWay && writing.delete(key));
    },
    async settled() {
      await Promise.all([...writing.values()].map(({ written }) => written));
    },
  };
}

async function claim(path: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, '', { flag: 'wx' });
    return true;
  } catch (error) {
    // A disk that takes nothing takes no spans either: each slot makes its own.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs < CLAIM_MS) return false;
    await rm(path, { force: true });
    return true;
  }
}

function spanBytes({ pictures, thumbnail }: EncodedSpan): number {
  return pictures.reduce((sum, { bytes }) => sum + bytes.length, thumbnail?.length ?? 0);
}

async function readSpan(path: string, log: Logger): Promise<EncodedSpan | null> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ err: error }, 'a kept span cannot be read');
    return null;
  }
  const span = unpackSpan(bytes);
  if (!span) log.warn({ path }, 'a kept span is damaged and is made again');
  const now = new Date();
  // Cleaning goes by age. It may have been cleaned away this very moment.
  await utimes(path, now, now).catch(() => undefined);
  return span;
}

const CHECKSUM_BYTES = 32;

interface SpanHeader {
  frames: number;
  /** Frame, whether it is a key picture, of what it is mixed, length. */
  pictures: [frame: number, key: boolean, mix: number | null, bytes: number][];
  thumbnailBytes: number | null;
  filmBytes: number | null;
}

/** Checksum, length of the header, header, bytes. */
function packSpan({ frames, pictures, thumbnail, film }: EncodedSpan): Buffer {
  const header: SpanHeader = {
    frames,
    pictures: pictures.map(({ frame, key, mix, bytes }) => [frame, key, mix, bytes.length]),
    thumbnailBytes: thumbnail?.length ?? null,
    filmBytes: film?.length ?? null,
  };
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  const content = Buffer.concat([
    length,
    json,
    ...pictures.map(({ bytes }) => bytes),
    thumbnail ?? Buffer.alloc(0),
    film ?? Buffer.alloc(0),
  ]);
  return Buffer.concat([checksum(content), content]);
}

function unpackSpan(file: Buffer): EncodedSpan | null {
  const content = file.subarray(CHECKSUM_BYTES);
  if (!checksum(content).equals(file.subarray(0, CHECKSUM_BYTES))) return null;
  let at = 4 + content.readUInt32BE(0);
  const header = JSON.parse(content.toString('utf8', 4, at)) as SpanHeader;
  const take = (length: number) => {
    at += length;
    return content.subarray(at - length, at);
  };
  const pictures = header.pictures.map(([frame, key, mix, length]) => ({
    ...{ frame, key, mix },
    bytes: take(length),
  }));
  const thumbnail = header.thumbnailBytes === null ? null : take(header.thumbnailBytes);
  const film = header.filmBytes === null ? null : take(header.filmBytes);
  return { frames: header.frames, pictures, thumbnail, film };
}

function checksum(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
