import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readOrCreateSecrets } from '../../../infra/data-folder/local-secrets.ts';
import { openDataFolder } from '../../../infra/data-folder/open-data-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const folder = temporaryFolder('data-folder');
afterAll(() => folder.remove());

test('refuses a folder that a running supervisor holds, and says how to start a second one', async () => {
  // Its command line is what tells a supervisor from a stranger that got the same process id.
  const other = spawn('sleep', ['60'], { argv0: 'node dist/infra/start.js' });
  try {
    await waitFor('the other one', () => other.pid !== undefined);
    writeFileSync(join(folder.path, 'supervisor.pid'), `${other.pid}\n`);
    writeFileSync(join(folder.path, 'instance.json'), '{"publicUrl":"http://localhost:4000"}');
    expect(() => openDataFolder(folder.path)).toThrow(
      `rowcast already runs with the data folder ${folder.path} at http://localhost:4000 (process ${other.pid})`,
    );
  } finally {
    other.kill('SIGKILL');
  }
});

test('opens a folder whose supervisor was killed, even when another program has its process id now', () => {
  writeFileSync(join(folder.path, 'supervisor.pid'), '1\n');
  const opened = openDataFolder(folder.path);
  opened.release();
  openDataFolder(folder.path).release();
});

test('says what to do about a folder that cannot be made', () => {
  writeFileSync(join(folder.path, 'file'), '');
  expect(() => openDataFolder(join(folder.path, 'file/data'))).toThrow(
    /cannot be written to \(ENOTDIR\)\. Make it yours, or choose another one: DATA_DIR=/,
  );
});

test('makes the keys once, for the owner alone, and lets the environment win', () => {
  const first = readOrCreateSecrets(folder.path);
  expect(Object.values(first).map((key) => Buffer.from(key, 'base64').length)).toEqual([32, 32, 32]);
  expect(readOrCreateSecrets(folder.path)).toEqual(first);
  expect(statSync(join(folder.path, 'secrets.json')).mode & 0o777).toBe(0o600);
  process.env.SECRETS_KEY = 'given';
  try {
    expect(readOrCreateSecrets(folder.path)).toEqual({ ...first, SECRETS_KEY: 'given' });
  } finally {
    delete process.env.SECRETS_KEY;
  }
});
