import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRenderMedia, type Picture } from '../../../render-node/assets/render-media.ts';
import { createSizeBoundCache } from '../../../render-node/size-bound-cache.ts';
import { createDiskStore } from '../../../runtime/object-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('render-media').path;
const place = { scene: null, layer: 'sound', variable: null };

function mediaOf(path: string) {
  return createRenderMedia({
    store: createDiskStore(folder),
    pictures: createSizeBoundCache<Picture>(1, () => 1),
    fetchAsset: async () => ({ ok: true, path }),
    assets: {},
    scope: 'batch',
  });
}

test('a file that rows share is read once to be recognised and hashed', async () => {
  const path = join(folder, 'sound');
  await writeFile(path, 'fLaC and so on');
  const first = await mediaOf(path).file('https://media.example/sound', 'audio', place);
  expect(first).toEqual({
    path,
    contentType: 'audio/flac',
    sha256: 'b6cd42d0159cb7d699a57f75691f2f63c8af44d58c65b2d3a24e5f439ac5ae1b',
  });
  // Whoever would read it again could not.
  await rm(path);
  expect(await mediaOf(path).file('https://media.example/sound', 'audio', place)).toEqual(first);
});

test('what is no media is refused, and once more', async () => {
  const path = join(folder, 'page');
  await writeFile(path, '<!doctype html><p>Not found</p>');
  for (let time = 0; time < 2; time++)
    await expect(mediaOf(path).file('https://media.example/page', 'audio', place)).rejects.toThrow(
      /is not a sound file/,
    );
});
