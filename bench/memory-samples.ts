/** Memory of a process and all it has started, while rows go by, and whether it grows with them. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { entryPoint } from '../runtime/repository-root.ts';
import { type ProcessMemory, processMemory, processTree } from './process-tree.ts';
import { median } from './report.ts';

export interface MemorySample {
  /** Finished when it was taken. */
  rows: number;
  processes: SampledMemory[];
}

interface SampledMemory extends Omit<ProcessMemory, 'allocatedMebibytes'> {
  /** Null: not known. */
  allocatedMebibytes: number | null;
}

const SAMPLE_MS = 1_000;
/** A busy process hears of a signal when it comes to it, and searches its memory then. */
const ANSWER_LIMIT_MS = 800;
const LOOK_FOR_ANSWERS_MS = 20;

/** For programs of ours that tell what they have allocated without garbage. @param folder for their answers, empty */
export function collectsWhenAsked(folder: string): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${pathToFileURL(entryPoint('bench/collect-when-asked')).href}`,
    MEMORY_LOOKS: folder,
  };
}

/** Every second, and once more at the end. */
export function sampleMemory(pid: number, rowsDone = () => 0): { stop(): Promise<MemorySample[]> } {
  const take = async () => ({ rows: rowsDone(), processes: await processMemory(pid) });
  const samples: Promise<MemorySample>[] = [];
  const timer = setInterval(() => samples.push(take()), SAMPLE_MS);
  return {
    async stop() {
      clearInterval(timer);
      return Promise.all([...samples, take()]);
    },
  };
}

/**
 * The same of programs that collect their garbage when asked: it comes and goes with thousands of rows, and some megabytes of it
 * with each. What one has allocated that does not answer in time is not known.
 * @param folder as in `collectsWhenAsked`
 */
export function sampleCollectedMemory(
  { pid, folder }: { pid: number; folder: string },
  rowsDone: () => number,
): { stop(): Promise<MemorySample[]> } {
  const stopping = new AbortController();
  const samples: MemorySample[] = [];
  /** Those of the look before: a process that has just begun does not know the signal yet, and would end. */
  let known = new Set<number>();

  async function look() {
    const ours = (await processTree(pid)).filter(isOurs).map((one) => one.pid);
    await Promise.all(ours.map((one) => rm(answerFile(folder, one), { force: true })));
    const asked = ours.filter((one) => known.has(one) && askToCollect(one));
    known = new Set(ours);
    const rows = rowsDone();
    const answers = await readAnswers(folder, asked);
    const processes = (await processMemory(pid)).map((one) =>
      isOurs(one) ? { ...one, allocatedMebibytes: answers.get(one.pid) ?? null } : one,
    );
    samples.push({ rows, processes });
  }

  async function lookOnAndOn() {
    while (!stopping.signal.aborted) {
      const next = sleep(SAMPLE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      await look();
      await next;
    }
  }

  const looking = lookOnAndOn();
  return {
    async stop() {
      stopping.abort();
      await looking;
      return samples;
    },
  };
}

function isOurs({ name }: { name: string }): boolean {
  return name.startsWith('render-node/');
}

function answerFile(folder: string, pid: number): string {
  return join(folder, String(pid));
}

/** False when it has just ended. */
function askToCollect(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGUSR2');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

/** MiB by process. */
async function readAnswers(folder: string, pids: number[]): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  const deadline = performance.now() + ANSWER_LIMIT_MS;
  while (answers.size < pids.length && performance.now() < deadline) {
    await sleep(LOOK_FOR_ANSWERS_MS);
    for (const pid of pids.filter((one) => !answers.has(one))) {
      const text = await readFile(answerFile(folder, pid), 'utf8').catch(() => '');
      if (text) answers.set(pid, Number(text) / 1024);
    }
  }
  return answers;
}

/** MiB of all processes together, at most. */
export function peakMebibytes(samples: MemorySample[]): number {
  return Math.max(
    ...samples.map(({ processes }) => processes.reduce((sum, { mebibytes }) => sum + mebibytes, 0)),
  );
}

/**
 * About a third, at most 4,000: templates are compiled, encoders open, caches of spans and of the widths of words fill. Those
 * are of one size however long it goes on, and a slot's process lives for 5,000 rows.
 */
export function warmUpOf(rows: number): number {
  return Math.min(rows * 0.35, 4_000);
}

export interface MemoryGrowth {
  /** Of processes of this name that lived longer than their warm-up. */
  name: string;
  /** At a time. */
  processes: number;
  /** Of one of them. */
  peakMebibytes: number;
  /** By which all of them together grow per 1,000 rows: the slope of least squares. */
  mebibytesPerThousandRows: number;
  /** Of the slope, either way: twice its standard error. */
  margin: number;
}

/**
 * Each process is looked at from so many rows after its first sample on, by its own level: one that takes the place of
 * another, as slots do after 5,000 rows, neither hides growth nor counts as such. What ended sooner took its memory along.
 */
export function memoryGrowth(samples: MemorySample[], warmUpRows: number): MemoryGrowth[] {
  const lives = livesAfterWarmUp(samples, warmUpRows);
  return [...new Set(lives.map(({ name }) => name))].map((name) => {
    const own = lives.filter((life) => life.name === name);
    const points = own.flatMap((life) => life.points);
    const processes = points.length / new Set(points.map(({ sample }) => sample)).size;
    const { slope, error } = commonSlope(own.map((life) => middlesOfBlocks(life.points)));
    return {
      name,
      processes,
      peakMebibytes: Math.max(...points.map(({ mebibytes }) => mebibytes)),
      mebibytesPerThousandRows: slope * 1_000 * processes,
      margin: 2 * error * 1_000 * processes,
    };
  });
}

interface Life {
  name: string;
  points: Point[];
}

interface Place {
  rows: number;
  mebibytes: number;
}

interface Point extends Place {
  /** By its place among all. */
  sample: number;
}

function livesAfterWarmUp(samples: MemorySample[], warmUpRows: number): Life[] {
  const lives = new Map<number, Life & { from: number }>();
  for (const [sample, { rows, processes }] of samples.entries())
    for (const { pid, name, allocatedMebibytes } of processes) {
      const life = lives.get(pid) ?? { name, points: [], from: rows + warmUpRows };
      lives.set(pid, life);
      if (rows >= life.from && allocatedMebibytes !== null)
        life.points.push({ sample, rows, mebibytes: allocatedMebibytes });
    }
  return [...lives.values()].filter(({ points }) => points.length > 1);
}

const BLOCKS = 20;

/**
 * A second is much like the one before, also when nothing grows: only stretches of time know little of each other. What a
 * check or a film takes for a second and gives back is no growth, and a mean would take it for some: of each stretch counts
 * the median.
 */
function middlesOfBlocks(points: Point[]): Place[] {
  const length = Math.ceil(points.length / BLOCKS);
  return Array.from({ length: Math.ceil(points.length / length) }, (_, block) => {
    const own = points.slice(block * length, (block + 1) * length);
    return {
      rows: median(own.map(({ rows }) => rows)),
      mebibytes: median(own.map(({ mebibytes }) => mebibytes)),
    };
  });
}

/** Of lines of least squares that each have a height of their own, and its standard error. */
function commonSlope(lines: Place[][]): { slope: number; error: number } {
  const centred = lines.flatMap((points) => {
    const rows = mean(points.map((point) => point.rows));
    const level = mean(points.map((point) => point.mebibytes));
    return points.map((point) => ({ x: point.rows - rows, y: point.mebibytes - level }));
  });
  const squares = centred.reduce((sum, { x }) => sum + x * x, 0);
  if (squares === 0) return { slope: 0, error: Number.POSITIVE_INFINITY };
  const slope = centred.reduce((sum, { x, y }) => sum + x * y, 0) / squares;
  const rest = centred.reduce((sum, { x, y }) => sum + (y - slope * x) ** 2, 0);
  return { slope, error: Math.sqrt(rest / Math.max(1, centred.length - lines.length - 1) / squares) };
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
