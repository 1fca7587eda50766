// `npm run check`: all that can be said about the code without running it. Checks run side by side; one line each, and
// the output of those that fail.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SOURCE_FOLDERS } from './setup/source-folders.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const bin = (path) => join(root, 'node_modules', path);
const FOLDERS = [...SOURCE_FOLDERS, 'bench', 'test'];

const CHECKS = [
  {
    name: 'format and lint',
    mend: 'npm run format mends the format',
    args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--max-diagnostics=50'],
  },
  {
    name: 'types',
    args: [bin('typescript/bin/tsc'), '-p', 'tsconfig.json', '--pretty'],
  },
  {
    name: 'folder borders',
    mend: 'the rules and their reasons stand in .dependency-cruiser.cjs',
    args: [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
      ...FOLDERS.filter((folder) => existsSync(join(root, folder))),
    ],
  },
  {
    name: 'unused code',
    mend: 'remove what nobody uses, or name a new entry file in knip.json',
    args: [bin('knip/bin/knip.js')],
  },
  {
    name: 'schema.graphql',
    mend: 'npm run schema writes it anew; read its diff as a client would',
    args: ['dist/gateway/print-schema.js', '--check'],
  },
  {
    name: 'template.schema.json',
    mend: 'npm run template-schema writes it anew; read its diff as an author of templates would',
    args: ['dist/gateway/print-template-schema.js', '--check'],
  },
];

// Set-up installs, generates and builds what is out of date: the checks see the sources as they stand.
const setUp = await run({ name: 'set-up', args: ['infra/setup.mjs', 'quiet'] });
const results = [setUp, ...(await Promise.all(CHECKS.map(run)))];
const failed = results.filter(({ ok }) => !ok);
for (const { name, mend, output } of failed) {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(2, 76 - name.length))}\n${output.trim()}`);
  if (mend) console.log(`\n(${mend})`);
}
console.log(
  failed.length === 0
    ? `\n${results.length} checks passed`
    : `\n${results.length - failed.length} checks passed, ${failed.length} failed: ${failed.map(({ name }) => name).join(', ')}`,
);
process.exit(failed.length === 0 ? 0 : 1);

async function run({ name, mend, args }) {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(16)} ${seconds.padStart(5)} s`);
  return { name, mend, ok: code === 0, output };
}
