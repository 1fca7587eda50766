import { EXTERNAL_ID } from '../../contract/row-key.ts';
import { PlaygroundProblem } from '../playground-problem.ts';
import type { Sheet } from './row.ts';

/**
 * Rows as the API takes them: a list of objects, or a body with such a list under `rows`.
 * @param name of the file, for what is said about it
 * @throws {PlaygroundProblem} naming the row
 */
export function readJsonRows(text: string, name: string): Sheet {
  const rows = rowList(parseJson(text, name));
  if (!rows) throw new PlaygroundProblem(`${name} must hold a list of rows: [{"name": "Ada"}, …].`);
  const columns = new Set<string>();
  return {
    rows: rows.map((row, index) => {
      if (row === null || typeof row !== 'object' || Array.isArray(row))
        throw new PlaygroundProblem(`${name}, row ${index + 1}: is no object such as {"name": "Ada"}.`);
      for (const key of Object.keys(row)) if (key !== EXTERNAL_ID) columns.add(key);
      const filled = Object.entries(row)
        .map(([key, value]) => [key, valueText(value, `${name}, row ${index + 1}, ${key}`)] as const)
        .filter(([, text]) => text !== '');
      const { [EXTERNAL_ID]: externalId = null, ...values } = Object.fromEntries(filled);
      return { number: index + 1, externalId, values };
    }),
    columns: [...columns],
  };
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PlaygroundProblem(`${name} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}

function rowList(content: unknown): unknown[] | null {
  if (Array.isArray(content)) return content;
  const rows = (content as { rows?: unknown } | null)?.rows;
  return Array.isArray(rows) ? rows : null;
}

function valueText(value: unknown, place: string): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new PlaygroundProblem(`${place}: must be a text, a number, true, false or null.`);
}
