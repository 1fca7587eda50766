/** The whole node as its own process: messages in over NATS, files and reports out. */
import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import jsqr from 'jsqr';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  ACK_WAIT_MS,
  NODE_BEAT_SUBJECT,
  RENDER_STREAM,
  REPORT_CONSUMER,
  REPORT_STREAM,
  REPORT_SUBJECT,
  ROW_STARTED_SUBJECT,
  renderConsumer,
  renderMessageId,
  renderSubject,
} from '../../contract/messaging.ts';
import { nodeBeatSchema, type RenderReport, renderReportSchema } from '../../contract/render-report.ts';
import type { RenderWork } from '../../contract/render-work.ts';
import { startRenderNode } from '../../render-node/node.ts';
import { createSlotPool } from '../../render-node/slots/slot-pool.ts';
import { createLogger } from '../../runtime/logger.ts';
import { connectMessageBus, type MessageBus } from '../../runtime/message-bus.ts';
import { createDiskStore, type ObjectStore } from '../../runtime/object-store.ts';
import type { Child } from '../support/child-process.ts';
import { averageColour, decodeImage } from '../support/image.ts';
import { startTestNats, type TestNats } from '../support/nats.ts';
import { countFrames, extractFrame } from '../support/probe.ts';
import { startTestRenderNode } from '../support/render-node.ts';
import { imageTemplate, videoTemplate } from '../support/templates.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';
import { previewWork, rowWork, storeTemplate } from './row-work.ts';

let nats: TestNats;
let bus: MessageBus;
let dataDir: string;
let store: ObjectStore;
let node: Child;
const reports: RenderReport[] = [];
const started: unknown[] = [];
const beats: unknown[] = [];
const closing = new AbortController();

beforeAll(async () => {
  nats = await startTestNats();
  dataDir = temporaryFolder('node').path;
  store = createDiskStore(join(dataDir, 'objects'));
  bus = await connectMessageBus({ url: nats.url, name: 'test', log: createLogger('test') });
  await openQueues();
  void bus.consume(
    REPORT_STREAM,
    REPORT_CONSUMER,
    { maxInFlight: 50, signal: closing.signal },
    (delivery) => {
      reports.push(renderReportSchema.parse(delivery.payload));
      void delivery.acknowledge();
    },
  );
  bus.subscribe(ROW_STARTED_SUBJECT, (payload) => started.push(payload));
  bus.subscribe(NODE_BEAT_SUBJECT, (payload) => beats.push(payload));
  node = startTestRenderNode({ natsUrl: nats.url, dataDir });
});
afterEach(() => {
  reports.length = 0;
});
afterAll(async () => {
  closing.abort();
  await node.kill('SIGKILL');
  await bus.close();
  await nats.stop();
});

function openQueues() {
  const consumer = (kind: 'image' | 'video') => ({
    name: renderConsumer(kind),
    subject: renderSubject(kind),
    maxUnacknowledged: 100,
    ackWaitMs: ACK_WAIT_MS,
  });
  return Promise.all([
    bus.ensureQueue({
      stream: RENDER_STREAM,
      subjects: ['render.*'],
      maxMessageBytes: 1_000_000,
      consumers: [consumer('image'), consumer('video')],
    }),
    bus.ensureQueue({
      stream: REPORT_STREAM,
      subjects: [REPORT_SUBJECT],
      maxMessageBytes: 1_000_000,
      consumers: [
        { name: REPORT_CONSUMER, subject: REPORT_SUBJECT, maxUnacknowledged: 100, ackWaitMs: 10_000 },
      ],
    }),
  ]);
}

async function render(...works: RenderWork[]): Promise<RenderReport[]> {
  for (const work of works) await bus.enqueue(renderSubject(work.kind), work, renderMessageId(work));
  await waitFor('reports', () => reports.length >= works.length, { timeoutMs: 30_000 });
  return reports;
}

test('an image row becomes a file that shows the row, and a report', async () => {
  const avatar = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#e91e63' } })
    .png()
    .toBuffer();
  const sha256 = createHash('sha256').update(avatar).digest('hex');
  const objectKey = `assets/workspace/${sha256}`;
  await store.put(objectKey, avatar);
  const template = imageTemplate(
    [
      { type: 'image', variable: 'avatar', width: 200, height: 200 },
      { type: 'qr', data: 'https://example.com/{{id}}', x: 200, width: 200, height: 200 },
    ],
    { width: 400, height: 200, output: { format: 'png' } },
  );
  const work = rowWork(
    await storeTemplate(store, template),
    { avatar: 'asset:ada.png', id: '42' },
    {
      assets: { 'ada.png': { objectKey, contentType: 'image/png', sha256 } },
    },
  );
  const [report] = await render(work);
  const outputKey = `outputs/${work.rowId.slice(-2)}/${work.rowId}/1/output.png`;
  const bytes = await store.get(outputKey);
  expect(report).toEqual({
    event: 'row_rendered',
    rowId: work.rowId,
    batchId: 'batch',
    attempt: 1,
    nodeId: expect.any(String),
    outputKey,
    thumbnailKey: null,
    bytes: bytes.length,
    renderMs: expect.any(Number),
    encoder: 'png',
    notes: [],
  });
  const image = await decodeImage(bytes);
  expect([image.width, image.height]).toEqual([400, 200]);
  expect(averageColour(image, { x: 0, y: 0, width: 200, height: 200 })).toEqual([0xe9, 0x1e, 0x63, 255]);
  const decode = jsqr as unknown as typeof jsqr.default;
  const pixels = new Uint8ClampedArray(image.data);
  expect(decode(pixels, 400, 200)?.data).toBe('https://example.com/42');
  expect(started).toContainEqual({
    event: 'row_started',
    rowId: work.rowId,
    batchId: 'batch',
    attempt: 1,
    nodeId: report && 'nodeId' in report ? report.nodeId : '',
  });
});

test('a video row becomes a film and a thumbnail', async () => {
  const template = videoTemplate(
    [
      { duration: 0.4, background: '{{brand}}' },
      { duration: 0.4, background: '#0000ff', layers: [{ type: 'text', text: 'Hi {{name}}' }] },
    ],
    // A name is shown to people and used for nothing else: files are named by ids.
    { name: '-y ../../a%03d', width: 160, height: 90, fps: 25, thumbnail_time: 0 },
  );
  const [report] = await render(
    rowWork(await storeTemplate(store, template), { brand: '#ff0000', name: 'Ada' }),
  );
  expect(report).toMatchObject({ event: 'row_rendered', encoder: 'libx264', notes: [] });
  if (report?.event !== 'row_rendered') return;
  const file = await store.localFile(report.outputKey);
  expect(await countFrames(file)).toBe(20);
  const [red, green] = averageColour(await extractFrame(file, 2));
  expect(red).toBeGreaterThan(240);
  expect(green).toBeLessThan(15);
  const thumbnail = await decodeImage(await store.get(report.thumbnailKey!));
  expect([thumbnail.width, thumbnail.height]).toEqual([160, 90]);
  expect(await readdir(join(dataDir, 'work'))).toEqual([]);
});

test('broken rows fail alone, with a sentence for the customer', async () => {
  const template = imageTemplate([
    { id: 'photo', type: 'image', variable: 'photo_url' },
    { type: 'text', text: '{{name}}' },
  ]);
  const stored = await storeTemplate(store, template);
  const works = [
    rowWork(stored, { name: 'Ada', photo_url: 'https://127.0.0.1:9/a.jpg' }),
    rowWork(stored, { name: 'Grace' }),
    rowWork(stored, { photo_url: 'not a source' }),
    rowWork({ ...stored, templateVersionId: 'gone' }),
  ];
  const outcome = (await render(...works)).map((report) => {
    const { rowId } = report as { rowId: string };
    const place = works.findIndex((work) => work.rowId === rowId);
    return [
      place,
      report.event,
      'code' in report ? report.code : null,
      'message' in report ? report.message : null,
    ];
  });
  expect(outcome.sort()).toEqual([
    [
      0,
      'row_failed',
      'asset_unreachable',
      expect.stringMatching(
        /^Layer "photo" \(variable "photo_url"\): the picture at https:\/\/127.0.0.1:9\/a.jpg could not be fetched: /,
      ),
    ],
    [1, 'row_rendered', null, null],
    [
      2,
      'row_failed',
      'data_invalid',
      'Layer "photo" (variable "photo_url"): src must be an https:// URL or an uploaded asset such as "asset:logo.png"',
    ],
    [3, 'row_failed', 'template_invalid', 'The stored template version is gone.'],
  ]);
});

test('previews of templates are small pictures under the version', async () => {
  const image = await storeTemplate(
    store,
    imageTemplate([{ type: 'text', text: '{{name}}' }], { width: 1200, height: 630 }),
  );
  const film = await storeTemplate(
    store,
    videoTemplate([{ background: '#00ff00' }], { width: 1280, height: 720 }),
  );
  const found = await render(previewWork(image, { name: 'Ada' }), previewWork(film));
  for (const { templateVersionId } of [image, film]) {
    const thumbnailKey = `templates/${templateVersionId}/preview.jpg`;
    expect(found).toContainEqual({
      event: 'template_preview_rendered',
      templateId: 'template',
      templateVersionId,
      thumbnailKey,
    });
    expect((await decodeImage(await store.get(thumbnailKey))).width).toBe(640);
  }
});

test('a message that is no row is removed, the node goes on and beats', async () => {
  await bus.enqueue(renderSubject('image'), { hello: 'world' }, 'nonsense');
  const stored = await storeTemplate(store, imageTemplate([{ type: 'shape' }], { width: 16, height: 16 }));
  expect(await render(rowWork(stored))).toMatchObject([{ event: 'row_rendered' }]);
  await waitFor('an empty queue', async () => {
    const { waiting, unacknowledged } = await bus.queueDepth(RENDER_STREAM, renderConsumer('image'));
    return waiting + unacknowledged === 0;
  });
  const beat = nodeBeatSchema.parse(await waitFor('a beat', () => beats.at(-1)));
  expect(beat).toMatchObject({ state: 'running', slots: 2, kinds: ['image', 'video'], encoder: 'libx264' });
});

test('a row that brought its renderers down again and again is failed', async () => {
  const stored = await storeTemplate(store, imageTemplate([{ type: 'shape' }], { width: 16, height: 16 }));
  const work = rowWork(stored);
  await node.kill('SIGTERM');
  await bus.enqueue(renderSubject('image'), work, renderMessageId(work));
  // Three nodes took it and did not come to an end with it.
  for (let lost = 0; lost < 3; lost++) {
    const delivery = await bus.next(RENDER_STREAM, renderConsumer('image'), 5_000, closing.signal);
    delivery?.giveBack(0);
  }
  node = startTestRenderNode({ natsUrl: nats.url, dataDir });
  await waitFor('the report', () => reports.length > 0);
  expect(reports).toMatchObject([
    {
      event: 'row_failed',
      code: 'node_lost',
      retryable: true,
      message: 'The renderer stopped 3 times on this row.',
    },
  ]);
});

test('on SIGTERM rows in hand are finished or given back, and the process ends well', async () => {
  const film = videoTemplate([{ duration: 4, background: '{{a}}' }], { width: 320, height: 180 });
  const stored = await storeTemplate(store, film);
  const works = Array.from({ length: 6 }, () => rowWork(stored, { a: '#123456' }));
  const before = started.length;
  for (const work of works) await bus.enqueue(renderSubject('video'), work, renderMessageId(work));
  await waitFor('a row to begin', () => started.length > before);
  expect(await node.kill('SIGTERM')).toBe(0);
  const finished = reports.length;
  expect(finished).toBeGreaterThan(0);
  expect(finished).toBeLessThan(works.length);

  node = startTestRenderNode({ natsUrl: nats.url, dataDir });
  await waitFor('the others', () => reports.length === works.length, { timeoutMs: 60_000 });
  expect(new Set(reports.map((report) => 'rowId' in report && report.rowId)).size).toBe(works.length);
}, 90_000);

test('a node whose slots do not start leaves the rows to the others', async () => {
  const log = createLogger('test');
  const env = { ...process.env, DATA_DIR: dataDir, SLOTS: 'none' };
  const slots = createSlotPool({ size: 2, env, fetchAsset: () => new Promise(() => undefined), log });
  const rendering = vi.spyOn(slots, 'render');
  const broken = startRenderNode({
    bus,
    slots,
    log,
    nodeId: 'broken',
    slotCount: 2,
    kinds: ['image'],
    encoder: { name: 'libx264', reason: 'the only one' },
  });
  onTestFinished(broken.stop);
  const stored = await storeTemplate(store, imageTemplate([{ type: 'shape' }], { width: 16, height: 16 }));
  await render(...Array.from({ length: 12 }, () => rowWork(stored)));
  expect(rendering).not.toHaveBeenCalled();
});

test('without NATS_URL and without an instance, the node says what to do', async () => {
  const empty = temporaryFolder('empty').path;
  await writeFile(join(empty, 'instance.json'), '{}');
  const stranded = startTestRenderNode({ natsUrl: '', dataDir: empty });
  expect(await stranded.exited).toBe(1);
  expect(stranded.output).toContain('NATS_URL: is not set');
});
