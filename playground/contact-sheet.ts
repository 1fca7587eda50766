/**
 * All outputs of a run at a glance: a grid with each row's picture and name. The sheet is a template of its own, drawn by
 * the same slots as the rows are.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { assetKey } from '../contract/object-keys.ts';
import type { AssetReference } from '../contract/render-work.ts';
import { type ImageTemplate, imageTemplateSchema } from '../contract/template/image-template.ts';
import type { Template } from '../contract/template/template.ts';
import { LOCAL_WORKSPACE } from './local-assets.ts';
import type { LocalRenderer } from './local-renderer.ts';
import { PlaygroundProblem } from './playground-problem.ts';

/** Two layers a row, of the 200 that a template may have. */
export const MOST_ON_A_SHEET = 100;

const FORMATS: Record<string, ImageTemplate['output']['format']> = {
  '.png': 'png',
  '.jpg': 'jpg',
  '.jpeg': 'jpg',
  '.webp': 'webp',
};
const GAP = 16;
const LABEL = 28;

export interface SheetCell {
  /** Path of a picture; null when there is none. */
  picture: string | null;
  label: string;
  /** Stands in the picture's place. */
  problem: string;
}

export interface SheetLayout {
  /** Of the pictures: all have one shape. */
  shape: Pick<Template, 'width' | 'height'>;
  /** A cell's longer side, in pixels. */
  cell?: number;
  /** Cells in a line. Default: what makes the sheet closest to a square. */
  columns?: number;
  /** Of a .jpg or .webp, 1 to 100. */
  quality?: number;
}

/** Is the file's name one that a sheet can be written to? @throws {PlaygroundProblem} */
export function sheetFormat(path: string): ImageTemplate['output']['format'] {
  const format = FORMATS[extname(path).toLowerCase()];
  if (!format) throw new PlaygroundProblem(`A contact sheet is a .png, .jpg or .webp file, not "${path}".`);
  return format;
}

/** The first MOST_ON_A_SHEET cells, line by line, written to `path`. @throws {PlaygroundProblem} */
export async function drawContactSheet(
  renderer: LocalRenderer,
  cells: SheetCell[],
  layout: SheetLayout,
  path: string,
): Promise<void> {
  const shown = cells.slice(0, MOST_ON_A_SHEET);
  const assets: Record<string, AssetReference> = {};
  for (const [index, { picture }] of shown.entries())
    if (picture !== null) assets[pictureName(index)] = await storePicture(renderer, picture);
  const document = sheetTemplate(shown, layout, sheetFormat(path));
  const outcome = await renderer.render(await renderer.load({ document, kind: 'image' }, assets), {
    values: {},
    assets: {},
  });
  if (outcome.result !== 'rendered')
    throw new PlaygroundProblem(
      `The contact sheet could not be drawn: ${outcome.result === 'failed' ? outcome.message : 'stopped'}`,
    );
  await mkdir(dirname(path), { recursive: true });
  await copyFile(await renderer.store.localFile(outcome.outputKey), path);
}

const pictureName = (index: number) => `picture-${index}`;

async function storePicture({ store }: LocalRenderer, path: string): Promise<AssetReference> {
  const bytes = await readFile(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const objectKey = assetKey(LOCAL_WORKSPACE, sha256);
  await store.put(objectKey, bytes);
  return { objectKey, contentType: 'image/*', sha256 };
}

function sheetTemplate(
  cells: SheetCell[],
  { shape, cell = 360, columns, quality = 82 }: SheetLayout,
  format: ImageTemplate['output']['format'],
): ImageTemplate {
  const scale = cell / Math.max(shape.width, shape.height);
  const size = { width: Math.round(shape.width * scale), height: Math.round(shape.height * scale) };
  const [stepX, stepY] = [size.width + GAP, size.height + LABEL + GAP];
  const across = columns ?? Math.max(1, Math.round(Math.sqrt((cells.length * stepY) / stepX)));
  const perLine = Math.min(cells.length, across);
  return imageTemplateSchema.parse({
    kind: 'image',
    name: 'Contact sheet',
    width: Math.max(16, perLine * stepX + GAP),
    height: Math.max(16, Math.ceil(cells.length / perLine) * stepY + GAP),
    background: '#e9eaee',
    output: { format, quality },
    layers: cells.flatMap((entry, index) => {
      const x = GAP + (index % perLine) * stepX;
      const y = GAP + Math.floor(index / perLine) * stepY;
      return [
        cellLayer(entry, index, { x, y, ...size }),
        labelLayer(entry, { x, y: y + size.height, width: size.width, height: LABEL }),
      ];
    }),
  });
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

function cellLayer({ picture, problem }: SheetCell, index: number, place: Place): object {
  if (picture !== null)
    return { ...place, type: 'image', src: `asset:${pictureName(index)}`, fit: 'contain' };
  return {
    ...place,
    type: 'text',
    text: plainText(problem),
    color: '#b3261e',
    font_size: 16,
    overflow: 'ellipsis',
  };
}

function labelLayer({ label }: SheetCell, place: Place): object {
  return {
    ...place,
    type: 'text',
    text: plainText(label),
    color: '#3c4048',
    font_size: 15,
    valign: 'middle',
    max_lines: 1,
    overflow: 'ellipsis',
  };
}

/** What people wrote into a sheet is no template: braces stay braces. */
function plainText(text: string): string {
  return text.replaceAll('{{', '\\{{').slice(0, 300);
}
