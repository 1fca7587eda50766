import { expect, it } from 'vitest';
import { createRowRate } from '../../../gateway/dispatch/row-rate.ts';
import { windowSize } from '../../../gateway/dispatch/window-size.ts';

it('holds one row in work and one waiting per slot while rows are slow', () => {
  expect(windowSize({ slots: 2, rowsPerSecond: 0.2 })).toBe(4);
  expect(windowSize({ slots: 100, rowsPerSecond: 20 })).toBe(200);
});

it('grows to a second’s worth of fast rows, up to four per slot or 32', () => {
  expect(windowSize({ slots: 2, rowsPerSecond: 20 })).toBe(22);
  expect(windowSize({ slots: 2, rowsPerSecond: 300 })).toBe(32);
  expect(windowSize({ slots: 100, rowsPerSecond: 9_000 })).toBe(400);
});

it('has something ready for the first node that comes', () => {
  expect(windowSize({ slots: 0, rowsPerSecond: 0 })).toBe(4);
});

it('measures the rows of the last two seconds', () => {
  let now = 10_000;
  const rate = createRowRate(() => now);
  rate.add(30);
  now += 1_500;
  rate.add(10);
  expect(rate.perSecond()).toBe(20);
  now += 1_000;
  expect(rate.perSecond()).toBe(5);
});
