/** What a process and all it has started use, from Linux's /proc. */
import { readdir, readFile } from 'node:fs/promises';

export interface ProcessUsage {
  pid: number;
  /** `render-node/slot/main` for our own processes, the program's name for others. */
  name: string;
  /** CPU seconds of its own and of its children that have ended. */
  cpuSeconds: number;
}

/** A second has 100 of the kernel's ticks on every Linux that Node runs on. */
const TICKS = 100;

export async function processTree(rootPid: number): Promise<ProcessUsage[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((one) => one !== null);
  const ours = new Set([rootPid]);
  for (let before = 0; ours.size > before; ) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => ours.has(pid));
}

/** CPU seconds of a process and all it has ever started. */
export async function cpuSeconds(rootPid: number): Promise<number> {
  return (await processTree(rootPid)).reduce((sum, one) => sum + one.cpuSeconds, 0);
}

export interface ProcessMemory {
  pid: number;
  /** As in `ProcessUsage`. */
  name: string;
  /** All it has a part in; pages that processes share count once in all (proportional set size). */
  mebibytes: number;
  /** What it has allocated: other than the above it does not change when others come and go that run the same programs. */
  allocatedMebibytes: number;
}

/** Of a process and all it has started. */
export async function processMemory(rootPid: number): Promise<ProcessMemory[]> {
  return Promise.all(
    (await processTree(rootPid)).map(async ({ pid, name }) => {
      const fields = await readFields(`/proc/${pid}/smaps_rollup`);
      const mebibytes = (field: string) => (fields.get(field) ?? 0) / 1024;
      return { pid, name, mebibytes: mebibytes('Pss'), allocatedMebibytes: mebibytes('Anonymous') };
    }),
  );
}

/** Of one process, as `allocatedMebibytes`. */
export async function allocatedKilobytes(pid: number | 'self'): Promise<number> {
  return (await readFields(`/proc/${pid}/smaps_rollup`)).get('Anonymous') ?? 0;
}

/** Fields such as `VmRSS:   123 kB` of one of /proc's files, in kB; none when the process has ended. */
export async function readFields(path: string): Promise<Map<string, number>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return new Map(
    [...text.matchAll(/^(\w+):\s+(\d+) kB/gm)].map(([, field = '', value]) => [field, Number(value)]),
  );
}

/** Null when it has just ended. */
async function readProcess(pid: number): Promise<(ProcessUsage & { parent: number }) | null> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // The program's name stands in brackets and may hold anything; what follows is numbers (man 5 proc).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
    return {
      pid,
      parent: Number(fields[1]),
      name: processName(command.split('\0')),
      cpuSeconds: ticks / TICKS,
    };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

function processName(command: string[]): string {
  const script = command.find((part) => part.endsWith('.js'));
  return (
    script?.split('/dist/')[1]?.replace(/\.js$/, '') ?? command[0]?.split('/').at(-1)?.split(':')[0] ?? '?'
  );
}
