import { mebibytes } from './report.ts';
import type { ContestantResult, Result } from './result.ts';

/** A result as headers and lines of text. A race's first contestant is the one that the others are compared with. */
export function resultTable(result: Result): { headers: string[]; rows: string[][] } {
  switch (result.kind) {
    case 'race':
      return raceTable(result);
    case 'curve':
      return {
        headers: ['rows', 'from the first message to the last report', 'rows/min', 'ms/row'],
        rows: result.points.map(({ rows, seconds }) => [
          rows.toLocaleString('en'),
          `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`,
          shown((rows / seconds) * 60),
          shown((seconds * 1_000) / rows),
        ]),
      };
    case 'figures':
      return { headers: ['figure', 'value'], rows: result.figures };
    default:
      return result satisfies never;
  }
}

function raceTable({ unit, runs, contestants }: Extract<Result, { kind: 'race' }>) {
  const [first] = contestants;
  const times = (one: ContestantResult, other: ContestantResult | undefined) => {
    if (!other || one === other) return '';
    return `${shown(other.rowsPerSecond / one.rowsPerSecond)}× as fast, ${shown(one.cpuMsPerRow / other.cpuMsPerRow)}× less CPU`;
  };
  return {
    headers: ['', unit, 'CPU ms/row', 'peak memory', 'rows', `${first?.name ?? ''} is`],
    rows: contestants.map((one) => [
      one.name,
      shown(perUnit(one, unit)),
      shown(one.cpuMsPerRow),
      mebibytes(one.peakMebibytes),
      `${runs} × ${one.rows}`,
      times(one, first),
    ]),
  };
}

export function perUnit({ rowsPerSecond }: ContestantResult, unit: 'videos/min' | 'images/s'): number {
  return unit === 'videos/min' ? rowsPerSecond * 60 : rowsPerSecond;
}

/** Three digits are as many as such a measurement has. */
export function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
}
