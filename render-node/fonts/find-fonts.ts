import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_FAMILIES, type ShippedFace, type ShippedFamily } from './shipped-fonts.ts';

export interface FoundFace extends ShippedFace {
  path: string;
}

export interface FoundFamily {
  family: string;
  faces: FoundFace[];
}

export class FontsMissing extends Error {
  constructor(missing: ShippedFamily[], folders: string[]) {
    const packages = [...new Set(missing.map(({ debianPackage }) => debianPackage))].join(' ');
    super(
      `Fonts are missing (${missing.map(({ family }) => family).join(', ')}) in ${folders.join(', ')}. ` +
        `Install them with: apt-get install ${packages} (or name their folder in FONT_DIRS)`,
    );
    this.name = 'FontsMissing';
  }
}

/** Without these, ordinary rows would show boxes; any other script may be missing on a node that never needs it. */
const ESSENTIAL = ['Inter', 'Noto Sans', 'Noto Sans Arabic', 'Noto Sans CJK', 'Noto Color Emoji'];

/** The shipped fonts that lie in the folders or below them; the first folder that has a file wins. @throws {FontsMissing} */
export function findFonts(folders: string[]): FoundFamily[] {
  const files = findFiles(folders);
  const found = SHIPPED_FAMILIES.map(({ family, faces }) => ({
    family,
    faces: faces.flatMap((face) => {
      const path = files.get(face.file);
      return path === undefined ? [] : [{ ...face, path }];
    }),
  })).filter(({ faces }) => faces.length > 0);
  const missing = SHIPPED_FAMILIES.filter(
    ({ family }) => ESSENTIAL.includes(family) && !found.some((one) => one.family === family),
  );
  if (missing.length > 0) throw new FontsMissing(missing, folders);
  return found;
}

function findFiles(folders: string[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const folder of folders)
    for (const entry of listFolder(folder))
      if (!entry.isDirectory() && !files.has(entry.name))
        files.set(entry.name, join(entry.parentPath, entry.name));
  return files;
}

function listFolder(folder: string) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    // A folder that does not exist holds no fonts; whether enough were found elsewhere is checked afterwards.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
