/** The whole way of a batch of small images: submission, every row rendered, export read. */
import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import { repositoryRoot } from '../runtime/repository-root.ts';
import { openWorkspace, startInstance } from './instance.ts';
import { describeMachine, mebibytes, milliseconds, printTable } from './report.ts';
import { createRestClient } from './rest-client.ts';

const SMALL_TEMPLATE = join(repositoryRoot, 'bench', 'templates', 'small-image.json');

export async function benchFarm({ rows }: { rows: number }): Promise<void> {
  const instance = await startInstance();
  try {
    const { key, template } = await openWorkspace(instance, SMALL_TEMPLATE);
    const rest = createRestClient(instance.url, key);
    const body = JSON.stringify({
      rows: Array.from({ length: rows }, (_, index) => ({
        external_id: `row-${index}`,
        name: `Person ${index}`,
        code: `C-${index.toString(36)}`,
        city: ['Lisboa', 'Zürich', '東京', 'القاهرة'][index % 4] ?? '',
      })),
    });

    const start = performance.now();
    const jobId = await rest.submit(template, body);
    const accepted = performance.now();
    const bar = new SingleBar({ format: '{bar} {value}/{total} rows, {duration_formatted}' });
    bar.start(rows, 0);
    let firstResult = Number.NaN;
    const job = await rest.untilDone(jobId, ({ summary }) => {
      if (Number.isNaN(firstResult) && summary.success > 0) firstResult = performance.now();
      bar.update(summary.success + summary.failed);
    });
    bar.stop();
    const done = performance.now();
    const csv = await rest.exportCsv(jobId);
    const exported = performance.now();

    console.log(`\n${describeMachine()}\n`);
    printTable(
      ['figure', 'value'],
      [
        ['rows', `${job.summary.success} rendered, ${job.summary.failed} failed of ${rows}`],
        ['time to 202', milliseconds(accepted - start)],
        ['first result seen after', milliseconds(firstResult - start)],
        [
          'all rows',
          `${((done - start) / 1000).toFixed(1)} s, ${(rows / ((done - accepted) / 1000)).toFixed(0)} rows/s`,
        ],
        ['export', `${milliseconds(exported - done)}, ${csv.trimEnd().split('\r\n').length - 1} rows`],
      ],
    );
    console.log();
    const peaks = [...(await instance.peakMemory())].sort(([, a], [, b]) => b - a);
    printTable(
      ['process', 'peak memory (all of its kind)'],
      peaks.map(([name, peak]) => [name, mebibytes(peak)]),
    );
  } finally {
    await instance.stop();
  }
}
