import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCE_FOLDERS } from './source-folders.mjs';
import { fingerprint, isStamped, stamp } from './stamp.mjs';
import { root, workStep } from './work-step.mjs';

const STAMP = 'dist/.stamp';
const SOURCES = [
  ...SOURCE_FOLDERS,
  'bench',
  'tsconfig.json',
  'tsconfig.build.json',
  'asconfig.json',
  'package-lock.json',
];

export function buildSources() {
  const wanted = fingerprint(...SOURCES.flatMap(describe));
  if (isStamped(STAMP, wanted)) return;
  workStep({
    title: 'Building',
    log: 'build.log',
    commands: [
      [process.execPath, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
      [process.execPath, 'node_modules/assemblyscript/bin/asc.js', '--config', 'asconfig.json'],
    ],
    tailLines: 60,
    mend: 'The sources do not compile: mend what is named above.',
  });
  stamp(STAMP, wanted);
}

/** Path, size and time of every source: reading 300 files' content at each start would be the slowest part of it. */
function describe(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  const { size, mtimeMs } = statSync(full);
  if (!statSync(full).isDirectory()) return [`${path} ${size} ${mtimeMs}`];
  const entries = readdirSync(full, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules');
  return entries.flatMap((entry) =>
    entry.isDirectory() || /\.(ts|json)$/.test(entry.name) ? describe(`${path}/${entry.name}`) : [],
  );
}
