import { expect, test } from 'vitest';
import { createSizeBoundCache } from '../../render-node/size-bound-cache.ts';

test('keeps what was used last, up to the size, and loads the rest again', async () => {
  const loads: string[] = [];
  const cache = createSizeBoundCache<string>(3, (text) => text.length);
  const get = (key: string) =>
    cache.get(key, async () => {
      loads.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) expect(await get(key)).toBe(key);
  expect(loads.join('')).toBe('abcdb');
  expect(await get('large')).toBe('large');
  expect(await get('large')).toBe('large');
  expect(loads.at(-1)).toBe('large');
  expect(loads).toHaveLength(6);
});

test('askers at the same time share one load, and a failure is not kept', async () => {
  const cache = createSizeBoundCache<number>(10, () => 1);
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 1) throw new Error('first');
    return loads;
  };
  await expect(Promise.all([cache.get('x', load), cache.get('x', load)])).rejects.toThrow('first');
  expect(await Promise.all([cache.get('x', load), cache.get('x', load)])).toEqual([2, 2]);
});
