/** An instance of its own for a benchmark: what `npm start -- --no-demo` brings up, in a temporary folder. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { entryPoint } from '../runtime/repository-root.ts';

const run = promisify(execFile);

export interface BenchInstance {
  url: string;
  /** Runs an operator command and gives back its JSON. */
  admin(...args: string[]): Promise<Record<string, string>>;
  /** Peak resident memory in MiB by process, from the kernel's own high-water mark. */
  peakMemory(): Promise<Map<string, number>>;
  /** Resident memory in MiB now. */
  memory(): Promise<Map<string, number>>;
  stop(): Promise<void>;
}

export async function startInstance(): Promise<BenchInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'rowcast-bench-'));
  const port = await freePort();
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: String(port) };
  const supervisor = spawn(process.execPath, [entryPoint('infra/start'), '--no-demo'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;

  async function stop() {
    supervisor.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await untilReady(url, () => supervisor.exitCode !== null);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    async admin(...args) {
      const { stdout } = await run(process.execPath, [entryPoint('gateway/admin/main'), ...args, '--json'], {
        env,
      });
      return JSON.parse(stdout);
    },
    memory: () => memoryByProcess(supervisor.pid ?? 0, 'VmRSS'),
    peakMemory: () => memoryByProcess(supervisor.pid ?? 0, 'VmHWM'),
    stop,
  };
}

/** A workspace with credits, a key and one template, ready for submissions. */
export async function openWorkspace(instance: BenchInstance, templateFile: string) {
  const { workspace_id: workspace = '' } = await instance.admin('workspace:create', '--name', 'Benchmark');
  const { api_key: key = '' } = await instance.admin(
    'key:create',
    '--workspace',
    workspace,
    '--name',
    'bench',
  );
  await instance.admin('credits:grant', '--workspace', workspace, '--amount', '1000000');
  const { template_id: template = '' } = await instance.admin(
    'template:import',
    '--workspace',
    workspace,
    '--file',
    templateFile,
  );
  return { workspace, key, template };
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (hasEnded()) throw new Error('The instance ended before it was ready; its message stands above.');
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error('The instance was not ready within a minute.');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port to be had');
  return address.port;
}

async function memoryByProcess(rootPid: number, field: 'VmRSS' | 'VmHWM'): Promise<Map<string, number>> {
  const processes = await readProcesses();
  const ours = new Set([rootPid]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { pid, parent } of processes)
      if (ours.has(parent) && !ours.has(pid)) {
        ours.add(pid);
        grown = true;
      }
  }
  const memory = new Map<string, number>();
  for (const { pid, name } of processes) {
    if (!ours.has(pid)) continue;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const kilobytes = Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    memory.set(name, (memory.get(name) ?? 0) + kilobytes / 1024);
  }
  return memory;
}

async function readProcesses(): Promise<{ pid: number; parent: number; name: string }[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [status, command] = await Promise.all([
        readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      ]);
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? -1);
      return { pid, parent, name: processName(command.split('\0')) };
    }),
  );
  return found.filter(({ parent }) => parent >= 0);
}

/** `render-node/slot/main` for our own processes, the program's name for others. */
function processName(command: string[]): string {
  const script = command.find((part) => part.endsWith('.js'));
  return (
    script?.split('/dist/')[1]?.replace(/\.js$/, '') ?? command[0]?.split('/').at(-1)?.split(':')[0] ?? '?'
  );
}
