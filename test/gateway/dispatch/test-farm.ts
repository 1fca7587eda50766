/** A gateway's farm half on real servers, with batches written straight into the database and nodes that only pretend to draw. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  NODE_BEAT_SUBJECT,
  RENDER_STREAM,
  REPORT_SUBJECT,
  ROW_STARTED_SUBJECT,
  renderConsumer,
  reportMessageId,
} from '../../../contract/messaging.ts';
import { templateVersionKey } from '../../../contract/object-keys.ts';
import type { NodeBeat, RenderReport } from '../../../contract/render-report.ts';
import { type MediaKind, type RowWork, renderWorkSchema } from '../../../contract/render-work.ts';
import { createDatabase, type Database } from '../../../gateway/db/client.ts';
import { isDatabaseUnreachable } from '../../../gateway/db/is-database-unreachable.ts';
import { type Farm, startFarm } from '../../../gateway/farm.ts';
import { newId } from '../../../gateway/new-id.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { connectMessageBus, type MessageBus } from '../../../runtime/message-bus.ts';
import type { ObjectStore } from '../../../runtime/object-store.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startTestNats, type TestNats } from '../../support/nats.ts';
import { createTestObjectStore } from '../../support/object-store.ts';
import { waitFor } from '../../support/wait-for.ts';

type RowRendered = Extract<RenderReport, { event: 'row_rendered' }>;
type RowFailed = Extract<RenderReport, { event: 'row_failed' }>;

export const log = createLogger('test');

export interface TestFarm extends Database {
  nats: TestNats;
  bus: MessageBus;
  store: ObjectStore;
  databaseUrl: string;
  start(settings?: { outboundAllow?: string[] }): Promise<Farm>;
  stop(): Promise<void>;
}

export const secretsKey = Buffer.alloc(32, 7);

export async function createTestFarm(): Promise<TestFarm> {
  const nats = await startTestNats();
  const database = await createTestDatabase();
  const { store, remove } = createTestObjectStore();
  const opened = createDatabase(database.url, { log });
  const bus = await connectMessageBus({ url: nats.url, name: 'test-gateway', log });
  const farms: Farm[] = [];
  return {
    ...opened,
    nats,
    bus,
    store,
    databaseUrl: database.url,
    async start({ outboundAllow = [] } = {}) {
      const farm = await startFarm({
        ...opened,
        bus,
        store,
        log,
        settings: { secretsKey, outboundAllow, resultDays: 90, deliveryDays: 30 },
      });
      farms.push(farm);
      return farm;
    },
    async stop() {
      await Promise.all(farms.map((farm) => farm.stop()));
      await bus.close();
      await opened.close();
      await database.drop();
      await nats.stop();
      remove();
    },
  };
}

export async function addWorkspace({ db }: Database, balance = '0'): Promise<string> {
  const { id } = await db.workspace.create({ data: { id: newId(), name: 'Test', balance } });
  return id;
}

/** A template whose stored version says nothing but that it is there: the pretended nodes do not look. */
export async function addTemplate(
  { pool, store }: Pick<TestFarm, 'pool' | 'store'>,
  {
    workspaceId,
    kind = 'image',
    isStored = true,
  }: { workspaceId: string; kind?: MediaKind; isStored?: boolean },
) {
  const [templateId, versionId] = [newId(), newId()];
  await pool.query(
    `WITH version AS (
       INSERT INTO template_versions (id, template_id, number, name, document) VALUES ($2, $1, 1, 'Test', '{}')
     )
     INSERT INTO templates (id, workspace_id, kind, current_version_id, thumbnail_key) VALUES ($1, $3, $4::"MediaKind", $2, 'none')`,
    [templateId, versionId, workspaceId, kind],
  );
  if (isStored)
    await store.put(
      templateVersionKey(versionId),
      Buffer.from(JSON.stringify({ templateVersionId: versionId, document: {}, assets: {} })),
    );
  return { templateId, versionId, kind, workspaceId };
}

export async function addBatch(
  { pool }: Pick<TestFarm, 'pool'>,
  template: Awaited<ReturnType<typeof addTemplate>>,
  rows: number | Record<string, string>[],
): Promise<string> {
  const values =
    typeof rows === 'number' ? Array.from({ length: rows }, (_, index) => ({ n: `${index}` })) : rows;
  const batchId = newId();
  await pool.query(
    `INSERT INTO batches (id, workspace_id, template_id, template_version_id, kind, name, row_count, credits_per_row, credits)
     VALUES ($1, $2, $3, $4, $5::"MediaKind", 'Spring', $6::int, 0.5, $6::int * 0.5)`,
    [batchId, template.workspaceId, template.templateId, template.versionId, template.kind, values.length],
  );
  await pool.query(
    `INSERT INTO batch_rows (id, batch_id, index, values)
     SELECT t.id, $1, t.place - 1, t.values FROM unnest($2::uuid[], $3::jsonb[]) WITH ORDINALITY AS t (id, values, place)`,
    [batchId, values.map(() => newId()), values.map((value) => JSON.stringify(value))],
  );
  return batchId;
}

export async function readBatch({ db }: Pick<Database, 'db'>, id: string) {
  const { state, rowCount, succeeded, failed, dispatched, failureReason } = await db.batch.findUniqueOrThrow({
    where: { id },
  });
  return { state, rowCount, succeeded, failed, dispatched, failureReason };
}

export function waitForBatch(farm: Pick<Database, 'db'>, id: string, state: string, timeoutMs = 20_000) {
  return waitFor(
    `batch to be ${state}`,
    async () => {
      const batch = await readBatch(farm, id).catch((error: unknown) => {
        // Some tests throw everybody out of the database, this reader included.
        if (isDatabaseUnreachable(error)) return null;
        throw error;
      });
      return batch?.state === state && batch;
    },
    { timeoutMs },
  );
}

export interface PretendedNode {
  /** What it was given, in order. */
  works: RowWork[];
  stop(): Promise<void>;
}

/** Takes rows as a render node does, and answers each with what `render` returns; null lets it vanish with the row. */
export function startPretendedNode(
  bus: MessageBus,
  {
    slots = 2,
    kind = 'image',
    renderMs = 0,
    nodeId = 'node-1',
    sayStarted = true,
    render = rendered,
  }: {
    slots?: number;
    kind?: MediaKind;
    renderMs?: number;
    nodeId?: string;
    sayStarted?: boolean;
    render?: (work: RowWork) => RenderReport | null;
  } = {},
): PretendedNode {
  const stopped = new AbortController();
  const works: RowWork[] = [];
  const inWork = new Set<string>();
  const beat = (state: NodeBeat['state']) =>
    bus.publish(NODE_BEAT_SUBJECT, {
      nodeId,
      hostname: 'localhost',
      kinds: [kind],
      slots,
      state,
      encoder: 'jpg',
      encoderReason: '',
      rowIds: [...inWork],
      rowsDone: works.length,
      rssBytes: 0,
    } satisfies NodeBeat);

  async function runSlot() {
    while (!stopped.signal.aborted) {
      const delivery = await bus.next(RENDER_STREAM, renderConsumer(kind), 1_000, stopped.signal);
      if (!delivery) continue;
      const work = renderWorkSchema.parse(delivery.payload);
      if (work.purpose !== 'row') {
        await delivery.acknowledge();
        continue;
      }
      works.push(work);
      inWork.add(work.rowId);
      if (sayStarted) {
        const { rowId, batchId, attempt } = work;
        bus.publish(ROW_STARTED_SUBJECT, { event: 'row_started', rowId, batchId, attempt, nodeId });
      }
      if (renderMs > 0) await sleep(renderMs);
      const report = render(work);
      if (report) await sendReport(bus, report);
      await delivery.acknowledge();
      inWork.delete(work.rowId);
    }
  }

  beat('running');
  const beating = setInterval(() => beat('running'), 1_000);
  const running = Array.from({ length: slots }, runSlot);
  return {
    works,
    async stop() {
      stopped.abort();
      clearInterval(beating);
      await Promise.all(running);
      beat('stopped');
    },
  };
}

/** Says it until the queue has it, as nodes do: NATS may be away. */
export async function sendReport(bus: MessageBus, report: RenderReport): Promise<void> {
  const id =
    report.event === 'template_preview_rendered' ? newId() : reportMessageId(report.rowId, report.attempt);
  await waitFor('the report to be stored', () => bus.enqueue(REPORT_SUBJECT, report, id).catch(() => null));
}

export function rendered({
  rowId,
  batchId,
  attempt,
}: Pick<RowWork, 'rowId' | 'batchId' | 'attempt'>): RowRendered {
  return {
    event: 'row_rendered',
    rowId,
    batchId,
    attempt,
    nodeId: 'node-1',
    outputKey: `outputs/${rowId}`,
    thumbnailKey: null,
    bytes: 1_000,
    renderMs: 5,
    encoder: 'jpg',
    notes: [],
  };
}

export function failedReport(
  { rowId, batchId, attempt }: Pick<RowWork, 'rowId' | 'batchId' | 'attempt'>,
  { retryable = false }: { retryable?: boolean } = {},
): RowFailed {
  return {
    event: 'row_failed',
    rowId,
    batchId,
    attempt,
    nodeId: 'node-1',
    code: retryable ? 'encoder' : 'data_invalid',
    retryable,
    message: 'Layer "photo": this is not a picture.',
  };
}
