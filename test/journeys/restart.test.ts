/** Programs die in the middle of a batch and come back: every row is rendered, reported and counted exactly once. */
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestFarm, type TestFarm } from '../support/farm.ts';
import { type Accepted, type BulkJob, type RestClient, restClient } from '../support/rest.ts';
import { waitFor } from '../support/wait-for.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const ROWS = 120;
let farm: TestFarm;
let receiver: WebhookReceiver;
let rest: RestClient;
let database: pg.Client;
let template: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  farm = await startTestFarm({ OUTBOUND_ALLOW: receiver.host });
  database = new pg.Client({ connectionString: farm.database.url });
  await database.connect();
  const workspace = await farm.createWorkspace('100');
  rest = restClient(farm.url, workspace.key);
  template = await farm.importExample(workspace.workspaceId, 'certificate');
  await rest.post('/webhooks/', { target_url: receiver.url });
});
afterAll(async () => {
  await database?.end();
  await farm?.stop();
  await receiver?.stop();
});

async function submit(): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, n) => ({ external_id: `r${n}`, name: `Person ${n}` }));
  const { status, body } = await rest.post<Accepted>(`/image-templates/${template}/bulk-generate/`, { rows });
  expect(status, JSON.stringify(body)).toBe(202);
  return body.bulk_job_id;
}

const successes = async (id: string) =>
  (await rest.get<BulkJob>(`/image-bulk-jobs/${id}/status/`)).body.summary.success;

/** What must hold whenever a batch is over, however it went. */
async function expectExactlyOnce(id: string, requestsBefore: number) {
  const job = await rest.pollUntilTerminal(`/image-bulk-jobs/${id}`, 150_000);
  expect(job.summary).toEqual({ total: ROWS, success: ROWS, failed: 0, pending: 0 });
  const { rows } = await database.query(
    `SELECT count(*)::int AS rows, count(DISTINCT output_key)::int AS outputs, max(attempt) AS attempts,
       (SELECT count(*)::int FROM webhook_events WHERE batch_id = $1) AS events,
       (SELECT array_agg(kind::text) FROM ledger_entries WHERE batch_id = $1) AS entries
     FROM batch_rows WHERE batch_id = $1 AND state = 'success'`,
    [id],
  );
  expect(rows[0]).toMatchObject({ rows: ROWS, outputs: ROWS, events: 1, entries: ['reserve'] });
  expect(rows[0].attempts).toBeLessThanOrEqual(3);
  await receiver.waitForRequests(requestsBefore + 1);
  expect(
    new Set(receiver.requests.slice(requestsBefore).map(({ headers }) => headers['webhook-id'])).size,
  ).toBe(1);
  const { body: csv } = await rest.get<string>(`/image-bulk-jobs/${id}/export.csv`);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(ROWS + 1);
}

test('a render node killed in mid-batch loses nothing', async () => {
  const before = receiver.requests.length;
  const id = await submit();
  await waitFor('some rows to be done', async () => (await successes(id)) >= 10);
  await farm.renderNode.kill('SIGKILL');
  expect(await successes(id)).toBeLessThan(ROWS);
  farm.startRenderNode();
  await expectExactlyOnce(id, before);
});

test('a gateway killed in mid-batch loses nothing', async () => {
  const before = receiver.requests.length;
  const id = await submit();
  await waitFor('some rows to be done', async () => (await successes(id)) >= 10);
  await farm.gateway.kill('SIGKILL');
  await farm.startGateway();
  await expectExactlyOnce(id, before);
});

test('a nats-server killed in mid-batch, with all it had stored, loses nothing', async () => {
  const before = receiver.requests.length;
  const id = await submit();
  await waitFor('some rows to be done', async () => (await successes(id)) >= 10);
  await farm.nats.kill('SIGKILL');
  await rm(farm.nats.storeDir, { recursive: true });
  await farm.nats.start();
  await expectExactlyOnce(id, before);
});

test('everything killed at once and started again finishes the batch', async () => {
  const before = receiver.requests.length;
  const id = await submit();
  await waitFor('some rows to be done', async () => (await successes(id)) >= 10);
  await Promise.all([
    farm.renderNode.kill('SIGKILL'),
    farm.gateway.kill('SIGKILL'),
    farm.nats.kill('SIGKILL'),
  ]);
  await farm.nats.start();
  await farm.startGateway();
  farm.startRenderNode();
  await expectExactlyOnce(id, before);
});

test('a render node told to stop finishes or hands back its rows and leaves with code 0', async () => {
  const before = receiver.requests.length;
  const id = await submit();
  await waitFor('some rows to be done', async () => (await successes(id)) >= 10);
  const stopping = farm.renderNode;
  expect(await stopping.kill('SIGTERM')).toBe(0);
  farm.startRenderNode();
  await expectExactlyOnce(id, before);
});
