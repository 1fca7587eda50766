/** V5 and the curve: what a row costs when there are many, and whether memory stays as it is. */
import { cpuSeconds } from './process-tree.ts';
import { sampleMemory } from './race.ts';
import { startRenderFarm } from './render-farm.ts';
import { mebibytes, milliseconds } from './report.ts';
import type { Finding } from './result.ts';
import { shown } from './result-table.ts';
import type { Workload } from './workloads/workload.ts';

const POINTS = [1, 10, 100, 1_000, 5_000, 20_000];

/** Every point is a node of its own that has never seen the template, with empty caches. @param most the largest batch */
export async function measureScaling(workload: Workload, most: number): Promise<Finding[]> {
  const counts = [...POINTS.filter((count) => count < most), most];
  const points: { rows: number; seconds: number }[] = [];
  let largest: Batch | null = null;
  for (const count of counts) {
    largest = await renderBatch(workload, count);
    points.push({ rows: count, seconds: largest.seconds });
    process.stderr.write(`${count} rows: ${largest.seconds.toFixed(1)} s\n`);
  }
  return [
    {
      ...{ id: 'V5-curve', title: 'rows of V on a node that starts with nothing', target: null, notes: [] },
      ...{ kind: 'curve', points },
    },
    ...(largest ? [manyRows(most, largest)] : []),
  ];
}

interface Batch {
  seconds: number;
  cpuSeconds: number;
  /** MiB, once a second. */
  memory: number[];
  bytes: number;
}

async function renderBatch(workload: Workload, count: number): Promise<Batch> {
  const farm = await startRenderFarm();
  try {
    const loaded = await farm.load(workload);
    const memory = sampleMemory(farm.nodePid);
    const before = await cpuSeconds(farm.nodePid);
    const started = performance.now();
    let bytes = 0;
    await farm.render(
      loaded,
      { first: 0, count },
      {
        onOutput: (output) => {
          bytes += output.bytes;
        },
      },
    );
    const seconds = (performance.now() - started) / 1_000;
    const cpu = (await cpuSeconds(farm.nodePid)) - before;
    return { seconds, cpuSeconds: cpu, memory: await memory.stop(), bytes };
  } finally {
    await farm.stop();
  }
}

function manyRows(rows: number, { seconds, cpuSeconds: cpu, memory, bytes }: Batch): Finding {
  // What is compiled and cached at first is no leak: growth is looked for in the second half.
  const later = memory.slice(Math.floor(memory.length / 2));
  const rowsLater = (rows * later.length) / memory.length;
  return {
    ...{ id: 'V5', title: `${rows.toLocaleString('en')} rows of V on one node`, kind: 'figures', notes: [] },
    target: '≤ 60 ms CPU a row, ≤ 512 MiB, no growth',
    figures: [
      ['videos/min', shown((rows / seconds) * 60)],
      ['all rows', `${seconds.toFixed(1)} s`],
      ['CPU a row', milliseconds((cpu * 1_000) / rows)],
      ['peak memory of node, slots and encoders', mebibytes(Math.max(...memory))],
      [
        'growth over the second half, per 1,000 rows',
        `${((growth(later) / rowsLater) * 1_000).toFixed(2)} MiB`,
      ],
      ['mean file', `${Math.round(bytes / rows / 1024)} KiB`],
    ],
  };
}

/** Rise of the straight line through the samples, from the first to the last. */
function growth(samples: number[]): number {
  const middle = (samples.length - 1) / 2;
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  let [above, below] = [0, 0];
  for (const [index, value] of samples.entries()) {
    above += (index - middle) * (value - mean);
    below += (index - middle) ** 2;
  }
  return below === 0 ? 0 : (above / below) * (samples.length - 1);
}
