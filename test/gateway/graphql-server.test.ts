import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { graphql } from '../support/graphql.ts';
import { submit } from './submit.ts';
import { badge } from './template-documents.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  ({ key } = await gateway.createWorkspace({ credits: '12.5' }));
});
afterAll(() => gateway?.stop());

function post(body: string, headers: Record<string, string> = {}) {
  return fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    body,
  });
}

describe('GraphiQL', () => {
  it('is one page that needs nothing from elsewhere', async () => {
    const response = await fetch(`${gateway.url}/graphql`, { headers: { accept: 'text/html' } });
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
    const tags = page.replaceAll(/(<script[^>]*>)[\s\S]*?<\/script>/g, '$1');
    const loaded = [...tags.matchAll(/<(?:script|link|img)\b[^>]*\b(?:src|href)="([^"]*)"/g)].map(
      ([, url]) => url,
    );
    expect(loaded.filter((url) => !url?.startsWith('data:'))).toEqual([]);
    expect(page).toContain('creditsPerRow');
  });
});

describe('a request', () => {
  it('that is no GraphQL is answered in JSON', async () => {
    const answers = await Promise.all([
      post('{"query": "{ worksp'),
      post('{"query": "{ wrokspace { id } }"}'),
      post('{"query": "{ workspace { id } }", "variables": "text"}'),
      post('{"query": "query A { workspace { id } } query B { workspace { id } }", "operationName": "C"}'),
      post('[{"query": "{ workspace { id } }"}]'),
      post('{"query": "{ workspace { id } }"}', { 'content-type': 'text/plain' }),
      fetch(`${gateway.url}/graphql?query=mutation{deleteTemplate(id:"x"){__typename}}`, {
        headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([400, 200, 400, 400, 400, 415, 405]);
    for (const answer of answers.slice(0, 5))
      expect(await answer.json()).toEqual({ errors: [expect.any(Object)] });
  });

  it('with an endless query is refused', async () => {
    const response = await post(JSON.stringify({ query: `{ ${'__typename '.repeat(20_000)} }` }));
    expect([response.status, await response.json()]).toEqual([413, { errors: [expect.any(Object)] }]);
  });

  it('with a body beyond all limits is refused', async () => {
    const response = await post(
      JSON.stringify({ query: '{ __typename }', variables: { x: 'x'.repeat(129 * 1024 * 1024) } }),
    );
    expect(response.status).toBe(413);
  });

  it('gets no more than 100 of anything at once', async () => {
    const templateId = await gateway.createTemplate(key, badge);
    const { data } = await submit(gateway.url, key, templateId, {
      rows: Array.from({ length: 150 }, () => ({})),
    });
    const answer = await graphql<{ batch: { rows: { totalCount: number; edges: object[] } } }>(
      gateway.url,
      key,
      'query ($id: ID!) { batch(id: $id) { rows(first: 1000000) { totalCount edges { node { id } } } } }',
      { id: data.submitBatch.batch.id },
    );
    expect([answer.data.batch.rows.totalCount, answer.data.batch.rows.edges.length]).toEqual([150, 100]);
  });

  it.each([
    ['no cursor at all', 'batches(after: "nonsense") { totalCount }'],
    ['the cursor of nothing', `batches(before: "${btoa('GPC:S:nonsense')}", last: 1) { edges { cursor } }`],
  ])('with a cursor that no page gave is told so: %s', async (_what, query) => {
    const { errors } = await graphql(gateway.url, key, `{ ${query} }`);
    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/^`after` and `before` take a cursor that an earlier page gave/),
        path: ['batches'],
        extensions: { code: 'BAD_USER_INPUT' },
      }),
    ]);
  });

  it('goes on from the cursor of a page inside a batch', async () => {
    const templateId = await gateway.createTemplate(key, badge);
    const { data } = await submit(gateway.url, key, templateId, { rows: [{}, {}] });
    const rowsOf = (after: string) =>
      graphql<{ batch: { rows: { edges: { cursor: string; node: { index: number } }[] } } }>(
        gateway.url,
        key,
        'query ($id: ID!, $after: String) { batch(id: $id) { rows(first: 1, after: $after) { edges { cursor node { index } } } } }',
        { id: data.submitBatch.batch.id, after },
      );
    const wrong = await rowsOf('nonsense');
    expect(wrong.errors[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT' });
    const [first] = (await rowsOf(null as never)).data.batch.rows.edges;
    expect((await rowsOf(first?.cursor ?? '')).data.batch.rows.edges.map(({ node }) => node.index)).toEqual([
      1,
    ]);
  });
});

it('a session asks through GraphiQL, whose page adds the header that other sites cannot send', async () => {
  const page = await (await fetch(`${gateway.url}/graphql`, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('"additionalHeaders":{"x-graphql-yoga-csrf":"1"}');
});

describe('when something goes wrong inside', () => {
  it('says only that it did', async () => {
    await gateway.pool.query('ALTER TABLE assets RENAME TO assets_gone');
    const { status, errors } = await graphql(gateway.url, key, '{ assets { totalCount } }');
    await gateway.pool.query('ALTER TABLE assets_gone RENAME TO assets');
    expect([status, errors]).toEqual([
      200,
      [
        expect.objectContaining({
          message: 'Unexpected error.',
          extensions: { code: 'INTERNAL_SERVER_ERROR' },
        }),
      ],
    ]);
  });
});

describe('the landing page and health', () => {
  it('answer without a key', async () => {
    const get = async (path: string) => {
      const response = await fetch(`${gateway.url}${path}`);
      return [response.status, await response.text()];
    };
    expect(await get('/')).toEqual([200, expect.stringContaining('href="/graphql"')]);
    expect(await get('/healthz')).toEqual([200, expect.stringContaining('ok')]);
    expect(await get('/readyz')).toEqual([200, expect.stringContaining('ready')]);
    expect((await get('/nothing'))[0]).toBe(404);
  });
});
