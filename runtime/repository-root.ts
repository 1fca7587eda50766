import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds package.json, found from this file: the same for TypeScript sources and for `dist`. */
export const repositoryRoot: string = findRoot(import.meta.dirname);

/** A compiled entry point, also when the caller itself runs from source (tests): child processes run `dist`. */
export function entryPoint(modulePath: string): string {
  return join(repositoryRoot, 'dist', `${modulePath}.js`);
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error(`No package.json above ${import.meta.dirname}`);
  return findRoot(parent);
}
