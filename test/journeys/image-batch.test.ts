/** Rows in over REST, pictures out: looked at as a customer would, with hardly more than the documented contract. */
import { parse } from 'csv-parse/sync';
import { Decimal } from 'decimal.js';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestFarm, type TestFarm } from '../support/farm.ts';
import { graphql } from '../support/graphql.ts';
import { decodeImage, type RawImage } from '../support/image.ts';
import { compareColours } from '../support/image-compare.ts';
import { readQr } from '../support/read-qr.ts';
import {
  type Accepted,
  type BulkJob,
  type Generation,
  type RestClient,
  restClient,
} from '../support/rest.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const link = (id: string) => `https://example.com/verify/${id}`;
const SAME = { course: 'Applied Optics', date: '21 November 2026', verify_url: link('same') };
const ROWS: Record<string, string>[] = [
  { external_id: 'ada', ...SAME, name: 'Ada Lovelace' },
  { external_id: 'bob', ...SAME, name: 'Bob' },
  { external_id: 'ada again', ...SAME, name: 'Ada Lovelace' },
  { external_id: 'nobody', ...SAME },
  { external_id: 'a/b?c#d %é😀', ...SAME, name: 'Zoë "Zo",\r\nÅngström', verify_url: link('zoë') },
  { external_id: 'arabic', ...SAME, name: 'محمد بن عبد الله', verify_url: link('4') },
  { external_id: 'chinese', ...SAME, name: '李小龍', verify_url: link('5') },
  { external_id: 'emoji', ...SAME, name: 'Sam 🎓', verify_url: link('6') },
];

let farm: TestFarm;
let receiver: WebhookReceiver;
let workspace: { workspaceId: string; key: string };
let rest: RestClient;
let webhookSecret: string;
let accepted: Accepted;
let variables: string[];
let job: string;
const pictures = new Map<string, RawImage>();

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  farm = await startTestFarm({ OUTBOUND_ALLOW: receiver.host });
  workspace = await farm.createWorkspace('10');
  rest = restClient(farm.url, workspace.key);
  webhookSecret = (await rest.post<{ secret: string }>('/webhooks/', { target_url: `${receiver.url}/hook` }))
    .body.secret;

  const template = await farm.importExample(workspace.workspaceId, 'certificate');
  const schema = await rest.get<{ variables: { name: string }[] }>(
    `/templates/${template}/schema/?type=IMAGE_TEMPLATE`,
  );
  variables = schema.body.variables.map(({ name }) => name);
  const submitted = await rest.post<Accepted>(`/image-templates/${template}/bulk-generate/`, {
    rows: ROWS,
    batch_name: 'Graduates',
  });
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(202);
  accepted = submitted.body;
  job = `/image-bulk-jobs/${accepted.bulk_job_id}`;
});
afterAll(async () => {
  await farm?.stop();
  await receiver?.stop();
});

const price = () => new Decimal('0.00181').times(variables.length).times(ROWS.length).toFixed();

test('the batch is accepted at the price of its variables', () => {
  expect(accepted).toEqual({
    bulk_job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    status: 'pending',
    row_count: ROWS.length,
    estimated_credits: price(),
  });
});

test('every row succeeds', async () => {
  const { summary, status, csv_ready } = await rest.pollUntilTerminal(job);
  expect({ summary, status, csv_ready }).toEqual({
    summary: { total: ROWS.length, success: ROWS.length, failed: 0, pending: 0 },
    status: 'done',
    csv_ready: true,
  });
});

test('each row is found by its external id, and its picture decodes at full size', async () => {
  for (const [index, { external_id: id }] of ROWS.entries()) {
    const { body } = await rest.get<Generation>(`${job}/generations/${encodeURIComponent(id!)}/status/`);
    expect(body).toMatchObject({
      external_id: id,
      row_index: index,
      output_type: 'image',
      status: 'success',
    });
    const response = await fetch(body.result_image_url!);
    expect(response.headers.get('content-type')).toMatch(/^image\/(png|jpeg|webp)$/);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const { width, height } = await decodeImage(bytes);
    expect([width, height]).toEqual([2000, 1414]);
    pictures.set(id!, await decodeImage(bytes, 1000));
  }
});

test("each picture carries its row's own link in a code that decodes", () => {
  for (const { external_id: id, verify_url } of ROWS) {
    expect(readQr(pictures.get(id!)!)).toBe(verify_url);
  }
});

test("each picture shows its row's own name and nothing else differs", () => {
  const differs = (one: string, other: string) =>
    compareColours(pictures.get(one)!, pictures.get(other)!).max > 100;
  expect(differs('ada', 'ada again')).toBe(false);
  expect(differs('ada', 'bob')).toBe(true);
  expect(differs('ada', 'nobody')).toBe(true);
  expect(differs('bob', 'nobody')).toBe(true);
  expect(differs('arabic', 'chinese')).toBe(true);
});

test('the export holds every row as it was submitted', async () => {
  const { status, body, headers } = await rest.get<string>(`${job}/export.csv`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/csv/);
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
  const [header, ...lines] = parse(body) as string[][];
  expect(header).toEqual(['external_id', 'generation_id', ...variables, 'result_image_url']);
  const submitted = lines.map((cells) =>
    Object.fromEntries(
      cells.map((cell, column) => [header![column], cell]).filter(([name]) => name !== 'generation_id'),
    ),
  );
  const blank = Object.fromEntries(variables.map((name) => [name, '']));
  expect(submitted).toEqual(
    ROWS.map((row) => ({
      ...blank,
      ...row,
      result_image_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1/),
    })),
  );
});

test('the ledger holds one grant and one exact reservation', async () => {
  const { data } = await graphql<{
    workspace: { balance: string };
    ledger: {
      totalCount: number;
      edges: { node: { kind: string; amount: string; batch: { id: string } | null } }[];
    };
  }>(
    farm.url,
    workspace.key,
    '{ workspace { balance } ledger(first: 10) { totalCount edges { node { kind amount batch { id } } } } }',
  );
  expect(data.workspace.balance).toBe(new Decimal(10).minus(price()).toFixed());
  expect(data.ledger.edges.map(({ node }) => node)).toEqual([
    { kind: 'RESERVE', amount: `-${price()}`, batch: { id: accepted.bulk_job_id } },
    { kind: 'GRANT', amount: '10', batch: null },
  ]);
});

test('the webhook endpoint is told once, in a message it can verify', async () => {
  const [request] = await receiver.waitForRequests(1);
  const event = new Webhook(webhookSecret).verify(request!.body, request!.headers as Record<string, string>);
  expect(event).toMatchObject({
    type: 'bulk_job.completed',
    bulk_job_id: accepted.bulk_job_id,
    data: { status: 'done', batch_name: 'Graduates', summary: { total: ROWS.length, success: ROWS.length } },
  });
  expect(receiver.requests).toHaveLength(1);
});

test('a row whose picture cannot be fetched fails alone, and says where', async () => {
  const template = await farm.importExample(workspace.workspaceId, 'social-card');
  const schema = await rest.get<{ bulk_generate: { body: { rows: Record<string, string>[] } } }>(
    `/templates/${template}/schema/?type=IMAGE_TEMPLATE`,
  );
  const good = schema.body.bulk_generate.body.rows[0]!;
  const photo = Object.keys(good).find((name) => /photo|cover/.test(name))!;
  const rows = [
    { ...good, external_id: 'good' },
    { ...good, external_id: 'bad', [photo]: 'https://127.0.0.1:9/nothing.jpg' },
    { ...good, external_id: 'blank', [photo]: '' },
  ];
  const { body } = await rest.post<Accepted>(`/image-templates/${template}/bulk-generate/`, { rows });
  const { summary } = await rest.pollUntilTerminal(`/image-bulk-jobs/${body.bulk_job_id}`);
  expect(summary).toEqual({ total: 3, success: 2, failed: 1, pending: 0 } satisfies BulkJob['summary']);

  const { data } = await graphql<{ batch: { row: Record<string, unknown> } }>(
    farm.url,
    workspace.key,
    `query ($id: ID!) { batch(id: $id) { row(externalId: "bad") { ... on Row { state failureCode errorMessage } } } }`,
    { id: body.bulk_job_id },
  );
  expect(data.batch.row).toEqual({
    state: 'FAILED',
    failureCode: 'asset_unreachable',
    errorMessage: expect.stringMatching(
      new RegExp(`^Layer ".+" \\(variable "${photo}"\\): .*127\\.0\\.0\\.1`),
    ),
  });
});
