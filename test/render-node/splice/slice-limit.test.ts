import { expect, test } from 'vitest';
import { mostSlices } from '../../../render-node/splice/slice-limit.ts';

/** @param level in tenths, where a stream's header has it. */
const atLevel = (level: number) => ({ avcC: Buffer.from([1, 100, 0, level]) });

test.each([
  [13, 30, Number.POSITIVE_INFINITY],
  [30, 25, 73],
  [31, 30, 60],
  [32, 60, 60],
  [40, 30, 136],
  [41, 30, 341],
  [62, 30, 0],
])('at level %i and %i frames per second a picture may have %d slices', (level, fps, slices) => {
  expect(mostSlices(atLevel(level), fps)).toBe(slices);
});
