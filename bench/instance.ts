/** An instance of its own for a benchmark: what `npm start -- --no-demo` brings up, in a temporary folder. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../infra/processes/free-port.ts';
import { entryPoint } from '../runtime/repository-root.ts';
import { processTree, readFields } from './process-tree.ts';
import { MEDIA_PREFIX, type Workload } from './workloads/workload.ts';

const run = promisify(execFile);

export interface BenchInstance {
  url: string;
  /** Runs an operator command and gives back its JSON. */
  admin(...args: string[]): Promise<Record<string, string>>;
  /** Peak resident memory in MiB by process, from the kernel's own high-water mark. */
  peakMemory(): Promise<Map<string, number>>;
  /** Resident memory in MiB now. */
  memory(): Promise<Map<string, number>>;
  /** CPU seconds since the start, by process. */
  cpu(): Promise<Map<string, number>>;
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
    cpu: () => cpuByProcess(supervisor.pid ?? 0),
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

/** The same, for a workload with its media. */
export async function openWorkloadWorkspace(instance: BenchInstance, { template, media }: Workload) {
  const root = await mkdtemp(join(tmpdir(), 'rowcast-bench-template-'));
  // The folder's name stands before the names of its media.
  const folder = join(root, MEDIA_PREFIX);
  try {
    await mkdir(folder);
    await symlink(media, join(folder, 'media'));
    await writeFile(join(folder, 'template.json'), JSON.stringify(template));
    return await openWorkspace(instance, join(folder, 'template.json'));
  } finally {
    await rm(root, { recursive: true, force: true });
  }
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

async function memoryByProcess(rootPid: number, field: 'VmRSS' | 'VmHWM'): Promise<Map<string, number>> {
  const memory = new Map<string, number>();
  for (const { pid, name } of await processTree(rootPid)) {
    const kilobytes = (await readFields(`/proc/${pid}/status`)).get(field) ?? 0;
    memory.set(name, (memory.get(name) ?? 0) + kilobytes / 1024);
  }
  return memory;
}

async function cpuByProcess(rootPid: number): Promise<Map<string, number>> {
  const seconds = new Map<string, number>();
  for (const { name, cpuSeconds } of await processTree(rootPid))
    seconds.set(name, (seconds.get(name) ?? 0) + cpuSeconds);
  return seconds;
}
