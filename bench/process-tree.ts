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

/** Memory in MiB that is really theirs: pages that processes share count once in all. */
export async function memoryMebibytes(rootPid: number): Promise<number> {
  const shares = await Promise.all(
    (await processTree(rootPid)).map(({ pid }) => readKilobytes(`/proc/${pid}/smaps_rollup`, 'Pss')),
  );
  return shares.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024;
}

/** A field such as `VmRSS:   123 kB` of one of /proc's files; 0 when the process has ended. */
export async function readKilobytes(path: string, field: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
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
