import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ObjectMissing } from '../../runtime/object-store.ts';
import { createTestObjectStore, type TestObjectStore } from '../support/object-store.ts';

let objects: TestObjectStore;
beforeEach(() => {
  objects = createTestObjectStore();
});
afterEach(() => objects.remove());

test('gives back what was put, whole or in part', async () => {
  const { store } = objects;
  await store.put('a/b/one', Buffer.from('0123456789'));
  expect((await store.get('a/b/one')).toString()).toBe('0123456789');
  expect(await store.size('a/b/one')).toBe(10);
  expect(await text(store.read('a/b/one'))).toBe('0123456789');
  expect(await text(store.read('a/b/one', { start: 2, end: 4 }))).toBe('234');
});

test('replaces an object at once and leaves no partial file', async () => {
  const { store, folder } = objects;
  await Promise.all(
    ['x'.repeat(100_000), 'y'.repeat(100_000)].map((body) => store.put('k/same', Buffer.from(body))),
  );
  expect((await store.get('k/same')).toString()).toMatch(/^(x{100000}|y{100000})$/);
  expect(await readdir(join(folder, 'k'))).toEqual(['same']);
});

test('takes a finished file in and offers it as a file', async () => {
  const { store, folder } = objects;
  const finished = join(folder, 'render.tmp');
  await writeFile(finished, 'video');
  await store.putFile('outputs/1/output.mp4', finished);
  expect(await store.localFile('outputs/1/output.mp4')).toBe(join(folder, 'outputs/1/output.mp4'));
  expect((await store.get('outputs/1/output.mp4')).toString()).toBe('video');
  expect(await readdir(folder)).toEqual(['outputs']);
});

test('says which object is missing', async () => {
  const { store } = objects;
  await store.put('a/file', Buffer.from('x'));
  for (const key of ['nothing/here', 'a/file/below-a-file']) {
    await expect(store.get(key)).rejects.toThrow(new ObjectMissing(key));
    await expect(store.localFile(key)).rejects.toThrow(new ObjectMissing(key));
    expect(await store.size(key)).toBeNull();
  }
});

test('deletes, also what is gone already', async () => {
  const { store } = objects;
  await store.put('a/file', Buffer.from('x'));
  await store.delete('a/file');
  await store.delete('a/file');
  expect(await store.size('a/file')).toBeNull();
});

test('refuses a key that leads outside', async () => {
  const { store } = objects;
  for (const key of ['../outside', 'a/../../outside', '', '.'])
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('Object key leaves the store');
});
