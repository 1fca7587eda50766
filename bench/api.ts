/** How quickly a submission is accepted and an export is read, and what they cost the gateway. */
import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import { repositoryRoot } from '../runtime/repository-root.ts';
import { type BenchInstance, openWorkspace, startInstance } from './instance.ts';
import { describeMachine, mebibytes, median, milliseconds, printTable } from './report.ts';
import { createRestClient } from './rest-client.ts';

const SMALL_TEMPLATE = join(repositoryRoot, 'bench', 'templates', 'small-image.json');
const RUNS = 5;

export async function benchApi(): Promise<void> {
  const instance = await startInstance();
  try {
    const { key, template } = await openWorkspace(instance, SMALL_TEMPLATE);
    const rest = createRestClient(instance.url, key);
    console.log(`\n${describeMachine()}\n`);

    await measureExport(instance, rest, template);

    const submissions: string[][] = [];
    for (const keys of [4, 20])
      for (const rows of [1, 1_000, 20_000]) {
        const body = JSON.stringify({ rows: makeRows(rows, keys) });
        const before = (await instance.memory()).get('gateway/main') ?? 0;
        const times: number[] = [];
        for (let run = 0; run < RUNS; run++) {
          const start = performance.now();
          await rest.submit(template, body);
          times.push(performance.now() - start);
        }
        const peak = (await instance.peakMemory()).get('gateway/main') ?? 0;
        submissions.push([
          rows.toLocaleString('en'),
          String(keys),
          `${(body.length / 1e6).toFixed(2)} MB`,
          milliseconds(median(times)),
          milliseconds(Math.max(...times)),
          mebibytes(before),
          mebibytes(peak),
        ]);
      }
    printTable(
      ['rows', 'keys', 'body', 'time to 202, median', 'slowest of 5', 'gateway before', 'gateway peak'],
      submissions,
    );

    const jobId = await rest.submit(template, JSON.stringify({ rows: makeRows(1, 4) }));
    console.log(`\nstatus reads, 16 at once: ${await readsPerSecond(() => rest.job(jobId))} /s`);
  } finally {
    await instance.stop();
  }
}

/** The batch is rendered first, which takes a minute or two: only a finished one has an export. */
async function measureExport(
  instance: BenchInstance,
  rest: ReturnType<typeof createRestClient>,
  template: string,
): Promise<void> {
  const jobId = await rest.submit(template, JSON.stringify({ rows: makeRows(20_000, 4) }));
  const bar = new SingleBar({ format: 'rendering 20,000 rows to export {bar} {percentage} %' });
  bar.start(20_000, 0);
  await rest.untilDone(jobId, ({ summary }) => bar.update(summary.success + summary.failed));
  bar.stop();
  const before = (await instance.memory()).get('gateway/main') ?? 0;
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await rest.exportCsv(jobId);
    times.push(performance.now() - start);
  }
  const after = (await instance.memory()).get('gateway/main') ?? 0;
  printTable(
    ['export of 20,000 rows, median', 'slowest of 5', 'gateway before', 'gateway after'],
    [[milliseconds(median(times)), milliseconds(Math.max(...times)), mebibytes(before), mebibytes(after)]],
  );
  console.log();
}

function makeRows(count: number, keys: number): Record<string, string>[] {
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries([
      ['external_id', `row-${index}`],
      ['name', `Person ${index}`],
      ['code', `C-${index.toString(36)}`],
      ...Array.from({ length: keys - 3 }, (_, extra) => [
        `field_${extra}`,
        `value ${index} of field ${extra}`,
      ]),
    ]),
  );
}

async function readsPerSecond(read: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + 5_000;
  let reads = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() < end) {
        await read();
        reads++;
      }
    }),
  );
  return Math.round(reads / 5);
}
