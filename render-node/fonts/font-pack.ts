/**
 * The fonts that rowcast draws with: files of npm packages, each pinned by its content, so that every node draws the same
 * whatever is installed on it. `font-pack.json` lists them; `make-font-pack.ts` writes it after a change of the packages.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import type { CharacterRanges } from './character-coverage.ts';

export interface PackedFace {
  /** Below `node_modules`. */
  file: string;
  sha256: string;
  italic: boolean;
  weights: [number, number];
  /** Characters that it draws, hex: `20-7e a0-17f`. */
  covers: string;
}

export interface PackedFamily {
  family: string;
  /** Large families lie in several files, by characters. */
  faces: PackedFace[];
}

/** Asked last, and not by name: it has the Han characters that the families of the four countries leave out, in five weights. */
export const RARE_HAN = 'Noto Sans Hans';

export class FontPackDamaged extends Error {
  constructor(file: string, problem: string) {
    super(`The font ${file} ${problem}. Install the packages again: npm ci`);
    this.name = 'FontPackDamaged';
  }
}

export const packFolder = join(repositoryRoot, 'node_modules');
export const packList = join(repositoryRoot, 'render-node/fonts/font-pack.json');

export function readFontPack(): PackedFamily[] {
  return JSON.parse(readFileSync(packList, 'utf8')).families;
}

/** Reads every file once (90 MB): a node with other fonts than the rest must not draw a row. @throws {FontPackDamaged} */
export function checkFontPack(folder = packFolder): void {
  for (const { file, sha256 } of readFontPack().flatMap(({ faces }) => faces))
    if (hashFont(folder, file) !== sha256) throw new FontPackDamaged(file, 'is not the one that was shipped');
}

/** Changes when any font of the pack does. */
export function fontPackIdentity(): string {
  return createHash('sha256').update(readFileSync(packList)).digest('hex');
}

/** The ranges of a face's `covers`. */
export function parseRanges(covers: string): CharacterRanges {
  const ranges = covers.split(' ').map((range) => range.split('-').map((end) => Number.parseInt(end, 16)));
  return {
    starts: ranges.map(([start = 0]) => start),
    ends: ranges.map(([start = 0, end = start]) => end),
  };
}

/** Whole files of up to 20 MB would leave the process that much larger for good. */
const PIECE = new Uint8Array(256 * 1024);

function hashFont(folder: string, file: string): string {
  const opened = openFont(folder, file);
  try {
    const hash = createHash('sha256');
    for (let read = 1; read > 0; ) {
      read = readSync(opened, PIECE, 0, PIECE.length, null);
      hash.update(PIECE.subarray(0, read));
    }
    return hash.digest('hex');
  } finally {
    closeSync(opened);
  }
}

function openFont(folder: string, file: string): number {
  try {
    return openSync(join(folder, file), 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new FontPackDamaged(file, 'is missing');
    throw error;
  }
}
