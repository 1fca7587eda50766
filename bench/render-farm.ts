/**
 * The product's way of a row without gateway and database: work goes onto JetStream, a render node of its own process takes
 * it, outputs lie in the object store, reports come back over JetStream.
 */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ACK_WAIT_MS,
  NODE_BEAT_SUBJECT,
  RENDER_STREAM,
  REPORT_CONSUMER,
  REPORT_STREAM,
  REPORT_SUBJECT,
  renderConsumer,
  renderMessageId,
  renderSubject,
} from '../contract/messaging.ts';
import { assetKey, templateVersionKey } from '../contract/object-keys.ts';
import { type RenderReport, renderReportSchema } from '../contract/render-report.ts';
import type { AssetReference, MediaKind, RowWork, StoredTemplateVersion } from '../contract/render-work.ts';
import { findNatsServer, greets } from '../infra/nats/start-nats.ts';
import { endWithParent } from '../infra/processes/end-with-parent.ts';
import { freePort } from '../infra/processes/free-port.ts';
import { createLogger } from '../runtime/logger.ts';
import { connectMessageBus, type MessageBus } from '../runtime/message-bus.ts';
import { createDiskStore, type ObjectStore } from '../runtime/object-store.ts';
import { entryPoint } from '../runtime/repository-root.ts';
import { MEDIA_PREFIX, type Workload } from './workloads/workload.ts';

export interface RenderFarm {
  store: ObjectStore;
  /** Of the render node; all it starts are its children. */
  nodePid: number;
  /** Stores a template as a saved version with its media. */
  load(workload: Workload): Promise<LoadedWorkload>;
  /** Publishes rows and waits for all reports. @throws when one fails. */
  render(
    loaded: LoadedWorkload,
    rows: { first: number; count: number },
    options?: RenderOptions,
  ): Promise<void>;
  /** A moment of a row's video as a PNG. */
  renderStill(loaded: LoadedWorkload, index: number, seconds: number): Promise<Buffer>;
  stop(): Promise<void>;
}

export interface LoadedWorkload {
  templateVersionId: string;
  kind: MediaKind;
  assets: Record<string, AssetReference>;
  row(index: number): Record<string, string>;
}

export interface RenderOptions {
  /** Called with each finished row's output. Outputs are removed afterwards: 20,000 videos fill a disk. */
  onOutput?(output: { path: string; bytes: number; encoder: string; renderMs: number }): Promise<void> | void;
}

type Rendered = Extract<RenderReport, { event: 'row_rendered' }>;

const WORKSPACE = 'bench';
/** Rows that are published and not yet reported: more than any node takes ahead, and little memory. */
const WINDOW = 256;
/** No row of any workload takes as long on any machine: its slots do not start, or hang. */
const SILENCE_MS = 180_000;

/** @param env settings of the render node, such as `SHARING` */
export async function startRenderFarm(env: Record<string, string> = {}): Promise<RenderFarm> {
  const folder = await mkdtemp(join(tmpdir(), 'rowcast-bench-'));
  const dataDir = join(folder, 'data');
  const log = createLogger('bench', process.env.LOG_LEVEL ?? 'warn');
  const natsUrl = await startNats(join(folder, 'nats'));
  const bus = await connectMessageBus({ url: natsUrl.url, name: 'bench', log });
  await openQueues(bus);
  const store = createDiskStore(join(dataDir, 'objects'));
  const waiting = new Map<string, { resolve(report: Rendered): void; reject(error: Error): void }>();
  const closing = new AbortController();
  let progressAt = Date.now();
  const options = { maxInFlight: 500, signal: closing.signal };
  const reading = bus.consume(REPORT_STREAM, REPORT_CONSUMER, options, (delivery) => {
    const report = renderReportSchema.parse(delivery.payload);
    progressAt = Date.now();
    void delivery.acknowledge();
    if (report.event === 'template_preview_rendered') return;
    const row = waiting.get(report.rowId);
    if (report.event === 'row_rendered') row?.resolve(report);
    else row?.reject(new Error(`A row failed: ${report.message}`));
    waiting.delete(report.rowId);
  });

  const beating = new Promise<void>((resolve) => {
    const unsubscribe = bus.subscribe(NODE_BEAT_SUBJECT, () => {
      unsubscribe();
      resolve();
    });
  });
  const [program = '', ...args] = endWithParent([process.execPath, entryPoint('render-node/main')], 'TERM');
  const node = spawn(program, args, {
    env: { ...process.env, LOG_LEVEL: 'warn', NATS_URL: natsUrl.url, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await Promise.race([beating, endedEarly(node)]);
  const failAll = (message: string) => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  node.once('exit', () => failAll('The render node ended.'));
  const watch = setInterval(() => {
    if (waiting.size === 0) progressAt = Date.now();
    else if (Date.now() - progressAt > SILENCE_MS)
      failAll('The render node has finished no row for three minutes.');
  }, 1_000);

  async function publish(work: RowWork): Promise<Rendered> {
    const reported = new Promise<Rendered>((resolve, reject) => waiting.set(work.rowId, { resolve, reject }));
    await bus.enqueue(renderSubject(work.kind), work, renderMessageId(work));
    return reported;
  }

  return {
    store,
    nodePid: node.pid ?? 0,
    async load({ template, media, row }) {
      const assets = await storeMedia(store, media);
      const templateVersionId = randomUUID();
      const version: StoredTemplateVersion = { templateVersionId, document: template, assets };
      await store.put(templateVersionKey(templateVersionId), Buffer.from(JSON.stringify(version)));
      return { templateVersionId, kind: template.kind, assets, row };
    },
    async render(loaded, { first, count }, { onOutput } = {}) {
      let next = first;
      const lane = async () => {
        while (next < first + count) {
          const report = await publish(rowWork(loaded, next++));
          if (onOutput) await onOutput({ ...report, path: await store.localFile(report.outputKey) });
          await store.delete(report.outputKey);
          if (report.thumbnailKey) await store.delete(report.thumbnailKey);
        }
      };
      await Promise.all(Array.from({ length: Math.min(WINDOW, count) }, lane));
    },
    async renderStill(loaded, index, stillSeconds) {
      const { outputKey } = await publish({ ...rowWork(loaded, index), stillSeconds });
      const bytes = await store.get(outputKey);
      await store.delete(outputKey);
      return bytes;
    },
    async stop() {
      const ended = once(node, 'exit');
      node.kill('SIGTERM');
      if (node.exitCode === null && node.signalCode === null) await ended;
      clearInterval(watch);
      closing.abort();
      await reading;
      await bus.close();
      await natsUrl.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function rowWork({ templateVersionId, kind, assets, row }: LoadedWorkload, index: number): RowWork {
  const values = row(index);
  const named = Object.values(values).flatMap((value) => {
    const name = value.startsWith('asset:') ? value.slice('asset:'.length) : '';
    return assets[name] ? [[name, assets[name]] as const] : [];
  });
  return {
    purpose: 'row',
    rowId: randomUUID(),
    batchId: 'bench',
    rowIndex: index,
    attempt: 1,
    workspaceId: WORKSPACE,
    kind,
    templateVersionId,
    values,
    assets: Object.fromEntries(named),
  };
}

async function storeMedia(store: ObjectStore, folder: string): Promise<Record<string, AssetReference>> {
  const assets: Record<string, AssetReference> = {};
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const objectKey = assetKey(WORKSPACE, sha256);
    await store.put(objectKey, bytes);
    assets[MEDIA_PREFIX + name] = { objectKey, contentType: contentType(name), sha256 };
  }
  return assets;
}

function contentType(name: string): string {
  const types: Record<string, string> = {
    jpg: 'image/jpeg',
    png: 'image/png',
    mp4: 'video/mp4',
    mp3: 'audio/mpeg',
  };
  const type = types[name.split('.').at(-1) ?? ''];
  if (!type) throw new Error(`The workloads hold no files such as ${name}`);
  return type;
}

/** As the gateway opens them. */
async function openQueues(bus: MessageBus): Promise<void> {
  const consumer = (kind: MediaKind) => ({
    name: renderConsumer(kind),
    subject: renderSubject(kind),
    maxUnacknowledged: 10_000,
    ackWaitMs: ACK_WAIT_MS,
  });
  const reports = { name: REPORT_CONSUMER, subject: REPORT_SUBJECT };
  await bus.ensureQueue({
    stream: RENDER_STREAM,
    subjects: [renderSubject('image'), renderSubject('video')],
    maxMessageBytes: 1_000_000,
    consumers: [consumer('image'), consumer('video')],
  });
  await bus.ensureQueue({
    stream: REPORT_STREAM,
    subjects: [REPORT_SUBJECT],
    maxMessageBytes: 1_000_000,
    consumers: [{ ...reports, maxUnacknowledged: 2_000, ackWaitMs: ACK_WAIT_MS }],
  });
}

async function startNats(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const command = [findNatsServer(), '-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder];
  const [program = '', ...args] = endWithParent(command, 'TERM');
  const server = spawn(program, args, { stdio: 'ignore' });
  const ended = once(server, 'exit');
  const deadline = Date.now() + 15_000;
  while (!(await greets(port))) {
    if (Date.now() > deadline) throw new Error('nats-server did not start within 15 s.');
    await sleep(50);
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

async function endedEarly(node: ReturnType<typeof spawn>): Promise<never> {
  await once(node, 'exit');
  throw new Error('The render node ended before it was ready; its message stands above.');
}
