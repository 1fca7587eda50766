/**
 * What decides about pixels besides template and row: our own code, the libraries that draw, the fonts. Spans kept on disk
 * outlive an update; their names hold this, so that an update never shows what the version before has drawn.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { fontPackIdentity } from '../fonts/font-pack.ts';

/** As it runs: TypeScript in tests, JavaScript otherwise. */
const CODE_FOLDERS = [join(import.meta.dirname, '..'), join(import.meta.dirname, '../../contract')];

/** Reads some 150 small files: once per process. */
export function engineIdentity(): string {
  const hash = createHash('sha256');
  for (const folder of CODE_FOLDERS) for (const file of codeFiles(folder)) hash.update(readFileSync(file));
  // The libraries' versions stand there, to the last digit.
  hash.update(readFileSync(join(repositoryRoot, 'package.json')));
  hash.update(fontPackIdentity());
  return hash.digest('hex');
}

function codeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.([jt]s|wasm)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
