/** What a run says on the terminal. */
import { explainSpans } from '../render-node/splice/explain-spans.ts';
import type { PlannedWays } from './plan-ways.ts';
import type { RowResult } from './render-rows.ts';
import type { Sheet } from './rows/row.ts';

const MOST_FAILURES_SHOWN = 20;

/** Columns and variables that do not meet; empty when all do. */
export function columnRemarks(variables: string[], { columns }: Pick<Sheet, 'columns'>): string[] {
  const missing = variables.filter((name) => !columns.includes(name));
  const unknown = columns.filter((name) => !variables.includes(name));
  return [
    ...(missing.length > 0 ? [`No column for ${missing.join(', ')}: blank in every row.`] : []),
    ...(unknown.length > 0 ? [`No variable for the column ${unknown.join(', ')}: ignored.`] : []),
  ];
}

/** Why a row looks as it does. */
export function explanation(
  { row, state, file, error, notes, ms, bytes, encoder }: RowResult,
  variables: string[],
) {
  const blanks = variables.filter((name) => !Object.hasOwn(row.values, name));
  return [
    `${rowLabel(row)}: ${state === 'rendered' ? `${file}, ${kilobytes(bytes)} by ${encoder} in ${ms} ms` : (error ?? state)}`,
    ...(blanks.length > 0 ? [`  blank: ${blanks.join(', ')}`] : []),
    ...notes.map((note) => `  note: ${note}`),
  ].join('\n');
}

/** Span by span, what a row's video takes: when it is the first of a batch, and when it is one of many. */
export function waysTable({ first, later }: PlannedWays, fps: number): string {
  const then = explainSpans(later, fps);
  const lines = explainSpans(first, fps).map(({ from, to, way, encoded }, index) => {
    const { way: laterWay, encoded: laterEncoded, why } = then[index]!;
    return `  ${seconds(from)} to ${seconds(to)} s: ${way} (${encoded}), later ${laterWay} (${laterEncoded}): ${why}`;
  });
  return ['Ways of the first video, with the pictures that are encoded:', ...lines].join('\n');
}

/** The counts, each failure, and the notes that rows have in common. */
export function summary(results: RowResult[], outputFolder: string): string {
  const of = (state: RowResult['state']) => results.filter((result) => result.state === state);
  const [rendered, failed, left] = [of('rendered'), of('failed'), of('not rendered')];
  const counts = [
    `${rendered.length} rendered into ${outputFolder}`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
    ...(left.length > 0 ? [`${left.length} not rendered`] : []),
  ];
  const shown = failed.slice(0, MOST_FAILURES_SHOWN);
  return [
    `${counts.join(', ')}. Each row stands in results.csv.`,
    ...noteCounts(results),
    ...shown.map(({ row, error }) => `  ${rowLabel(row)}: ${error}`),
    ...(failed.length > shown.length ? [`  … and ${failed.length - shown.length} more in results.csv`] : []),
  ].join('\n');
}

function rowLabel({ number, externalId }: RowResult['row']): string {
  return externalId === null ? `Row ${number}` : `Row ${number} (${externalId})`;
}

function noteCounts(results: RowResult[]): string[] {
  const counts = new Map<string, number>();
  for (const note of results.flatMap(({ notes }) => notes)) counts.set(note, (counts.get(note) ?? 0) + 1);
  return [...counts].map(([note, count]) => `  Note${count > 1 ? ` (${count} rows)` : ''}: ${note}`);
}

function seconds(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function kilobytes(bytes: number | null): string {
  return `${Math.ceil((bytes ?? 0) / 1_000)} kB`;
}
