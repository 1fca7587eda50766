import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { PlaygroundProblem } from '../playground-problem.ts';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readJsonRows } from './read-json-rows.ts';
import type { Sheet } from './row.ts';

/** Rows from a .json file or from any other, which is taken for a CSV sheet. @throws {PlaygroundProblem} */
export async function readRows(path: string): Promise<Sheet> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new PlaygroundProblem(
      error.code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${error.message}`,
      { cause: error },
    );
  });
  const name = basename(path);
  return extname(path).toLowerCase() === '.json'
    ? readJsonRows(decodeText(bytes), name)
    : readCsv(bytes, name);
}
