import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'vitest';
import {
  ACK_WAIT_MS,
  RENDER_STREAM,
  REPORT_CONSUMER,
  REPORT_STREAM,
  REPORT_SUBJECT,
  renderConsumer,
  renderMessageId,
  renderSubject,
} from '../../contract/messaging.ts';
import { templateVersionKey } from '../../contract/object-keys.ts';
import { createLogger } from '../../runtime/logger.ts';
import { connectMessageBus } from '../../runtime/message-bus.ts';
import { createDiskStore } from '../../runtime/object-store.ts';
import { startTestNats } from '../support/nats.ts';
import { startTestRenderNode } from '../support/render-node.ts';
import { imageTemplate } from '../support/templates.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('trial', async () => {
  const nats = await startTestNats();
  const { path: dataDir, remove } = temporaryFolder('node');
  const log = createLogger('test', 'silent');
  const bus = await connectMessageBus({ url: nats.url, name: 'test', log });
  await bus.ensureQueue({
    stream: RENDER_STREAM,
    subjects: ['render.*'],
    maxMessageBytes: 300000,
    consumers: (['image', 'video'] as const).map((k) => ({
      name: renderConsumer(k),
      subject: renderSubject(k),
      maxUnacknowledged: 1000,
      ackWaitMs: ACK_WAIT_MS,
    })),
  });
  await bus.ensureQueue({
    stream: REPORT_STREAM,
    subjects: [REPORT_SUBJECT],
    maxMessageBytes: 300000,
    consumers: [
      { name: REPORT_CONSUMER, subject: REPORT_SUBJECT, maxUnacknowledged: 1000, ackWaitMs: 30000 },
    ],
  });
  const store = createDiskStore(join(dataDir, 'objects'));
  const template = imageTemplate(
    [
      {
        type: 'shape',
        fill: {
          type: 'linear',
          angle: 45,
          stops: [
            { offset: 0, color: '#123' },
            { offset: 1, color: '#48c' },
          ],
        },
      },
      {
        type: 'text',
        text: 'Hello {{name}}',
        x: 20,
        y: 20,
        width: 300,
        height: 80,
        color: '#fff',
        font_weight: 700,
      },
      { type: 'text', text: '{{city}}', x: 20, y: 120, width: 300, height: 40, color: '#fff' },
    ],
    { width: 400, height: 200 },
  );
  const versionId = 'v1';
  await store.put(
    templateVersionKey(versionId),
    Buffer.from(JSON.stringify({ templateVersionId: versionId, document: template, assets: {} })),
  );
  const N = Number(process.env.N ?? 1000);
  for (let i = 0; i < N; i++) {
    const work = {
      purpose: 'row' as const,
      rowId: `row-${String(i).padStart(6, '0')}`,
      batchId: 'b',
      rowIndex: i,
      attempt: 1,
      workspaceId: 'w',
      kind: 'image' as const,
      templateVersionId: versionId,
      values: { name: `Name ${i}`, city: `City ${i % 50}` },
      assets: {},
    };
    await bus.enqueue(renderSubject('image'), work, renderMessageId(work));
  }
  const t0 = Date.now();
  const node = startTestRenderNode({ natsUrl: nats.url, dataDir, slots: 2 });
  const reports: any[] = [];
  let first = 0;
  const stop = new AbortController();
  void bus.consume(REPORT_STREAM, REPORT_CONSUMER, { maxInFlight: 100, signal: stop.signal }, (d) => {
    if (!first) first = Date.now();
    reports.push(d.payload);
    void d.acknowledge();
  });
  while (reports.length < N && Date.now() - t0 < 60000 && node.running)
    await new Promise((r) => setTimeout(r, 20));
  const t1 = Date.now();
  console.log(
    node.output.slice(0, 3000),
    reports[0],
    'first',
    first - t0,
    'rate',
    (N / ((t1 - first) / 1000)).toFixed(0),
    'renderMs avg',
    reports.reduce((s, r) => s + (r.renderMs ?? 0), 0) / reports.length,
    reports.filter((r) => r.event !== 'row_rendered').slice(0, 2),
  );
  stop.abort();
  if (reports[0]?.outputKey)
    console.log((await readFile(join(dataDir, 'objects', reports[0].outputKey))).length);
  const k = Date.now();
  console.log('exit', await node.kill('SIGTERM'), Date.now() - k);
  await bus.close();
  await nats.stop();
  remove();
}, 90000);
