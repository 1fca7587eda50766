import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('setup');
afterEach(() => folder.remove());

test('says which Node.js is needed when this one is too old', async () => {
  const { code, stdout, stderr } = await setUp({
    pretend: `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });`,
  });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toContain('rowcast needs Node.js 20.19.0 or newer; this is 18.20.4.');
});

test('takes a Node.js whose later numbers are smaller', async () => {
  const { stderr } = await setUp({
    mode: 'unheard-of',
    pretend: `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.1.0' } });`,
  });
  expect(stderr).toContain('There is no set-up mode "unheard-of"');
});

test('names the one command to run when it may not install what is missing', async () => {
  const { code, stderr } = await setUp({
    pretend: 'process.getuid = () => 1000;',
    programs: { 'apt-get': '' },
  });
  expect(code).toBe(1);
  expect(stderr).toContain('ffmpeg is not installed, and this user may not install packages.');
  expect(stderr).toMatch(/sudo apt-get update && sudo apt-get install -y --no-install-recommends ffmpeg\n/);
});

test('installs only what is missing, as root', async () => {
  mkdirSync(folder.path, { recursive: true });
  const calls = join(folder.path, 'calls');
  const { stdout, stderr } = await setUp({
    pretend: 'process.getuid = () => 0;',
    programs: { 'apt-get': `echo "$DEBIAN_FRONTEND $*" >> ${calls}; case "$*" in *install*) exit 100; esac` },
  });
  expect(readFileSync(calls, 'utf8').split('\n')).toEqual([
    'noninteractive -q -o DPkg::Lock::Timeout=300 update',
    expect.stringMatching(/^noninteractive .* install -y --no-install-recommends ffmpeg$/),
    '',
  ]);
  expect(stdout).toBe('');
  expect(stderr).toContain('Installing ffmpeg');
});

test('shows the end of the output and the mend when an installation fails', async () => {
  const { code, stderr } = await setUp({
    pretend: 'process.getuid = () => 0;',
    programs: { 'apt-get': 'echo "E: Unable to locate package ffmpeg" >&2; exit 100' },
  });
  expect(code).toBe(1);
  expect(stderr).toContain('E: Unable to locate package ffmpeg');
  expect(stderr).toContain('The packages could not be installed.');
});

test('says what to install where there is no apt-get', async () => {
  const { code, stderr } = await setUp({});
  expect(code).toBe(1);
  expect(stderr).toContain('This machine has no apt-get');
  expect(stderr).toContain('https://ffmpeg.org/download.html');
});

/** Runs set-up with a PATH of its own, on which only the given programs (shell scripts) are found. */
function setUp({
  mode = 'start',
  pretend = '',
  programs = {},
}: {
  mode?: string;
  pretend?: string;
  programs?: Record<string, string>;
}): Promise<{ code: number; stdout: string; stderr: string }> {
  const bin = join(folder.path, 'bin');
  mkdirSync(bin, { recursive: true });
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  expect(existsSync(join(bin, 'ffmpeg'))).toBe(false);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'infra/setup.mjs', mode],
      { cwd: repositoryRoot, env: { PATH: bin, HOME: folder.path } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
