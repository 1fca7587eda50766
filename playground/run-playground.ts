/** `npm run render`, step by step: template, rows, slots, files, account. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RenderFailure } from '../contract/render-failure.ts';
import { templateVariables } from '../contract/template/variables.ts';
import { drawContactSheet, MOST_ON_A_SHEET, type SheetCell, sheetFormat } from './contact-sheet.ts';
import { assetNames, type LocalAssets } from './local-assets.ts';
import { type LocalRenderer, openLocalRenderer } from './local-renderer.ts';
import { planFileWays } from './plan-file-ways.ts';
import { PlaygroundProblem } from './playground-problem.ts';
import { columnRemarks, explanation, summary, waysTable } from './print-run.ts';
import { type RowResult, renderRows } from './render-rows.ts';
import { resultsCsv } from './results-csv.ts';
import { readRows } from './rows/read-rows.ts';
import type { Row, Sheet } from './rows/row.ts';
import { showProgress } from './show-progress.ts';
import { readTemplateFile, type TemplateFile } from './template-file.ts';

export interface PlaygroundOptions {
  /** Absolute paths. */
  template: string;
  rows?: string;
  out: string;
  /** Seconds: a still of each row in place of its video. */
  still?: number;
  /** Only this row, counted from 1. */
  row?: number;
  /** Only so many rows. */
  limit?: number;
  jobs: number;
  format?: string;
  /** One more row in which every variable is blank. */
  blank: boolean;
  explain: boolean;
  contactSheet?: string;
}

/**
 * @param stop aborted when the person has had enough: rows that have not been rendered then are listed as such
 * @returns whether every row was rendered
 * @throws {PlaygroundProblem} before anything is rendered
 */
export async function runPlayground(
  options: PlaygroundOptions,
  print: (text: string) => void,
  stop: AbortSignal,
): Promise<boolean> {
  if (options.contactSheet !== undefined) sheetFormat(options.contactSheet);
  const file = await readTemplateFile(options.template, options.format);
  const { rows, remarks } = await chooseRows(options, file);
  for (const remark of remarks) print(remark);
  await mkdir(options.out, { recursive: true });
  const renderer = await openLocalRenderer({
    jobs: Math.min(options.jobs, rows.length),
    encodesVideo: file.template.kind === 'video' && options.still === undefined,
  });
  stop.addEventListener('abort', () => void renderer.close());
  try {
    const results = await renderInto(options, { file, rows }, renderer, print);
    await writeFile(join(options.out, 'results.csv'), resultsCsv(results));
    if (options.contactSheet !== undefined && !stop.aborted) {
      await drawContactSheet(
        renderer,
        results.map(sheetCell),
        { shape: file.template },
        options.contactSheet,
      );
      const left = results.length - MOST_ON_A_SHEET;
      if (left > 0)
        print(`The contact sheet shows the first ${MOST_ON_A_SHEET} rows, not the other ${left}.`);
    }
    print(summary(results, options.out));
    return results.every(({ state }) => state === 'rendered');
  } finally {
    await renderer.close();
  }
}

async function renderInto(
  { out, still, explain }: PlaygroundOptions,
  { file, rows }: { file: TemplateFile; rows: Row[] },
  renderer: LocalRenderer,
  print: (text: string) => void,
): Promise<RowResult[]> {
  const assets = renderer.assetsBeside(file.folder);
  const template = await renderer.load(
    { document: file.document, kind: file.template.kind },
    await templateAssets(file, assets, print),
  );
  const progress = showProgress(rows.length, process.stderr);
  const results = await renderRows({
    renderer,
    template,
    assets,
    rows,
    outputFolder: out,
    stillSeconds: still,
    done: ({ state }) => progress.rowDone(state === 'failed'),
  });
  progress.stop();
  const variables = templateVariables(file.template).map(({ name }) => name);
  if (!explain) return results;
  for (const result of results) print(explanation(result, variables));
  if (file.template.kind === 'video' && still === undefined)
    print(await explainWays(file, file.template.fps, rows[0]!));
  return results;
}

async function explainWays(file: TemplateFile, fps: number, { values }: Row): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rowcast-ways-'));
  try {
    return waysTable(await planFileWays(file, values, folder), fps);
  } catch (error) {
    if (error instanceof RenderFailure) return `How the videos are made cannot be told: ${error.message}`;
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function sheetCell({ picture, row, error }: RowResult): SheetCell {
  return { picture, label: row.externalId ?? `row ${row.number}`, problem: error ?? 'not rendered' };
}

/** The files that the template itself names, stored; what is missing is said before a row fails of it. */
export async function templateAssets(
  { document }: Pick<TemplateFile, 'document'>,
  assets: LocalAssets,
  print: (text: string) => void,
) {
  const references = await assets.referencesIn(document);
  for (const name of new Set(assetNames(document)))
    if (!Object.hasOwn(references, name))
      print(`asset:${name} has no file: put it into media/ or assets/ beside the template.`);
  return references;
}

/**
 * The rows to render and what is to be said about their columns. Without a sheet: one row of the template's examples.
 * @throws {PlaygroundProblem}
 */
export async function chooseRows(
  options: Pick<PlaygroundOptions, 'rows' | 'row' | 'limit' | 'blank'>,
  { template }: Pick<TemplateFile, 'template'>,
): Promise<{ rows: Row[]; remarks: string[] }> {
  const variables = templateVariables(template);
  const names = variables.map(({ name }) => name);
  const examples = variables.filter(({ exampleValue }) => exampleValue !== '');
  const sheet: Sheet =
    options.rows === undefined
      ? {
          columns: names,
          rows: [
            {
              number: 1,
              externalId: 'example',
              values: Object.fromEntries(examples.map(({ name, exampleValue }) => [name, exampleValue])),
            },
          ],
        }
      : await readRows(options.rows);
  const rows = pick(sheet.rows, options);
  if (options.blank) rows.push({ number: sheet.rows.length + 1, externalId: 'all-blank', values: {} });
  if (rows.length === 0) throw new PlaygroundProblem(`${options.rows} has a header but no rows.`);
  return { rows, remarks: columnRemarks(names, sheet) };
}

function pick(rows: Row[], { row, limit }: Pick<PlaygroundOptions, 'row' | 'limit'>): Row[] {
  if (row === undefined) return rows.slice(0, limit);
  const chosen = rows[row - 1];
  if (!chosen) throw new PlaygroundProblem(`There is no row ${row}: the sheet has ${rows.length}.`);
  return [chosen];
}
