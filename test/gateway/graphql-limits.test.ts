import { Readable } from 'node:stream';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { graphql } from '../support/graphql.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  ({ key } = await gateway.createWorkspace());
});
afterAll(() => gateway?.stop());

const nested = (levels: number, open: string, close: string) =>
  `${open.repeat(levels)}__typename${close.repeat(levels)}`;
const many = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index));

const tooLarge: [string, string, string][] = [
  [
    '30 levels',
    `{ ${nested(30, 'batch(id: "x") { ', '}')} }`,
    'The document nests fields deeper than 20 levels',
  ],
  [
    '30 levels in fragments',
    `{ ...F0 } ${many(30, (index) => `fragment F${index} on Batch { template { ...F${index + 1} } }`).join(' ')} fragment F30 on Batch { id }`,
    'The document nests fields deeper than 20 levels',
  ],
  [
    '3,000 aliases',
    `{ ${many(3_000, (index) => `a${index}: __typename`).join(' ')} }`,
    'The document has more than 1000 fields',
  ],
  [
    '101 aliases',
    `{ ${many(101, (index) => `a${index}: __typename`).join(' ')} }`,
    'The document has more than 100 aliases',
  ],
  ['9,000 __typename', `{ ${'__typename '.repeat(9_000)} }`, 'The document has more than 1000 fields'],
  [
    '20,000 short fields',
    `{ ${'id '.repeat(20_000)} }`,
    'Syntax Error: Document contains more that 10000 tokens. Parsing aborted.',
  ],
  [
    '400 directives',
    `{ __typename ${'@include(if: true) '.repeat(400)} }`,
    'The document has more than 50 directives',
  ],
  [
    'fragments that double each other',
    `{ ...F0 } ${many(40, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`).join(' ')} fragment F40 on Query { __typename }`,
    'The document has more than 1000 fields',
  ],
  [
    'a fragment cycle',
    '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    'Cannot spread fragment "A" within itself via "B".',
  ],
  ['levels that exhaust the parser', nested(4_000, '{a', '}'), 'The document is nested too deeply'],
  [
    'lists in lists',
    `{ webhookEndpoints { deliveries(pageSize: 100) { items { batch { rows(first: 1000000) { edges { node { id } } } } } } } }`,
    'The document may return more than 25000 objects; ask for smaller pages inside of lists',
  ],
  [
    'lists in lists by a variable',
    'query ($n: Int) { webhookEndpoints { deliveries(pageSize: $n) { items { batch { rows(first: $n) { totalCount edges { node { id } } } } } } } }',
    'The document may return more than 25000 objects; ask for smaller pages inside of lists',
  ],
];

describe.each(['/graphql', '/graphql/stream'])('%s refuses a document with', (path) => {
  it.each(tooLarge)('%s', async (_what, query, message) => {
    const body = await post(path, query);
    expect(body).toContain(JSON.stringify(message).slice(1, -1));
    expect(body).not.toMatch(/"data"|node_modules/);
  });
});

describe('a document that people write passes:', () => {
  it.each([
    [
      'what GraphiQL asks for the schema',
      getIntrospectionQuery({
        inputValueDeprecation: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
      }),
    ],
    [
      '100 look-ups by alias',
      `{ ${many(100, (index) => `b${index}: batch(id: "${index}") { id state }`).join(' ')} }`,
    ],
    [
      'two levels of lists',
      '{ batches(first: 100) { edges { node { id rows(first: 100) { edges { node { id state } } } } } } }',
    ],
  ])('%s', async (_what, query) => {
    const { status, errors } = await graphql(gateway.url, key, query);
    expect([status, errors]).toEqual([200, []]);
  });
});

async function post(path: string, query: string) {
  const response = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: path === '/graphql' ? 'application/json' : 'text/event-stream',
    },
    body: JSON.stringify({ query }),
  });
  return response.text();
}

it('/graphql/stream takes small bodies of JSON alone', async () => {
  const send = async (type: string, body: string | ReadableStream) => {
    const response = await fetch(`${gateway.url}/graphql/stream`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'content-type': type },
      body,
      duplex: 'half',
    } as RequestInit);
    return [response.status, await response.text()];
  };
  const query = JSON.stringify({ query: '{ workspace { name } }' });
  expect(await send('application/json; charset=utf-8', query)).toEqual([
    200,
    expect.stringContaining('"Test"'),
  ]);
  expect((await send('text/plain; x=application/json', query))[0]).toBe(415);
  expect(
    (
      await send('application/json', Readable.toWeb(Readable.from([Buffer.from(query)])) as ReadableStream)
    )[0],
  ).toBe(411);
  expect((await send('application/json', `${query}${' '.repeat(1024 * 1024)}`))[0]).toBe(413);
});
