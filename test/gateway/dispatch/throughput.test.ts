import { expect, it } from 'vitest';
import { REPORT_SUBJECT, RENDER_STREAM, NODE_BEAT_SUBJECT, renderConsumer, reportMessageId } from '../../../contract/messaging.ts';
import { addBatch, addTemplate, addWorkspace, createTestFarm, rendered, waitForBatch, readBatch } from './test-farm.ts';

it('throughput', async () => {
  const farm = await createTestFarm();
  const t = await addTemplate(farm, { workspaceId: await addWorkspace(farm) });
  const N = 20_000;
  const id = await addBatch(farm, t, N);
  farm.bus.publish(NODE_BEAT_SUBJECT, {});
  const stop = new AbortController();
  const started = performance.now();
  await farm.start();
  const beat = () => farm.bus.publish(NODE_BEAT_SUBJECT, { nodeId: 'n', hostname: 'h', kinds: ['image'], slots: Number(process.env.SLOTS ?? 64), state: 'running', encoder: '', encoderReason: '', rowIds: [], rowsDone: 0, rssBytes: 0 });
  beat();
  const timer = setInterval(beat, 3000);
  let n = 0;
  const c = farm.bus.consume(RENDER_STREAM, renderConsumer('image'), { maxInFlight: 512, signal: stop.signal }, async (d) => {
    n += 1;
    const w = d.payload as never as { rowId: string; batchId: string; attempt: number };
    await farm.bus.enqueue(REPORT_SUBJECT, rendered(w), reportMessageId(w.rowId, w.attempt));
    await d.acknowledge();
  });
  const log = setInterval(async () => console.log(n, JSON.stringify(await readBatch(farm, id))), 1000);
  await waitForBatch(farm, id, 'done', 60_000);
  clearInterval(log);
  const s = (performance.now() - started) / 1000;
  console.log('rows/s', N / s, 's', s, 'works', n, process.memoryUsage.rss() / 1e6);
  clearInterval(timer);
  stop.abort();
  await c;
  await farm.stop();
  expect(n).toBe(N);
}, 90_000);
