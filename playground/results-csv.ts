import { stringify } from 'csv-stringify/sync';
import type { RowResult } from './render-rows.ts';

/** One line per row, in their order. */
export function resultsCsv(results: RowResult[]): string {
  const lines = results.map(({ row, file, state, error, notes, ms }) => [
    row.number,
    row.externalId ?? '',
    file ?? '',
    state,
    error ?? '',
    notes.join(' '),
    ms ?? '',
  ]);
  return stringify([['row', 'external_id', 'file', 'state', 'error', 'notes', 'ms'], ...lines], {
    record_delimiter: '\r\n',
    quoted_match: /[\r\n]/,
  });
}
