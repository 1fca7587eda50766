import { CsvError, parse } from 'csv-parse/sync';
import { EXTERNAL_ID } from '../../contract/row-key.ts';
import { PlaygroundProblem } from '../playground-problem.ts';
import { decodeText } from './decode-text.ts';
import type { Sheet } from './row.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** Excel's own first line, which names the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/**
 * A sheet as spreadsheets save it: any of the usual delimiters and encodings, spaces around the names in its header.
 * @param name of the file, for what is said about it
 * @throws {PlaygroundProblem} naming the line
 */
export function readCsv(bytes: Uint8Array, name: string): Sheet {
  const text = decodeText(bytes);
  const separator = SEPARATOR_LINE.exec(text);
  const body = separator ? text.slice(separator[0].length) : text;
  const [header, ...records] = parseRecords(body, separator?.[1] ?? detectDelimiter(body), name);
  if (!header) throw new PlaygroundProblem(`${name} is empty: its first line must name the variables.`);
  // Records are counted from the header's line on.
  const lineOf = ({ info }: CsvRecord) => info.lines + (separator ? 1 : 0);
  const names = header.record.map((column) => column.trim());
  refuseRepeatedNames(names, name);
  const rows = records.map((entry, index) => {
    refuseCellsWithoutName(entry.record, names, lineOf(entry), name);
    const cells = names.map((column, place) => [column, entry.record[place] ?? ''] as const);
    const filled = cells.filter(([column, value]) => column !== '' && value !== '');
    const { [EXTERNAL_ID]: externalId = null, ...values } = Object.fromEntries(filled);
    return { number: index + 1, externalId, values };
  });
  return { columns: names.filter((column) => column !== '' && column !== EXTERNAL_ID), rows };
}

/** The one that stands most often in the header outside of quotes. */
function detectDelimiter(text: string): string {
  const header = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r\n|\r|\n/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function parseRecords(text: string, delimiter: string, name: string): CsvRecord[] {
  try {
    return parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new PlaygroundProblem(
      `${name}, line ${error.lines}: a quotation mark is not closed, or stands inside a cell that is not quoted.`,
      { cause: error },
    );
  }
}

function refuseRepeatedNames(names: string[], file: string): void {
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new PlaygroundProblem(`${file}, line 1: two columns are called "${repeated}". Rename one.`);
}

/** Values that slipped to the right would print in the wrong places; blank cells at the end are spreadsheets' habit. */
function refuseCellsWithoutName(record: string[], names: string[], line: number, file: string): void {
  const extra = record.slice(names.length).find((value) => value !== '');
  if (extra === undefined) return;
  throw new PlaygroundProblem(
    `${file}, line ${line}: there are ${record.length} cells for ${names.length} columns. Put a cell that holds the delimiter into quotation marks.`,
  );
}
