import { parse } from 'csv-parse/sync';
import { request } from 'undici';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { graphql } from '../../support/graphql.ts';
import { waitFor } from '../../support/wait-for.ts';
import { recordRows } from '../record-rows.ts';
import { submit } from '../submit.ts';
import { badge } from '../template-documents.ts';

let gateway: TestGateway;
let key: string;
let templateId: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  ({ key } = await gateway.createWorkspace({ credits: '1000' }));
  templateId = await gateway.createTemplate(key, badge);
});
afterAll(() => gateway?.stop());

async function exportUrlOf(id: string): Promise<string | null> {
  const { data } = await graphql<{ batch: { exportUrl: string | null } }>(
    gateway.url,
    key,
    'query ($id: ID!) { batch(id: $id) { exportUrl } }',
    { id },
  );
  return data.batch.exportUrl;
}

async function download(url: string | null): Promise<Response> {
  const { pathname, search } = new URL(url ?? 'http://none');
  return fetch(`${gateway.url}${pathname}${search}`);
}

const HOSTILE = [
  'plain',
  '',
  ' spaces ',
  '007',
  'a,b;c',
  'say "hi"',
  'line\nbreak',
  'line\rbreak',
  'line\r\nbreak',
  '\t',
  '=HYPERLINK("http://x")',
  '+1',
  '-1',
  '@SUM(A1)',
  "O'Brien",
  'é e\u0301',
  '東京 👩‍👩‍👧 العربية',
  '\ufeff',
];

it('gives back external_id and values byte for byte, in order, with the documented header', async () => {
  const rows = HOSTILE.map((text, index) => ({
    external_id: `${index}${text}`,
    name: text,
    'odd "key",\n': text,
  }));
  const { data } = await submit(gateway.url, key, templateId, { rows });
  const { id } = data.submitBatch.batch;
  expect(await exportUrlOf(id)).toBeNull();
  const ids = await recordRows(gateway, id, Buffer.from('x'));

  const response = await download(await exportUrlOf(id));
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('content-disposition'),
  ]).toEqual([200, 'text/csv; charset=utf-8', expect.stringMatching(/^attachment; filename="[\w-]+\.csv"$/)]);
  const csv = Buffer.from(await response.arrayBuffer()).toString('utf8');
  const [header, ...records] = parse(csv, { record_delimiter: '\r\n' }) as string[][];
  expect(header).toEqual([
    ...['external_id', 'generation_id', 'name', 'role', 'company', 'link', 'odd "key",\n'],
    'result_image_url',
  ]);
  expect(records.map((record) => record.slice(0, 7))).toEqual(
    HOSTILE.map((text, index) => [`${index}${text}`, ids[index], text, '', '', '', text]),
  );
  expect((await download(records[0]?.at(-1) ?? '')).status).toBe(200);
});

it('keeps submitted keys that are named like its own columns, or not at all, between its own', async () => {
  const { data } = await submit(gateway.url, key, templateId, {
    rows: [{ generation_id: 'g', result_image_url: 'r', '': 'e', '{{x}}': 'b' }],
  });
  const { id } = data.submitBatch.batch;
  const [rowId] = await recordRows(gateway, id, Buffer.from('x'));
  const [header, record] = parse(await (await download(await exportUrlOf(id))).text()) as string[][];
  expect(header).toEqual([
    ...['external_id', 'generation_id', 'name', 'role', 'company', 'link'],
    ...['generation_id', 'result_image_url', '', '{{x}}'],
    'result_image_url',
  ]);
  expect(record?.slice(0, 10)).toEqual(['', rowId, '', '', '', '', 'g', 'r', 'e', 'b']);
});

it('puts every value that breaks a line into quotes, for readers of any kind', async () => {
  const { data } = await submit(gateway.url, key, templateId, { rows: [{ name: 'a\nb', role: 'c\rd' }] });
  await recordRows(gateway, data.submitBatch.batch.id, Buffer.from('x'));
  const csv = await (await download(await exportUrlOf(data.submitBatch.batch.id))).text();
  expect(csv).toContain(',"a\nb","c\rd",');
});

it('puts an apostrophe before what a spreadsheet would run, when asked for the safe variant', async () => {
  const { data } = await submit(gateway.url, key, templateId, {
    rows: ['=1+1', '+1', '-1', '@x', '\tx', 'x=1'].map((name) => ({ external_id: name, name })),
  });
  await recordRows(gateway, data.submitBatch.batch.id, Buffer.from('x'));
  const csv = await (await download(`${await exportUrlOf(data.submitBatch.batch.id)}&safe=1`)).text();
  const records = parse(csv, { record_delimiter: '\r\n', from_line: 2 }) as string[][];
  expect(records.map((record) => [record[0], record[2]])).toEqual(
    ["'=1+1", "'+1", "'-1", "'@x", "'\tx", 'x=1'].map((text) => [text, text]),
  );
});

it('is nothing to warn of when the reader breaks off', async () => {
  const { data } = await submit(gateway.url, key, templateId, {
    rows: Array.from({ length: 2_000 }, () => ({ name: 'x'.repeat(10_000) })),
  });
  await recordRows(gateway, data.submitBatch.batch.id, Buffer.from('x'));
  const [debug, warn] = [vi.spyOn(gateway.log, 'debug'), vi.spyOn(gateway.log, 'warn')];
  const { body } = await request((await exportUrlOf(data.submitBatch.batch.id)) ?? '');
  body.once('data', () => body.destroy()).on('error', () => undefined);
  await waitFor('the line', () => debug.mock.calls.some((line) => line.includes('client went away')));
  expect(warn).not.toHaveBeenCalled();
});

it('holds 20,000 rows', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    external_id: `row-${index}`,
    name: `Person ${index}`,
  }));
  const { data } = await submit(gateway.url, key, templateId, { rows });
  const { id } = data.submitBatch.batch;
  await gateway.pool.query(
    `UPDATE batch_rows SET state = 'failed', finished_at = now() WHERE batch_id = $1`,
    [id],
  );
  await gateway.pool.query(
    `UPDATE batches SET state = 'done', failed = row_count, done_at = now() WHERE id = $1`,
    [id],
  );
  const csv = await (await download(await exportUrlOf(id))).text();
  const records = parse(csv, { record_delimiter: '\r\n', from_line: 2 }) as string[][];
  expect([records.length, records[19_999]?.slice(0, 3)]).toEqual([
    20_000,
    ['row-19999', expect.any(String), 'Person 19999'],
  ]);
});
