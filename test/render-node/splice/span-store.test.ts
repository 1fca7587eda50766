import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSpanStore } from '../../../render-node/splice/span-store.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const log = createLogger('test');

function spanOf(bytes: number) {
  return {
    frames: 30,
    pictures: [
      { frame: 0, key: true, mix: null, bytes: Buffer.alloc(bytes, 1) },
      { frame: 7, key: false, mix: null, bytes: Buffer.from('a change') },
      { frame: 6, key: false, mix: 64, bytes: Buffer.alloc(0) },
    ],
    thumbnail: Buffer.from('a small picture'),
    film: Buffer.from('a header'),
  };
}

function storeFolder(): string {
  const folder = temporaryFolder('spans');
  onTestFinished(() => folder.remove());
  return folder.path;
}

test('a span comes back from disk as it was', async () => {
  const folder = storeFolder();
  const store = createSpanStore({ folder, log });
  store.keep('one', spanOf(1_000));
  await store.settled();
  expect(await createSpanStore({ folder, log }).find('one')).toEqual(spanOf(1_000));
  expect(await store.find('another')).toBeNull();
});

test('the disk is not asked for what is most likely not there; memory always is', async () => {
  const folder = storeFolder();
  const store = createSpanStore({ folder, log });
  store.keep('one', spanOf(1_000));
  await store.settled();
  expect(await store.find('one', { onDisk: false })).toEqual(spanOf(1_000));
  expect(await createSpanStore({ folder, log }).find('one', { onDisk: false })).toBeNull();
});

test('the disk holds no more than its share: the longest unused leave first', async () => {
  const folder = storeFolder();
  const store = createSpanStore({ folder, log, diskBytes: 40_000, memoryBytes: 1 });
  for (const [index, key] of ['a', 'b', 'c'].entries()) {
    store.keep(key, spanOf(9_000));
    await store.settled();
    const longAgo = new Date(Date.now() - (10 - index) * 60_000);
    await utimes(join(folder, `${key}.span`), longAgo, longAgo);
  }
  // Using it makes it young.
  expect(await store.find('a')).not.toBeNull();
  store.keep('large', spanOf(15_000));
  await store.settled();
  expect((await readdir(folder)).sort()).toEqual(['a.span', 'c.span', 'large.span']);
});

test('a disk that takes nothing costs no row', async () => {
  const store = createSpanStore({ folder: '/dev/null/spans', log });
  store.keep('one', spanOf(1_000));
  await store.settled();
  expect(await store.find('one')).toEqual(spanOf(1_000));
});
