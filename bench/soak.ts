/** S1: whether a node's memory stays as it is over thousands of rows: first films, then images, in one node. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import {
  collectsWhenAsked,
  type MemoryGrowth,
  type MemorySample,
  memoryGrowth,
  peakMebibytes,
  sampleCollectedMemory,
  warmUpOf,
} from './memory-samples.ts';
import { type RenderFarm, startRenderFarm } from './render-farm.ts';
import { mebibytes } from './report.ts';
import { tellResult } from './tell-result.ts';
import { imageWorkload } from './workloads/image-workload.ts';
import { soakVideoWorkload } from './workloads/soak-workload.ts';
import type { Workload } from './workloads/workload.ts';

export interface SoakOptions {
  videos: number;
  images: number;
  save: boolean;
}

/** MiB per 1,000 rows. */
const MOST_GROWTH = 1;
const FEWEST_ROWS = 5_000;

export async function benchSoak({ videos, images, save }: SoakOptions): Promise<void> {
  const looks = await mkdtemp(join(tmpdir(), 'rowcast-bench-looks-'));
  const farm = await startRenderFarm(collectsWhenAsked(looks));
  const lookedAt = { farm, looks };
  try {
    const soaks = [
      await soak(lookedAt, { name: 'films', workload: await soakVideoWorkload(), rows: videos }),
      await soak(lookedAt, { name: 'images', workload: await imageWorkload('jpg'), rows: images }),
    ];
    if (soaks.some((one) => verdictOf(one).startsWith('FAIL'))) process.exitCode = 1;
    await tellResult(
      {
        ...{ id: 'S1', title: 'memory of one node over many rows', kind: 'figures' },
        target: `under ${MOST_GROWTH} MiB per 1,000 rows after warm-up`,
        notes: [
          ...soaks.map(verdictOf),
          'Looked at is what each process has allocated, once a second, when 4,000 rows have gone by, or a third if that is less. It collects its garbage before each look; left alone that comes and goes with some 2,500 rows, and the peaks are higher. The slope of least squares through the medians of 20 stretches of a process, give or take twice its standard error. Encoders and decoders that end sooner take their memory along.',
        ],
        figures: soaks.flatMap(soakFigures),
      },
      { save },
    );
  } finally {
    await farm.stop();
    await rm(looks, { recursive: true, force: true });
  }
}

interface Soak {
  name: string;
  rows: number;
  seconds: number;
  samples: MemorySample[];
  growth: MemoryGrowth[];
}

async function soak(
  { farm, looks }: { farm: RenderFarm; looks: string },
  { name, workload, rows }: { name: string; workload: Workload; rows: number },
): Promise<Soak> {
  const loaded = await farm.load(workload);
  const bar = new SingleBar({
    ...{ format: `{bar} {value}/{total} ${name}`, stream: process.stderr },
    // Half an hour is long for whoever reads a log.
    ...{ noTTYOutput: true, notTTYSchedule: 60_000 },
  });
  bar.start(rows, 0);
  let done = 0;
  const memory = sampleCollectedMemory({ pid: farm.nodePid, folder: looks }, () => done);
  const started = performance.now();
  await farm.render(loaded, { first: 0, count: rows }, { onOutput: () => bar.update(++done) });
  const seconds = (performance.now() - started) / 1_000;
  bar.stop();
  const samples = await memory.stop();
  return { name, rows, seconds, samples, growth: memoryGrowth(samples, warmUpOf(rows)) };
}

function verdictOf({ name, rows, growth }: Soak): string {
  const { grown, margin } = sumOf(growth);
  const figure = `${grown.toFixed(2)} ± ${margin.toFixed(2)} MiB per 1,000 rows with ${name}`;
  if (rows < FEWEST_ROWS)
    return `OPEN: ${figure}; caches fill during the first 2,500 rows: take ${FEWEST_ROWS} or more.`;
  if (grown - margin >= MOST_GROWTH) return `FAIL: ${figure}.`;
  if (grown + margin < MOST_GROWTH) return `PASS: ${figure}.`;
  // The error of a slope falls with the power 1.5 of the length of the run.
  const enough = rows * (margin / Math.abs(MOST_GROWTH - grown)) ** (2 / 3);
  return `OPEN: ${figure}; some ${Math.ceil(enough / 1_000) * 1_000} rows would tell.`;
}

/** Of all kinds of processes; errors that know nothing of each other add up as squares. */
function sumOf(growth: MemoryGrowth[]): { grown: number; margin: number } {
  return {
    grown: growth.reduce((sum, { mebibytesPerThousandRows }) => sum + mebibytesPerThousandRows, 0),
    margin: Math.hypot(...growth.map(({ margin }) => margin)),
  };
}

function soakFigures({ name, rows, seconds, samples, growth }: Soak): [string, string][] {
  return [
    [`${name}: rows`, `${rows.toLocaleString('en')} in ${Math.round(seconds)} s`],
    [`${name}: peak of all processes`, mebibytes(peakMebibytes(samples))],
    ...growth.map((kind): [string, string] => [
      `${name}: ${Math.round(kind.processes)} × ${kind.name}`,
      `${kind.mebibytesPerThousandRows.toFixed(2)} MiB per 1,000 rows, each at most ${mebibytes(kind.peakMebibytes)}`,
    ]),
  ];
}
