/** Rows of a sheet through the local renderer into files with names that people know them by. */
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { ObjectStore } from '../runtime/object-store.ts';
import type { LocalAssets } from './local-assets.ts';
import type { LoadedTemplate, LocalRenderer } from './local-renderer.ts';
import { outputNames } from './rows/output-names.ts';
import type { Row } from './rows/row.ts';

export interface RowResult {
  row: Row;
  state: 'rendered' | 'failed' | 'not rendered';
  /** Name of the file in the output folder; null unless rendered. */
  file: string | null;
  /** A small picture of it, as a path: the file itself for pictures, the thumbnail for videos. */
  picture: string | null;
  /** The customer's sentence; null unless failed. */
  error: string | null;
  notes: string[];
  ms: number | null;
  bytes: number | null;
  /** What made the file: `libx264`, `jpg` … */
  encoder: string | null;
}

export interface RenderRowsInput {
  renderer: LocalRenderer;
  template: LoadedTemplate;
  assets: LocalAssets;
  rows: Row[];
  outputFolder: string;
  stillSeconds?: number;
  /** Called as each row ends, in whatever order they do. */
  done?: (result: RowResult) => void;
}

/** One result per row, in their order. */
export async function renderRows(input: RenderRowsInput): Promise<RowResult[]> {
  await mkdir(input.outputFolder, { recursive: true });
  const names = outputNames(input.rows);
  return Promise.all(
    input.rows.map(async (row, index) => {
      const result = await renderRow(input, row, names[index]!);
      input.done?.(result);
      return result;
    }),
  );
}

async function renderRow(
  { renderer, template, assets, outputFolder, stillSeconds }: RenderRowsInput,
  row: Row,
  name: string,
): Promise<RowResult> {
  const nothing = {
    row,
    file: null,
    picture: null,
    error: null,
    notes: [],
    ms: null,
    bytes: null,
    encoder: null,
  };
  const outcome = await renderer.render(template, {
    values: row.values,
    assets: await assets.referencesIn(row.values),
    stillSeconds,
  });
  switch (outcome.result) {
    case 'rendered': {
      const file = `${name}${extname(outcome.outputKey)}`;
      const path = join(outputFolder, file);
      const thumbnail = outcome.thumbnailKey && (await renderer.store.localFile(outcome.thumbnailKey));
      await moveOut(renderer.store, outcome.outputKey, path);
      const { notes, renderMs: ms, bytes, encoder } = outcome;
      return { ...nothing, state: 'rendered', file, picture: thumbnail ?? path, notes, ms, bytes, encoder };
    }
    case 'failed':
      return { ...nothing, state: 'failed', error: outcome.message };
    case 'withdrawn':
      return { ...nothing, state: 'not rendered' };
    default:
      return outcome satisfies never;
  }
}

/** The author's folder may lie on another disk. */
async function moveOut(store: ObjectStore, key: string, path: string): Promise<void> {
  const from = await store.localFile(key);
  try {
    await rename(from, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, path);
    await rm(from);
  }
}
