/** Y1: how long one film of 60 s takes on a node that does nothing else: what others publish figures of. */
import { cpuSeconds } from './process-tree.ts';
import { startRenderFarm } from './render-farm.ts';
import { median } from './report.ts';
import type { Finding } from './result.ts';
import type { Workload } from './workloads/workload.ts';

const WARM_ROWS = 9;

interface Row {
  seconds: number;
  cpuSeconds: number;
  bytes: number;
  encoder: string;
}

export async function measureYardstick(workload: Workload): Promise<Finding> {
  const farm = await startRenderFarm();
  try {
    const loaded = await farm.load(workload);
    const renderOne = async (index: number): Promise<Row> => {
      const before = await cpuSeconds(farm.nodePid);
      const started = performance.now();
      let output = { bytes: 0, encoder: '' };
      await farm.render(
        loaded,
        { first: index, count: 1 },
        {
          onOutput: (one) => {
            output = one;
          },
        },
      );
      const seconds = (performance.now() - started) / 1_000;
      return { ...output, seconds, cpuSeconds: (await cpuSeconds(farm.nodePid)) - before };
    };
    const cold = await renderOne(0);
    const warm: Row[] = [];
    for (let index = 1; index <= WARM_ROWS; index++) warm.push(await renderOne(index));
    const seconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} s`;
    return {
      ...{ id: 'Y1', title: 'one film of 60 s, 1920 × 1080, 30 fps, on an idle node', kind: 'figures' },
      target: 'as fast as what others publish: 15.5 to 18.9 s (Remotion on Lambda), about 20 s (Shotstack)',
      notes: [
        'Theirs are other machines and another film (60 s of Big Buck Bunny, re-encoded), many machines at once with Lambda: read them as an order of magnitude. Cold: the node has never seen the template; warm: rows after it, each with its own name and end card, one at a time.',
      ],
      figures: [
        ['first row, cold', seconds(cold.seconds)],
        [`next row, warm, median of ${WARM_ROWS}`, seconds(median(warm.map((row) => row.seconds)))],
        ['CPU of the first row', seconds(cold.cpuSeconds)],
        ['CPU of the next row', seconds(median(warm.map((row) => row.cpuSeconds)))],
        ['encoder', cold.encoder],
        ['file', `${(cold.bytes / 1e6).toFixed(1)} MB`],
      ],
    };
  } finally {
    await farm.stop();
  }
}
