import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../../infra/processes/free-port.ts';
import { entryPoint, repositoryRoot } from '../../runtime/repository-root.ts';
import { type Child, startChild } from '../support/child-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const folder = temporaryFolder('npm-start');
// Started by root, PostgreSQL runs as another user, who is to find its data here.
chmodSync(folder.path, 0o755);
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
let supervisor: Child | null = null;

afterAll(async () => {
  await supervisor?.kill('SIGTERM');
  folder.remove();
});

test('brings everything up in an empty folder, and Ctrl-C leaves nothing running', async () => {
  supervisor = await start();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(supervisor.output).toContain(`http://localhost:${port}/graphql`);
  const workspace = JSON.parse(await admin('workspace:create', '--name', 'Kept', '--json'));
  expect(workspace.name).toBe('Kept');
  expect(partsRunning().length).toBeGreaterThanOrEqual(4);
  expect(await supervisor.kill('SIGINT')).toBe(0);
  expect(partsRunning()).toEqual([]);
});

test('a second start finds the data of the first, and a third one beside it is refused', async () => {
  supervisor = await start();
  const workspaces = JSON.parse(await admin('workspace:list', '--json'));
  expect(workspaces).toMatchObject([{ name: 'Kept' }]);
  const third = startChild(process.execPath, [entryPoint('infra/start')], { env: environment() });
  expect(await third.exited).toBe(1);
  expect(third.output).toContain('rowcast already runs with the data folder');
});

test('nothing outlives a supervisor that is killed, and the next start goes on', async () => {
  await supervisor?.kill('SIGKILL');
  await waitFor('the end of all parts', () => partsRunning().length === 0, { timeoutMs: 60_000 });
  supervisor = await start();
  expect(JSON.parse(await admin('workspace:list', '--json'))).toMatchObject([{ name: 'Kept' }]);
  expect(await supervisor.kill('SIGTERM')).toBe(0);
  expect(partsRunning()).toEqual([]);
});

test('a demo that was stopped before its end is shown by the next start, and by that one only', async () => {
  const dataDir = join(folder.path, 'demo');
  const stopped = begin([], dataDir);
  await waitFor('the workspace', () => stopped.output.includes('an API key and credits'), LONG);
  expect(await stopped.kill('SIGINT')).toBe(0);
  expect(stopped.output).not.toContain('Your API key');
  supervisor = await start([], dataDir);
  expect(supervisor.output).toContain('Your API key');
  expect(await supervisor.kill('SIGINT')).toBe(0);
  supervisor = await start([], dataDir);
  expect(supervisor.output).not.toContain('Your API key');
  expect(supervisor.output).toMatch(/Workspaces +1, with/);
  expect(await supervisor.kill('SIGINT')).toBe(0);
});

const LONG = { timeoutMs: 120_000 };

/** Resolves when everything is up, and the demo shown. */
async function start(options = ['--no-demo'], dataDir = folder.path): Promise<Child> {
  const child = begin(options, dataDir);
  const isUp = () => {
    if (!child.running) throw new Error(child.output);
    return child.output.includes('Ctrl-C');
  };
  await waitFor('npm start', isUp, LONG);
  return child;
}

function begin(options: string[], dataDir: string): Child {
  const env = { ...environment(), DATA_DIR: dataDir };
  return startChild(process.execPath, [entryPoint('infra/start'), ...options], { env });
}

async function admin(...args: string[]): Promise<string> {
  const child = startChild(process.execPath, [entryPoint('gateway/admin/main'), ...args], {
    env: environment(),
  });
  if ((await child.exited) !== 0) throw new Error(child.output);
  return child.output;
}

function environment() {
  const { DATABASE_URL: _database, NATS_URL: _nats, ...rest } = process.env;
  return { ...rest, DATA_DIR: folder.path, PORT: String(port), SLOTS: '1', LOG_LEVEL: 'info' };
}

/** Processes of this instance: they have its data folder in their command line or environment. */
function partsRunning(): string[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && Number(name) !== supervisor?.pid)
    .map((pid) => [readOf(pid, 'cmdline'), readOf(pid, 'environ')])
    .filter(
      ([command, environ]) => command && (command.includes(folder.path) || environ?.includes(folder.path)),
    )
    .map(([command]) => command!.replaceAll('\0', ' ').replace(repositoryRoot, ''));
}

function readOf(pid: string, file: string): string {
  try {
    return readFileSync(join('/proc', pid, file), 'utf8');
  } catch {
    // It ended meanwhile, or belongs to someone else.
    return '';
  }
}
