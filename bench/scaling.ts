/** V5 and the curve: what a row costs when there are many, and whether memory stays as it is. */
import { type MemorySample, memoryGrowth, peakMebibytes, sampleMemory, warmUpOf } from './memory-samples.ts';
import { cpuSeconds } from './process-tree.ts';
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
  memory: MemorySample[];
  bytes: number;
}

async function renderBatch(workload: Workload, count: number): Promise<Batch> {
  const farm = await startRenderFarm();
  try {
    const loaded = await farm.load(workload);
    let [rows, bytes] = [0, 0];
    const memory = sampleMemory(farm.nodePid, () => rows);
    const before = await cpuSeconds(farm.nodePid);
    const started = performance.now();
    await farm.render(
      loaded,
      { first: 0, count },
      {
        onOutput: (output) => {
          rows += 1;
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
  const growth = memoryGrowth(memory, warmUpOf(rows)).reduce(
    (sum, { mebibytesPerThousandRows }) => sum + mebibytesPerThousandRows,
    0,
  );
  return {
    ...{ id: 'V5', title: `${rows.toLocaleString('en')} rows of V on one node`, kind: 'figures', notes: [] },
    target: '≤ 60 ms CPU a row, ≤ 512 MiB, no growth',
    figures: [
      ['videos/min', shown((rows / seconds) * 60)],
      ['all rows', `${seconds.toFixed(1)} s`],
      ['CPU a row', milliseconds((cpu * 1_000) / rows)],
      ['peak memory of node, slots and encoders', mebibytes(peakMebibytes(memory))],
      ['growth after warm-up, per 1,000 rows', `${growth.toFixed(2)} MiB`],
      ['mean file', `${Math.round(bytes / rows / 1024)} KiB`],
    ],
  };
}
