/** Memory of a process and all it has started, while rows go by, and whether it grows with them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { entryPoint } from '../runtime/repository-root.ts';
import { type ProcessMemory, processMemory, processTree } from './process-tree.ts';
import { median } from './report.ts';

export interface MemorySample {
  /** Finished when it was taken. */
  rows: number;
  processes: ProcessMemory[];
}

const SAMPLE_MS = 1_000;
/** A busy process hears of a signal when it comes to it, and searches its memory then. */
const COLLECTION_MS = 500;

/** For programs of ours whose garbage is to be collected before each look. */
export const COLLECTS_WHEN_ASKED = {
  NODE_OPTIONS: `--import ${pathToFileURL(entryPoint('bench/collect-when-asked')).href}`,
};

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

/** The same without garbage, which comes and goes with thousands of rows, of programs that collect it when asked. */
export function sampleCollectedMemory(
  pid: number,
  rowsDone: () => number,
): { stop(): Promise<MemorySample[]> } {
  const stopping = new AbortController();
  const samples: MemorySample[] = [];
  /** Those of the look before: a process that has just begun does not know the signal yet, and would end. */
  let known = new Set<number>();

  async function look() {
    const ours = (await processTree(pid)).filter(({ name }) => name.startsWith('render-node/'));
    for (const one of ours) if (known.has(one.pid)) askToCollect(one.pid);
    known = new Set(ours.map((one) => one.pid));
    await sleep(COLLECTION_MS);
    samples.push({ rows: rowsDone(), processes: await processMemory(pid) });
  }

  async function lookOnAndOn() {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(SAMPLE_MS - COLLECTION_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
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

function askToCollect(pid: number): void {
  try {
    process.kill(pid, 'SIGUSR2');
  } catch (error) {
    // It has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
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
      if (rows >= life.from) life.points.push({ sample, rows, mebibytes: allocatedMebibytes });
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
