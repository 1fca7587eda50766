/** Renders video templates in this process, with the real ffmpeg and with media made by it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import type { AssetReference } from '../../../contract/render-work.ts';
import type { VideoTemplate } from '../../../contract/template/video-template.ts';
import { createRenderMedia, type Picture } from '../../../render-node/assets/render-media.ts';
import type { EncoderChoice } from '../../../render-node/encoder/choose-encoder.ts';
import { createSizeBoundCache } from '../../../render-node/size-bound-cache.ts';
import type { VideoTools } from '../../../render-node/video/render-video.ts';
import { createLogger } from '../../../runtime/logger.ts';
import type { ObjectStore } from '../../../runtime/object-store.ts';
import { createTestObjectStore } from '../../support/object-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fonts } from '../draw-template.ts';

const run = promisify(execFile);

export interface TestVideoOptions {
  /** Uploaded assets: files by name. */
  uploads?: Record<string, string>;
  encoder?: EncoderChoice;
  signal?: AbortSignal;
}

/** What a render works with, for one test; everything is removed when the test ends. */
export async function createVideoTools({
  uploads = {},
  encoder = { name: 'libx264', reason: 'the test says so' },
  signal = new AbortController().signal,
}: TestVideoOptions = {}): Promise<VideoTools> {
  const folder = temporaryFolder('video');
  const { store, remove } = createTestObjectStore();
  onTestFinished(() => {
    folder.remove();
    remove();
  });
  const media: Record<string, Uint8Array> = {};
  for (const [name, path] of Object.entries(uploads)) media[name] = await readFile(path);
  return { ...(await videoToolsIn(folder.path, store, media)), signal, encoder };
}

/** Tools that work in this folder, with these media stored as uploads. @param kept decoded pictures that stay in memory. */
export async function videoToolsIn(
  folder: string,
  store: ObjectStore,
  media: Record<string, Uint8Array>,
  kept = 1,
): Promise<VideoTools> {
  const assets: Record<string, AssetReference> = {};
  for (const [name, bytes] of Object.entries(media)) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    assets[name] = { objectKey: `assets/test/${sha256}`, contentType: 'application/octet-stream', sha256 };
    await store.put(`assets/test/${sha256}`, bytes);
  }
  const workFolder = join(folder, 'work');
  const cacheFolder = join(folder, 'cache');
  mkdirSync(workFolder);
  mkdirSync(cacheFolder);
  return {
    fonts,
    media: createRenderMedia({
      store,
      pictures: createSizeBoundCache<Picture>(kept, () => 1),
      fetchAsset: async () => ({
        ok: false,
        code: 'asset_unreachable',
        problem: 'could not be fetched: 404',
      }),
      assets,
      scope: 'batch',
    }),
    notes: new Set(),
    workFolder,
    cacheFolder,
    threads: 1,
    signal: new AbortController().signal,
    encoder: { name: 'libx264', reason: 'the test says so' },
    splicer: null,
    turn: { take: () => Promise.resolve(), leave: () => undefined },
    later: (work) => void work(),
    log: createLogger('test'),
  };
}

export function job(template: VideoTemplate, values: Record<string, string> = {}) {
  return { template, values: new Map(Object.entries(values)) };
}

/** Makes a media file with ffmpeg; returns its path. The folder lives as long as the test. */
export async function makeMedia(name: string, args: string[]): Promise<string> {
  const folder = temporaryFolder('media');
  onTestFinished(() => folder.remove());
  const file = join(folder.path, name);
  await run('ffmpeg', ['-v', 'error', '-y', ...args, file]);
  return file;
}
