import { expect, test } from 'vitest';
import { type MemorySample, memoryGrowth, warmUpOf } from '../../bench/memory-samples.ts';

/** A sample every 10 rows. @param memory MiB of each living process by its pid, after so many rows */
function samples(rows: number, memory: (rows: number) => Record<number, number>): MemorySample[] {
  return Array.from({ length: rows / 10 + 1 }, (_, index) => ({
    rows: index * 10,
    processes: Object.entries(memory(index * 10)).map(([pid, allocatedMebibytes]) => ({
      ...{ pid: Number(pid), name: Number(pid) < 10 ? 'slot' : 'ffmpeg' },
      ...{ mebibytes: 500, allocatedMebibytes },
    })),
  }));
}

test('two slots that keep 2 MiB of each 1,000 rows grow by 4 together, whatever they took to warm up', () => {
  const warmingUp = (rows: number) => 100 + Math.min(rows, 1_000) * 0.2 + rows * 0.002;
  const found = memoryGrowth(
    samples(5_000, (rows) => ({ 1: warmingUp(rows), 2: warmingUp(rows) + 30 })),
    1_000,
  );
  expect(found).toMatchObject([{ name: 'slot', processes: 2, peakMebibytes: 340 }]);
  expect(found[0]!.mebibytesPerThousandRows).toBeCloseTo(4, 6);
  expect(found[0]!.margin).toBeCloseTo(0, 6);
});

test('a slot that takes the place of one that grew does not hide its growth', () => {
  const life = (rows: number) => 100 + rows * 0.003;
  const found = memoryGrowth(
    samples(3_990, (rows) => ({ [rows < 2_000 ? 1 : 2]: life(rows % 2_000) })),
    500,
  );
  expect(found[0]!.mebibytesPerThousandRows).toBeCloseTo(3, 6);
});

test('encoders that live for a row count for nothing, however large they are', () => {
  const found = memoryGrowth(
    samples(3_000, (rows) => ({ 1: 100, [10 + rows]: rows })),
    warmUpOf(3_000),
  );
  expect(found.map(({ name, mebibytesPerThousandRows }) => [name, mebibytesPerThousandRows])).toEqual([
    ['slot', 0],
  ]);
});

test('what is taken for a moment and given back is no growth, and does not hide any', () => {
  /** In one sample of ten, and more of it later on. */
  const moment = (rows: number) => ((rows / 10) % 10 === 3 ? rows / 20 : 0);
  const found = memoryGrowth(
    samples(4_000, (rows) => ({ 1: 100 + rows * 0.001 + moment(rows) })),
    1_000,
  );
  expect(found[0]!.mebibytesPerThousandRows).toBeCloseTo(1, 2);
  expect(found[0]!.margin).toBeLessThan(0.01);
});

test('memory that only goes up and down may grow by no more than its margin', () => {
  const found = memoryGrowth(
    samples(4_000, (rows) => ({ 1: 100 + ((rows / 10) % 7) * 5 })),
    1_000,
  );
  expect(Math.abs(found[0]!.mebibytesPerThousandRows)).toBeLessThan(found[0]!.margin);
});
