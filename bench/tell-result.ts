/** What benchmarks found: printed, and with `--save` kept in docs/benchmarks, where the page and its pictures are made of it. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../runtime/repository-root.ts';
import { plotResults } from './plot-results.ts';
import { describeMachine, printTable } from './report.ts';
import type { Finding, Result } from './result.ts';
import { resultTable } from './result-table.ts';

const FOLDER = join(repositoryRoot, 'docs', 'benchmarks');
const FILE = join(FOLDER, 'results.json');
const PAGE = join(repositoryRoot, 'docs', 'benchmarks.md');
const BEGIN = '<!-- results: written by `npm run bench -- … --save` -->';
const END = '<!-- end of results -->';

export async function tellResult(finding: Finding, { save }: { save: boolean }): Promise<void> {
  const result: Result = { ...finding, machine: describeMachine() };
  const { headers, rows } = resultTable(result);
  console.log(`\n${result.id}: ${result.title}\n${result.machine}\n`);
  printTable(headers, rows);
  for (const note of result.notes) console.log(note);
  if (save) await saveResult(result);
}

async function saveResult(result: Result): Promise<void> {
  const others = (await savedResults()).filter(({ id }) => id !== result.id);
  const results = [...others, result].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
  await mkdir(FOLDER, { recursive: true });
  await writeFile(FILE, `${JSON.stringify(results, null, 2)}\n`);
  for (const [name, svg] of plotResults(results)) await writeFile(join(FOLDER, name), svg);
  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`${PAGE} has lost the marks between which results are written: ${BEGIN} … ${END}`);
  const pictures = plotResults(results).map(([name, , title]) => `![${title}](benchmarks/${name})\n`);
  const sections = results.map(markdownSection);
  await writeFile(PAGE, `${before}${BEGIN}\n\n${[...pictures, ...sections].join('\n')}\n${END}${after}`);
}

async function savedResults(): Promise<Result[]> {
  try {
    return JSON.parse(await readFile(FILE, 'utf8')) as Result[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function markdownSection(result: Result): string {
  const { headers, rows } = resultTable(result);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const aim = result.target === null ? [] : [`Aim: ${result.target}.`, ''];
  return [
    ...[`### ${result.id}: ${result.title}`, '', ...aim],
    ...[line(headers), `|${headers.map(() => '---').join('|')}|`, ...rows.map(line), ''],
    ...result.notes.flatMap((note) => [note, '']),
    `<sub>${result.machine}</sub>`,
    '',
  ].join('\n');
}
