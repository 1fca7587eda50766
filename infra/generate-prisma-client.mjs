// Generates the Prisma client without a download: the generator asks for a native schema engine that it never runs,
// so any existing file stands in for it (node's own path: a migration command that tried to run it would fail, not lie).
import { spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

const { status, stdout, stderr } = spawnSync(
  process.execPath,
  ['node_modules/prisma/build/index.js', 'generate'],
  {
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}`,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  },
);
if (status !== 0) process.stderr.write(stdout + stderr);
process.exit(status ?? 1);
