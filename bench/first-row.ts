/** C1: from a submission over REST to the first finished row, for a template that the node has never seen and for one it has. */
import { openWorkloadWorkspace, startInstance } from './instance.ts';
import { median, milliseconds } from './report.ts';
import { createRestClient } from './rest-client.ts';
import { tellResult } from './tell-result.ts';
import { imageWorkload } from './workloads/image-workload.ts';
import { videoWorkload } from './workloads/video-workload.ts';
import type { Workload } from './workloads/workload.ts';

const WARM_ROWS = 10;
/** How soon we look again whether the row is finished. */
const LOOK_MS = 5;
/** Of the time that has gone by. To look keeps the service busy on the very cores that render: every 5 ms, half of one. */
const LOOK_SHARE = 0.05;

export async function benchFirstRow({ runs, save }: { runs: number; save: boolean }): Promise<void> {
  const video = await videoWorkload({ scale: 1, caption: 'static' });
  const image = await imageWorkload('jpg');
  const figures: [string, string][] = [];
  for (const [name, workload] of [
    ['video (V)', video],
    ['image (I)', image],
  ] as const) {
    const cold: number[] = [];
    const warm: number[] = [];
    for (let run = 0; run < runs; run++) {
      const times = await firstRows(workload);
      cold.push(times.cold);
      warm.push(median(times.warm));
    }
    figures.push(
      [`${name}, cold`, milliseconds(median(cold))],
      [`${name}, warm`, milliseconds(median(warm))],
    );
  }
  await tellResult(
    {
      ...{ id: 'C1', title: 'from submission to the first finished row, over REST', kind: 'figures' },
      target: '≤ 2 s cold, ≤ 100 ms warm',
      notes: [
        `Medians of ${runs} fresh instances; warm: of ${WARM_ROWS} further rows, one after the other. Cold: the instance has just started and nothing of the template is compiled or cached.`,
        'We look whether the row is done every 5 ms, after 100 ms ever more rarely: a time may be 5 % too long, never too short.',
      ],
      figures,
    },
    { save },
  );
}

/** Milliseconds on an instance that has never seen the template. */
async function firstRows(workload: Workload): Promise<{ cold: number; warm: number[] }> {
  const instance = await startInstance();
  try {
    const { key, template } = await openWorkloadWorkspace(instance, workload);
    const rest = createRestClient(instance.url, key, workload.template.kind);
    const renderOne = async (index: number) => {
      const body = JSON.stringify({ rows: [{ external_id: `row-${index}`, ...workload.row(index) }] });
      const started = performance.now();
      const job = await rest.submit(template, body);
      const { summary } = await rest.untilDone(job, undefined, (waitedMs) =>
        Math.max(LOOK_MS, waitedMs * LOOK_SHARE),
      );
      if (summary.success !== 1) throw new Error('The row failed.');
      return performance.now() - started;
    };
    const cold = await renderOne(0);
    const warm: number[] = [];
    // As many rows again so that each slot has seen the template.
    for (let index = 1; index <= WARM_ROWS; index++) await renderOne(index);
    for (let index = 1; index <= WARM_ROWS; index++) warm.push(await renderOne(WARM_ROWS + index));
    return { cold, warm };
  } finally {
    await instance.stop();
  }
}
