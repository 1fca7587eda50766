import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCollector } from '../../../gateway/render-reports/collector.ts';

const LONG_MS = 60_000;

function createBatches(maxSize: number, lingerMs = LONG_MS) {
  const batches: number[][] = [];
  const collector = createCollector<number>({
    maxSize,
    lingerMs,
    handle: async (items) => {
      batches.push(items);
    },
  });
  return { batches, collector };
}

test('what comes alone after a quiet time is worked off at once', () => {
  const { batches, collector } = createBatches(10);
  collector.add(1);
  expect(batches).toEqual([[1]]);
});

test('what comes soon after waits for others, a full batch does not', async () => {
  const { batches, collector } = createBatches(3);
  collector.add(1);
  await sleep(1);
  for (const item of [2, 3]) collector.add(item);
  await sleep(1);
  expect(batches).toEqual([[1]]);
  collector.add(4);
  expect(batches).toEqual([[1], [2, 3, 4]]);
  await collector.close();
});

test('others are waited for no longer than said', async () => {
  const { batches, collector } = createBatches(3, 5);
  for (const item of [1, 2]) collector.add(item);
  await expect.poll(() => batches.flat()).toEqual([1, 2]);
});

test('closing works off what waits', async () => {
  const { batches, collector } = createBatches(10);
  for (const item of [1, 2, 3]) collector.add(item);
  await collector.close();
  expect(batches.flat()).toEqual([1, 2, 3]);
});
