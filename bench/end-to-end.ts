/** V6: the whole service, from one submission over REST to the last result, and who works how much for it. */
import { SingleBar } from 'cli-progress';
import { openWorkloadWorkspace, startInstance } from './instance.ts';
import { milliseconds } from './report.ts';
import { createRestClient } from './rest-client.ts';
import type { Finding } from './result.ts';
import { shown } from './result-table.ts';
import type { Workload } from './workloads/workload.ts';

/** A look reads all rows of the job, on the cores that render. */
const LOOK_MS = 5_000;

export async function endToEnd(workload: Workload, rows: number): Promise<Finding> {
  const instance = await startInstance();
  try {
    const { key, template } = await openWorkloadWorkspace(instance, workload);
    const rest = createRestClient(instance.url, key, workload.template.kind);
    const body = JSON.stringify({
      rows: Array.from({ length: rows }, (_, index) => ({
        external_id: `row-${index}`,
        ...workload.row(index),
      })),
    });
    const before = await instance.cpu();
    const started = performance.now();
    const job = await rest.submit(template, body);
    const accepted = performance.now();
    const bar = new SingleBar({ format: '{bar} {value}/{total} rows', stream: process.stderr });
    bar.start(rows, 0);
    const { summary } = await rest.untilDone(
      job,
      (now) => bar.update(now.summary.success + now.summary.failed),
      () => LOOK_MS,
    );
    bar.stop();
    const seconds = (performance.now() - accepted) / 1_000;
    const cpu = [...(await instance.cpu())]
      .map(([name, total]) => ({ name, ms: ((total - (before.get(name) ?? 0)) * 1_000) / rows }))
      .filter(({ ms }) => ms >= 0.05)
      .sort((a, b) => b.ms - a.ms);
    return {
      ...{ id: 'V6', title: `${rows.toLocaleString('en')} rows of V through REST`, kind: 'figures' },
      target: null,
      notes: [
        'The whole of `npm start`: gateway, facade, PostgreSQL, NATS and one render node on the same cores. What does not stand under a renderer or encoder is what the service itself costs.',
      ],
      figures: [
        ['rows', `${summary.success} rendered, ${summary.failed} failed`],
        ['time to 202', milliseconds(accepted - started)],
        ['from 202 to the last result', `${seconds.toFixed(1)} s`],
        ['videos/min', shown((rows / seconds) * 60)],
        ...cpu.map(({ name, ms }): [string, string] => [`CPU a row: ${name}`, milliseconds(ms)]),
      ],
    };
  } finally {
    await instance.stop();
  }
}
