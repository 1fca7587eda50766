import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signUrl } from '../../../gateway/files/signed-url.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { graphql } from '../../support/graphql.ts';
import { recordRows } from '../record-rows.ts';
import { submit } from '../submit.ts';
import { badge } from '../template-documents.ts';

const BYTES = Buffer.from('0123456789');

let gateway: TestGateway;
let resultUrl: string;
let batchId: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  const { key } = await gateway.createWorkspace({ credits: '100' });
  const templateId = await gateway.createTemplate(key, badge);
  batchId = (await submit(gateway.url, key, templateId)).data.submitBatch.batch.id;
  await recordRows(gateway, batchId, BYTES);
  const { data } = await graphql<{ batch: { rows: { edges: { node: { resultUrl: string } }[] } } }>(
    gateway.url,
    key,
    'query ($id: ID!) { batch(id: $id) { rows { edges { node { resultUrl } } } } }',
    { id: batchId },
  );
  resultUrl = data.batch.rows.edges[0]!.node.resultUrl;
});
afterAll(() => gateway?.stop());

/** The gateway's public address may be another one than where this test reaches it. */
async function open(url: string, init?: RequestInit) {
  const { pathname, search } = new URL(url);
  const response = await fetch(`${gateway.url}${pathname}${search}`, init);
  return { status: response.status, headers: response.headers, body: await response.text() };
}

function withParameter(url: string, name: string, change: (value: string) => string): string {
  const changed = new URL(url);
  changed.searchParams.set(name, change(changed.searchParams.get(name) ?? ''));
  return changed.href;
}

describe("a result's URL", () => {
  it('gives the file to whoever has it, for good', async () => {
    const { status, headers, body } = await open(resultUrl);
    expect({ status, body }).toEqual({ status: 200, body: '0123456789' });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=0-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=99-', 416, '', 'bytes */10'],
    ['lines=1-2', 200, '0123456789', null],
  ])('answers Range: %s with %i', async (range, status, body, contentRange) => {
    const answer = await open(resultUrl, { headers: { range } });
    expect([answer.status, answer.body, answer.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  it('sends the whole file when the part asked for was of another version', async () => {
    const answer = await open(resultUrl, { headers: { range: 'bytes=2-4', 'if-range': '"other"' } });
    expect([answer.status, answer.body]).toEqual([200, '0123456789']);
  });

  it('answers HEAD without a body, and 304 to who has the file', async () => {
    const head = await open(resultUrl, { method: 'HEAD' });
    expect([head.status, head.body, head.headers.get('content-length')]).toEqual([200, '', '10']);
    const again = await open(resultUrl, {
      // fetch itself would add `no-cache`, which asks for the file whatever the tag.
      headers: { 'if-none-match': head.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('is as if it did not exist when one character differs', async () => {
    const other = (text: string) => (text.endsWith('A') ? text.replace(/A$/, 'B') : text.replace(/.$/, 'A'));
    const signature = new URL(resultUrl).searchParams.get('s') ?? '';
    const answers = await Promise.all([
      open(withParameter(resultUrl, 's', (text) => `${other(text.slice(0, 10))}${text.slice(10)}`)),
      open(withParameter(resultUrl, 's', (text) => text.slice(1))),
      open(withParameter(resultUrl, 's', () => '')),
      open(withParameter(resultUrl, 'e', (seconds) => String(Number(seconds) + 1))),
      open(resultUrl.replace('/1/', '/2/')),
      open(resultUrl.replace(/\?.*/, '')),
    ]);
    expect(signature.length).toBeGreaterThan(40);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  });

  it('is gone once it has expired', async () => {
    const { pathname } = new URL(resultUrl);
    const { status, body } = await open(signUrl(gateway.settings, pathname, new Date(Date.now() - 2_000)));
    expect([status, JSON.parse(body)]).toEqual([410, { error: expect.any(String) }]);
  });

  it('that is not even a path names nothing', async () => {
    const answers = await Promise.all(
      ['/r/%ff/1/output.jpg', '/exports/%', '/assets/%00'].map((path) => fetch(`${gateway.url}${path}`)),
    );
    for (const answer of answers)
      expect([answer.status, await answer.json()]).toEqual([404, { error: 'Not found' }]);
  });

  it('keeps to the results: a rightly signed path elsewhere leads nowhere', async () => {
    const later = new Date(Date.now() + 60_000);
    for (const path of ['/r/../../secrets.json', '/r/%2e%2e/1/secrets.json', `/r/${batchId}/1/output.jpg`])
      expect((await open(signUrl(gateway.settings, path, later))).status).toBe(404);
  });
});
