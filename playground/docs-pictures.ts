/**
 * `npm run docs:pictures`: draws the pictures of the documentation anew. Each document in docs/pictures/sources becomes
 * one picture: an image as it is, a video as a strip of moments. Each example becomes a sheet of its edge rows.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import type { Template } from '../contract/template/template.ts';
import { dataFolder } from '../runtime/local-instance.ts';
import { repositoryRoot } from '../runtime/repository-root.ts';
import { drawContactSheet, type SheetCell, type SheetLayout } from './contact-sheet.ts';
import type { LocalAssets } from './local-assets.ts';
import { type LocalRenderer, openLocalRenderer } from './local-renderer.ts';
import { PlaygroundProblem } from './playground-problem.ts';
import { type RowResult, renderRows } from './render-rows.ts';
import { readRows } from './rows/read-rows.ts';
import type { Row } from './rows/row.ts';
import { readTemplateFile, type TemplateFile } from './template-file.ts';

const PICTURES = join(repositoryRoot, 'docs/pictures');
const EXAMPLES = join(repositoryRoot, 'examples');
const WORK = join(dataFolder(), 'playground/docs-pictures');
const MOST_BYTES = 60_000;
/** Tried in this order until the file is small enough. */
const QUALITIES = [82, 70, 58, 46, 34];
/** Moments of a video on a strip. */
const MOMENTS = 4;

const renderer = await openLocalRenderer({ jobs: availableParallelism(), encodesVideo: false });
try {
  for (const name of await readdir(join(PICTURES, 'sources')))
    await drawSource(renderer, join(PICTURES, 'sources', name));
  for (const name of await readdir(EXAMPLES))
    if (existsSync(join(EXAMPLES, name, 'rows-edge.csv'))) await drawExample(renderer, join(EXAMPLES, name));
} finally {
  await renderer.close();
  await rm(WORK, { recursive: true, force: true });
}

async function drawSource(renderer: LocalRenderer, path: string): Promise<void> {
  const file = await readTemplateFile(path);
  const assets = await exampleAssets(renderer);
  const name = basename(path, '.json');
  const target = join(PICTURES, `${name}.webp`);
  if (file.template.kind === 'video') {
    const cells = await momentCells(renderer, file, assets, [
      { number: 1, externalId: name, values: file.template.examples },
    ]);
    return drawSmallSheet(renderer, cells, stripLayout(file.template), target);
  }
  await withSmallFile(target, async (quality) => {
    const document = { ...file.document, output: { format: 'webp', quality } };
    const [result] = await draw(renderer, { ...file, document }, assets, [
      { number: 1, externalId: name, values: file.template.examples },
    ]);
    await copyFile(join(WORK, result!.file!), target);
  });
}

/** The golden row, the one with every variable blank, and the worst case. */
async function drawExample(renderer: LocalRenderer, folder: string): Promise<void> {
  const file = await readTemplateFile(join(folder, 'template.json'));
  const { rows } = await readRows(join(folder, 'rows-edge.csv'));
  const assets = renderer.assetsBeside(folder);
  const target = join(PICTURES, `example-${basename(folder)}.webp`);
  if (file.template.kind === 'video') {
    const cells = await momentCells(renderer, file, assets, rows);
    return drawSmallSheet(renderer, cells, stripLayout(file.template), target);
  }
  const cells = (await draw(renderer, file, assets, rows)).map(cellOf);
  await drawSmallSheet(renderer, cells, { shape: file.template, cell: 380, columns: 2 }, target);
}

/** As wide as a page, upright pictures too. */
function stripLayout(shape: Pick<Template, 'width' | 'height'>): SheetLayout {
  return { shape, cell: shape.height > shape.width ? 300 : 200, columns: MOMENTS };
}

/** Moments of each row, spread evenly. */
async function momentCells(
  renderer: LocalRenderer,
  file: TemplateFile,
  assets: LocalAssets,
  rows: Row[],
): Promise<SheetCell[]> {
  const seconds = Array.from(
    { length: MOMENTS },
    (_, index) => ((index + 0.5) / MOMENTS) * lengthOf(file.template),
  );
  const drawn = await Promise.all(seconds.map((at) => draw(renderer, file, assets, rows, at)));
  return rows.flatMap((row, index) =>
    drawn.map((results, moment) => ({
      ...cellOf(results[index]!),
      label: `${rows.length > 1 ? `${row.externalId}, ` : ''}${seconds[moment]!.toFixed(1)} s`,
    })),
  );
}

/** About: what is as long as its media counts as four seconds. */
function lengthOf(template: Template): number {
  if (template.kind === 'image') return 0;
  return template.scenes.reduce((sum, { duration, transition }, index) => {
    const overlap = index > 0 && transition.type !== 'cut' ? transition.duration : 0;
    return sum + (typeof duration === 'number' ? duration : 4) - overlap;
  }, 0);
}

async function draw(
  renderer: LocalRenderer,
  { document, template: { kind } }: TemplateFile,
  assets: LocalAssets,
  rows: Row[],
  stillSeconds?: number,
): Promise<RowResult[]> {
  const template = await renderer.load({ document, kind }, await assets.referencesIn(document));
  const outputFolder = stillSeconds === undefined ? WORK : join(WORK, String(stillSeconds));
  const results = await renderRows({ renderer, template, assets, rows, outputFolder, stillSeconds });
  for (const { state, error, row } of results)
    if (state !== 'rendered') throw new PlaygroundProblem(`${row.externalId}: ${error ?? state}`);
  return results;
}

function cellOf({ picture, row }: RowResult): SheetCell {
  return { picture, label: row.externalId ?? '', problem: '' };
}

function drawSmallSheet(
  renderer: LocalRenderer,
  cells: SheetCell[],
  layout: SheetLayout,
  target: string,
): Promise<void> {
  return withSmallFile(target, (quality) =>
    drawContactSheet(renderer, cells, { ...layout, quality }, target),
  );
}

/** Pictures travel with the repository: each is written at the best quality that keeps it small. */
async function withSmallFile(target: string, write: (quality: number) => Promise<void>): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  for (const quality of QUALITIES) {
    await write(quality);
    const { size } = await stat(target);
    if (size > MOST_BYTES) continue;
    process.stdout.write(`${basename(target)}: ${Math.ceil(size / 1_000)} kB at quality ${quality}\n`);
    return;
  }
  throw new PlaygroundProblem(
    `${target} is larger than ${MOST_BYTES} bytes at any quality: make it smaller.`,
  );
}

/** Documents of the guide borrow the examples' media: `asset:greeting/coffee.jpg`. */
async function exampleAssets(renderer: LocalRenderer): Promise<LocalAssets> {
  const names = await readdir(EXAMPLES);
  const beside = new Map(names.map((name) => [name, renderer.assetsBeside(join(EXAMPLES, name))]));
  return {
    async referencesIn(value) {
      const found = await Promise.all(
        [...beside].map(async ([folder, assets]) =>
          Object.entries(await assets.referencesIn(value)).filter(([name]) => name.startsWith(`${folder}/`)),
        ),
      );
      return Object.fromEntries(found.flat());
    },
  };
}
