import { afterAll, beforeAll, expect, it } from 'vitest';
import { outputKey } from '../../../contract/object-keys.ts';
import { createDatabase, type Database } from '../../../gateway/db/client.ts';
import { newId } from '../../../gateway/new-id.ts';
import { createRetention } from '../../../gateway/retention/create-retention.ts';
import { deleteOldRecords } from '../../../gateway/retention/delete-old-records.ts';
import { expireResults } from '../../../gateway/retention/expire-results.ts';
import { createDatabaseClock, type DatabaseClock } from '../../support/database-clock.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { restClient } from '../../support/rest.ts';
import { recordRows } from '../record-rows.ts';
import { signInAsMember } from '../sign-in-as-member.ts';
import { submit } from '../submit.ts';
import { badge } from '../template-documents.ts';

const DAY = 86_400;
const settings = { resultDays: 90, deliveryDays: 30 };

let gateway: TestGateway;
let clock: DatabaseClock;
/** The same database, by a clock that the tests move. */
let later: Database;

beforeAll(async () => {
  gateway = await startTestGateway();
  clock = await createDatabaseClock(gateway.database.url);
  later = createDatabase(clock.url, { log: gateway.log });
});
afterAll(async () => {
  await later?.close();
  await clock?.close();
  await gateway?.stop();
});

const deps = () => ({ pool: later.pool, store: gateway.deps.store });

/** A workspace with a batch of rows, each row with its file. */
async function finishBatch(rows: number) {
  const workspace = await gateway.createWorkspace({ credits: '1' });
  const templateId = await gateway.createTemplate(workspace.key, badge);
  const { data } = await submit(gateway.url, workspace.key, templateId, {
    rows: Array.from({ length: rows }, (_, index) => ({ external_id: `row-${index}` })),
    idempotencyKey: 'first',
  });
  const batchId = data.submitBatch.batch.id;
  const rowIds = await recordRows(gateway, batchId, Buffer.from('a picture'));
  const sizes = () => Promise.all(rowIds.map((id) => gateway.deps.store.size(outputKey(id, 1, 'jpg'))));
  return { ...workspace, batchId, rowIds, sizes, rest: restClient(gateway.url, workspace.key) };
}

it('deletes results after their days, part by part, and keeps the batch’s counts and the ledger', async () => {
  const { batchId, sizes, rest, id: workspaceId } = await finishBatch(5);
  const ledger = () =>
    gateway.db.ledgerEntry.findMany({ where: { workspaceId }, orderBy: { createdAt: 'asc' } });
  const entries = await ledger();
  const untilNothing = async () => {
    let rounds = 0;
    while (await expireResults(deps(), { resultDays: 90, most: 2 })) rounds += 1;
    return rounds;
  };

  await clock.advance(90 * DAY - 60);
  expect([await untilNothing(), await sizes()]).toEqual([0, [9, 9, 9, 9, 9]]);
  await clock.advance(120);
  expect(await expireResults(deps(), { resultDays: 90, most: 2 })).toBe(true);
  expect(await sizes()).toEqual([null, null, 9, 9, 9]);
  expect([await untilNothing(), await sizes()]).toEqual([2, [null, null, null, null, null]]);

  expect(await gateway.db.row.count({ where: { batchId } })).toBe(0);
  expect((await rest.get(`/image-bulk-jobs/${batchId}/status/`)).body).toMatchObject({
    status: 'done',
    summary: { total: 5, success: 5, failed: 0, pending: 0 },
    csv_ready: false,
  });
  const exported = await rest.get(`/image-bulk-jobs/${batchId}/export.csv`);
  expect([exported.status, exported.body]).toEqual([
    410,
    { error: 'The results of this bulk job have expired and are deleted' },
  ]);
  expect((await rest.get(`/image-bulk-jobs/${batchId}/generations/row-1/status/`)).status).toBe(404);
  expect(await ledger()).toEqual(entries);
  expect(entries.map(({ kind, batchId: of }) => [kind, of])).toEqual([
    ['grant', null],
    ['reserve', batchId],
  ]);
});

it('leaves alone what is not finished, however old', async () => {
  const { batchId } = await finishBatch(1);
  await gateway.pool.query(`UPDATE batches SET state = 'dispatched', done_at = NULL WHERE id = $1`, [
    batchId,
  ]);
  await clock.advance(1_000 * DAY);
  await createRetention(deps(), settings)();
  expect(await gateway.db.row.count({ where: { batchId } })).toBe(1);
});

it('deletes finished deliveries, idempotency keys and sessions, each in its time and a bounded number at once', async () => {
  const { id: workspaceId, batchId } = await finishBatch(1);
  await signInAsMember(gateway, workspaceId);
  const endpointId = newId();
  const eventId = newId();
  await gateway.db.webhookEndpoint.create({
    data: { id: endpointId, workspaceId, targetUrl: 'https://example.com/', encryptedSecret: 'x' },
  });
  await gateway.db.webhookEvent.create({ data: { id: eventId, batchId, type: 'test', body: '{}' } });
  const createdAt = await clock.now();
  for (const state of ['delivered', 'dead', 'retrying', 'delivered'] as const)
    await gateway.db.webhookDelivery.create({ data: { id: newId(), endpointId, eventId, state, createdAt } });
  await gateway.db.idempotencyKey.updateMany({ where: { workspaceId }, data: { createdAt } });
  await gateway.db.session.updateMany({
    data: { expiresAt: new Date(createdAt.getTime() + 14 * DAY * 1_000) },
  });
  const states = async () =>
    (await gateway.db.webhookDelivery.findMany({ where: { endpointId } })).map(({ state }) => state).sort();
  const left = async () => [
    (await states()).length,
    await gateway.db.idempotencyKey.count({ where: { workspaceId } }),
    await gateway.db.session.count(),
  ];
  const clean = (most = 500) => deleteOldRecords(deps(), { deliveryDays: 30, most });

  await clock.advance(DAY - 60);
  await clean();
  expect(await left()).toEqual([4, 1, 1]);
  await clock.advance(120);
  await clean();
  expect(await left()).toEqual([4, 0, 1]);
  await clock.advance(14 * DAY);
  await clean();
  expect(await left()).toEqual([4, 0, 0]);
  await clock.advance(15 * DAY);
  expect([await clean(2), await states()]).toEqual([true, expect.arrayContaining(['retrying'])]);
  expect(await left()).toEqual([2, 0, 0]);
  expect([await clean(2), await states()]).toEqual([false, ['retrying']]);
});
