/** Submitted rows as they will be stored: checked, in order, values as text. */
import {
  MAX_BATCH_NAME_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
  MAX_ROW_BYTES,
  MAX_ROWS_PER_BATCH,
} from '../../contract/limits.ts';
import { EXTERNAL_ID } from '../../contract/row-key.ts';
import { isStorable, UNSTORABLE } from '../db/storable-text.ts';
import { BatchNameInvalid, RowInvalid, RowsRequired, TooManyRows } from './submit-refusals.ts';

export interface ParsedRow {
  externalId: string | null;
  /** Key → text, in the submitted order; blanks are left out. */
  values: Map<string, string>;
}

export interface ParsedRows {
  rows: ParsedRow[];
  /** Every key of any row, in order of first appearance, blank ones included. */
  keys: string[];
}

/** @throws {RowsRequired} @throws {TooManyRows} @throws {RowInvalid} naming row and key */
export function parseRows(input: unknown): ParsedRows {
  if (!Array.isArray(input) || input.length === 0) throw new RowsRequired();
  if (input.length > MAX_ROWS_PER_BATCH) throw new TooManyRows();
  if (!input.every(isPlainObject)) throw new RowsRequired();
  const keys = new Set<string>();
  const rows = input.map((row, index) => parseRow(row, index, keys));
  return { rows, keys: [...keys] };
}

/** @throws {BatchNameInvalid} */
export function parseBatchName(input: unknown): string | null {
  if (input === undefined || input === null || input === '') return null;
  if (typeof input !== 'string' || [...input].length > MAX_BATCH_NAME_LENGTH || !isStorable(input))
    throw new BatchNameInvalid();
  return input;
}

function parseRow(row: Record<string, unknown>, index: number, keys: Set<string>): ParsedRow {
  const values = new Map<string, string>();
  let externalId: string | null = null;
  let bytes = 0;
  for (const [key, value] of Object.entries(row)) {
    const text = valueText(value, index, key);
    if (!isStorable(key))
      throw new RowInvalid(index, null, 'has a key with a character that cannot be stored');
    bytes += Buffer.byteLength(key) + Buffer.byteLength(text);
    if (bytes > MAX_ROW_BYTES)
      throw new RowInvalid(index, null, `is larger than ${MAX_ROW_BYTES / 1024} KiB`);
    if (key === EXTERNAL_ID) {
      if (text.length > MAX_EXTERNAL_ID_LENGTH)
        throw new RowInvalid(index, key, `is longer than ${MAX_EXTERNAL_ID_LENGTH} characters`);
      externalId = text === '' ? null : text;
      continue;
    }
    keys.add(key);
    if (text !== '') values.set(key, text);
  }
  return { externalId, values };
}

/** Strings as they are, numbers and booleans as their JSON text, null as missing. */
function valueText(value: unknown, index: number, key: string): string {
  switch (typeof value) {
    case 'string':
      if (!isStorable(value)) throw new RowInvalid(index, key, UNSTORABLE);
      return value;
    case 'number':
      // JSON text such as 1e999 is a number that nothing can hold.
      if (!Number.isFinite(value))
        throw new RowInvalid(index, key, 'is a number out of range; send it as a string');
      return JSON.stringify(value);
    case 'boolean':
      return JSON.stringify(value);
    default:
      if (value === null || value === undefined) return '';
      throw new RowInvalid(index, key, 'must be a string, a number or a boolean');
  }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
