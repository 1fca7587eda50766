import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type KeptProcess, keepRunning } from '../../../infra/processes/keep-running.ts';
import { openLogFile } from '../../../infra/processes/log-file.ts';
import { StartProblem } from '../../../infra/start-problem.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const folder = temporaryFolder('keep-running');
const kept: KeptProcess[] = [];
afterAll(() => {
  for (const one of kept) one.kill();
  folder.remove();
});

test('starts a process again when it dies, and says so', async () => {
  const { process: one, told, pids } = keep('restart', 'echo $$; exec sleep 60');
  await one.untilReady(async () => pids().length === 1, 5_000);
  process.kill(pids()[0]!, 'SIGKILL');
  await waitFor('the second start', () => pids().length === 2);
  expect(told).toEqual([
    expect.stringMatching(/^restart ended unexpectedly \(SIGKILL\) and is started again/),
  ]);
  await one.stop();
  expect(isAlive(pids()[1]!)).toBe(false);
});

test('shows the end of the log when a process never gets ready', async () => {
  const { process: one } = keep('broken', 'echo no such thing >&2; exit 3');
  await expect(one.untilReady(async () => false, 10_000)).rejects.toThrow(
    /broken did not start[\s\S]*no such thing/,
  );
  await expect(one.untilReady(async () => false, 10_000)).rejects.toBeInstanceOf(StartProblem);
  await one.stop();
});

test('ends by force, with all it started, what does not end in time', async () => {
  const {
    process: one,
    told,
    pids,
  } = keep('stubborn', 'trap "" TERM; sleep 61 & echo $!; echo $$; wait; sleep 62');
  await one.untilReady(async () => pids().length === 2, 5_000);
  await one.stop();
  expect(told).toEqual(['stubborn did not end within 0.3 s and is ended by force']);
  await waitFor('the end of all', () => pids().every((pid) => !isAlive(pid)));
});

test('begins a new log at each start and keeps the one before', () => {
  const path = join(folder.path, 'rotated.log');
  for (const text of ['first', 'second']) {
    const log = openLogFile(path);
    log.write(text);
    log.close();
  }
  expect(readFileSync(path, 'utf8')).toBe('second');
  expect(readFileSync(`${path}.old`, 'utf8')).toBe('first');
});

function keep(name: string, script: string) {
  const told: string[] = [];
  const path = join(folder.path, `${name}.log`);
  const one = keepRunning({
    name,
    launch: () => spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] }),
    stopSignal: 'SIGTERM',
    stopLimitMs: 300,
    log: openLogFile(path),
    tell: (sentence) => told.push(sentence),
  });
  kept.push(one);
  const pids = () => readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number);
  return { process: one, told, pids };
}

/** A process that ended but was not collected yet (a zombie) is not alive. */
function isAlive(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && !/State:\s+Z/.test(readFileSync(status, 'utf8'));
}
