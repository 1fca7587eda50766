/** What the benchmarks say of what they measured: figures here are given, and the claims made of them are looked at. */
import { expect, test } from 'vitest';
import { plotResults } from '../../bench/plot-results.ts';
import type { Result } from '../../bench/result.ts';
import { resultTable } from '../../bench/result-table.ts';
import { person } from '../../bench/workloads/people.ts';

const RACE: Result = {
  ...{
    id: 'I1',
    title: 'cards',
    target: null,
    notes: [],
    machine: '2 × a CPU',
    kind: 'race',
    unit: 'images/s',
  },
  runs: 5,
  contestants: [
    { name: 'ours', rows: 1_000, rowsPerSecond: 160, cpuMsPerRow: 10, peakMebibytes: 200.4 },
    { name: 'A & B', rows: 200, rowsPerSecond: 40, cpuMsPerRow: 25, peakMebibytes: 90 },
  ],
};

test('the others are compared with the first, by speed and by CPU time', () => {
  expect(resultTable(RACE).rows).toEqual([
    ['ours', '160', '10.0', '200 MiB', '5 × 1000', ''],
    ['A & B', '40.0', '25.0', '90 MiB', '5 × 200', '4.00× as fast, 2.50× less CPU'],
  ]);
});

test('bars are as long as the figures are large, and names are text, not markup', () => {
  const [[name, svg] = ['', '']] = plotResults([RACE]);
  const lengths = [...svg.matchAll(/<rect x="[^"]+" y="[^"]+" width="([\d.]+)"/g)].map(([, width]) =>
    Number(width),
  );
  expect(name).toBe('I1.svg');
  expect(lengths).toHaveLength(2);
  expect(lengths[0]! / lengths[1]!).toBeCloseTo(4, 2);
  expect(svg).toContain('A &amp; B');
});

test('a curve rises from left to right when more rows are cheaper rows', () => {
  const points = [1, 10, 100].map((rows) => ({ rows, seconds: 1 + rows * 0.01 }));
  const [[, svg] = ['', '']] = plotResults([{ ...RACE, kind: 'curve', points }]);
  const dots = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);
  expect(dots).toHaveLength(3);
  for (const [index, [x, y]] of dots.slice(1).entries()) {
    expect(x).toBeGreaterThan(dots[index]![0]!);
    expect(y).toBeLessThan(dots[index]![1]!);
  }
});

test('20,000 rows are 20,000 people, no two alike in any column that is drawn', () => {
  const people = Array.from({ length: 20_000 }, (_, index) => person(index));
  for (const column of ['id', 'first_name', 'company', 'title'] as const)
    expect(new Set(people.map((one) => one[column])).size, column).toBe(20_000);
  expect(person(7)).toEqual(people[7]);
});
