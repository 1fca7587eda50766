/** File names for rows: what people call a row, made safe for every file system, each name once. */
import type { Row } from './row.ts';

const LONGEST = 100;
/** Devices of Windows, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** One name without extension per row, in their order. */
export function outputNames(rows: Pick<Row, 'number' | 'externalId'>[]): string[] {
  const digits = String(Math.max(...rows.map(({ number }) => number), 1)).length;
  const taken = new Set<string>();
  return rows.map(({ number, externalId }) => {
    const wanted = safeName(externalId ?? '') || `row-${String(number).padStart(digits, '0')}`;
    const name = firstFree(wanted, taken);
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Letters and digits of any script, dots, dashes and underscores; the rest becomes a dash. */
export function safeName(text: string): string {
  const name = [...text.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')]
    .slice(0, LONGEST)
    .join('')
    .replaceAll(/^[.-]+|[.-]+$/g, '');
  return RESERVED.test(name.split('.')[0] ?? '') ? `_${name}` : name;
}

/** Some file systems see no difference between `a` and `A`. */
function firstFree(wanted: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
