import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { graphql } from '../../support/graphql.ts';
import { recordRows } from '../record-rows.ts';
import { submit } from '../submit.ts';
import { badge, greeting } from '../template-documents.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway?.stop());

async function setUp({ credits = '100', document = badge as object } = {}) {
  const { id, key } = await gateway.createWorkspace({ credits });
  const templateId = await gateway.createTemplate(key, document);
  return { workspaceId: id, key, templateId };
}

async function balanceOf(workspaceId: string): Promise<string> {
  const { rows } = await gateway.pool.query('SELECT balance::text FROM workspaces WHERE id = $1', [
    workspaceId,
  ]);
  return rows[0].balance;
}

describe('an accepted batch', () => {
  it('stores the rows, takes the credits and says so in the ledger', async () => {
    const { workspaceId, key, templateId } = await setUp({ credits: '1' });
    const rows = [
      { external_id: 'a', name: 'Ada', extra: 'x' },
      { external_id: 7, name: 'Alan', role: true, link: null },
      { name: '' },
    ];
    const { status, data } = await submit(gateway.url, key, templateId, { rows, name: 'First' });
    expect({ status, data }).toEqual({
      status: 200,
      data: {
        submitBatch: {
          __typename: 'BatchSubmitted',
          replayed: false,
          batch: {
            id: expect.any(String),
            state: 'PENDING',
            rowCount: 3,
            creditsPerRow: '0.00724',
            credits: '0.02172',
            columns: ['name', 'role', 'company', 'link', 'extra'],
            name: 'First',
          },
        },
      },
    });

    const batchId = data.submitBatch.batch.id;
    const stored = await graphql<{
      batch: { rows: { nodes: unknown[] } };
      ledger: unknown;
      workspace: unknown;
    }>(
      gateway.url,
      key,
      `query ($id: ID!) {
        batch(id: $id) {
          counts { total succeeded failed pending }
          rows { totalCount edges { node { index externalId values } } }
        }
        ledger { totalCount edges { node { kind amount batch { id } apiKey { name } } } }
        workspace { balance }
      }`,
      { id: batchId },
    );
    expect(stored.data).toEqual({
      batch: {
        counts: { total: 3, succeeded: 0, failed: 0, pending: 3 },
        rows: {
          totalCount: 3,
          edges: [
            { node: { index: 0, externalId: 'a', values: { name: 'Ada', extra: 'x' } } },
            { node: { index: 1, externalId: '7', values: { name: 'Alan', role: 'true' } } },
            { node: { index: 2, externalId: null, values: {} } },
          ],
        },
      },
      ledger: {
        totalCount: 2,
        edges: [
          {
            node: {
              kind: 'RESERVE',
              amount: '-0.02172',
              batch: { id: batchId },
              apiKey: { name: expect.any(String) },
            },
          },
          { node: { kind: 'GRANT', amount: '1', batch: null, apiKey: null } },
        ],
      },
      workspace: { balance: '0.97828' },
    });
    expect(await balanceOf(workspaceId)).toBe('0.97828');
  });

  it('keeps price and columns when the template changes afterwards', async () => {
    const { key, templateId } = await setUp();
    const { data } = await submit(gateway.url, key, templateId);
    await graphql(
      gateway.url,
      key,
      'mutation ($id: ID!, $document: JSON!) { updateTemplate(id: $id, document: $document) { __typename } }',
      { id: templateId, document: { ...badge, layers: badge.layers.slice(0, 1) } },
    );
    const after = await graphql<{ batch: unknown }>(
      gateway.url,
      key,
      'query ($id: ID!) { batch(id: $id) { credits columns templateVersion template { version } } }',
      { id: data.submitBatch.batch.id },
    );
    expect(after.data.batch).toEqual({
      credits: '0.00724',
      columns: ['name', 'role', 'company', 'link'],
      templateVersion: 1,
      template: { version: 2 },
    });
  });

  it('outlives its template', async () => {
    const { key, templateId } = await setUp();
    const { data } = await submit(gateway.url, key, templateId);
    const { id } = data.submitBatch.batch;
    await graphql(gateway.url, key, 'mutation ($id: ID!) { deleteTemplate(id: $id) { __typename } }', {
      id: templateId,
    });
    await recordRows(gateway, id, Buffer.from('x'));
    const after = await graphql<{ batch: unknown }>(
      gateway.url,
      key,
      'query ($id: ID!) { batch(id: $id) { state credits template { id } counts { succeeded } } }',
      { id },
    );
    expect(after).toMatchObject({
      data: {
        batch: { state: 'DONE', credits: '0.00724', template: { id: templateId }, counts: { succeeded: 1 } },
      },
      errors: [],
    });
  });

  it('is free for a template without variables, and the ledger has its entry all the same', async () => {
    const document = { kind: 'image', name: 'Poster', layers: [{ type: 'text', text: 'Sale' }] };
    const { key, templateId } = await setUp({ credits: '0.00001', document });
    const { data } = await submit(gateway.url, key, templateId, { rows: [{}, {}] });
    expect(data.submitBatch).toMatchObject({ __typename: 'BatchSubmitted', batch: { credits: '0' } });
    const { data: after } = await graphql<{ ledger: unknown }>(
      gateway.url,
      key,
      '{ ledger(first: 1) { edges { node { kind amount } } } }',
    );
    expect(after.ledger).toEqual({ edges: [{ node: { kind: 'RESERVE', amount: '0' } }] });
  });

  it('takes 20,000 rows', async () => {
    const { key, templateId } = await setUp({ credits: '144.8' });
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      external_id: `row-${index}`,
      name: `Person ${index}`,
      role: 'Engineer',
      company: 'Engines',
    }));
    const { data } = await submit(gateway.url, key, templateId, { rows });
    expect(data.submitBatch).toMatchObject({ batch: { rowCount: 20_000, credits: '144.8' } });
    const { rows: stored } = await gateway.pool.query(
      `SELECT count(*)::int, min(index), max(index), count(DISTINCT external_id)::int AS ids,
              bool_and(external_id = 'row-' || index) AS in_order
       FROM batch_rows WHERE batch_id = $1`,
      [data.submitBatch.batch.id],
    );
    expect(stored).toEqual([{ count: 20_000, min: 0, max: 19_999, ids: 20_000, in_order: true }]);
  });

  it('keeps keys that are special to JavaScript as ordinary columns', async () => {
    const { key, templateId } = await setUp();
    const rows = JSON.parse('[{"__proto__": "p", "constructor": "c", "toString": "t", "": "empty"}]');
    const { data } = await submit(gateway.url, key, templateId, { rows });
    expect(data.submitBatch.batch).toMatchObject({
      columns: ['name', 'role', 'company', 'link', '__proto__', 'constructor', 'toString', ''],
    });
    const { rows: stored } = await gateway.pool.query(
      'SELECT "values"::text FROM batch_rows WHERE batch_id = $1',
      [data.submitBatch.batch.id],
    );
    expect(Object.entries(JSON.parse(stored[0].values)).sort()).toEqual([
      ['', 'empty'],
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['toString', 't'],
    ]);
  });
});

describe('a refused batch', () => {
  const required = {
    __typename: 'RowsRequired',
    message: 'rows is required and must be a non-empty list of objects',
  };
  const cases: [string, object, object][] = [
    ['rows that are missing', { rows: undefined }, required],
    ['rows that are null', { rows: null }, required],
    ['an empty list', { rows: [] }, required],
    ['an object for a list', { rows: {} }, required],
    ['a list of numbers', { rows: [1] }, required],
    ['a list with a null in it', { rows: [{}, null] }, required],
    ['a list of lists', { rows: [[{}]] }, required],
    [
      'more than 20,000 rows',
      { rows: Array.from({ length: 20_001 }, () => ({})) },
      { __typename: 'TooManyRows', message: 'rows exceeds the maximum of 20000 per batch', maxRows: 20_000 },
    ],
    [
      'an object as a value',
      { rows: [{}, { name: {} }] },
      { __typename: 'RowInvalid', rowIndex: 1, key: 'name' },
    ],
    ['a list as a value', { rows: [{ name: [] }] }, { __typename: 'RowInvalid', rowIndex: 0, key: 'name' }],
    [
      'U+0000 in a value',
      { rows: [{ name: 'a\u0000b' }] },
      { __typename: 'RowInvalid', rowIndex: 0, key: 'name' },
    ],
    [
      'half a surrogate pair',
      { rows: [{ name: 'a\ud800' }] },
      { __typename: 'RowInvalid', rowIndex: 0, key: 'name' },
    ],
    ['U+0000 in a key', { rows: [{ 'a\u0000': 'b' }] }, { __typename: 'RowInvalid', rowIndex: 0 }],
    [
      'U+0000 in an external_id',
      { rows: [{ external_id: '\u0000' }] },
      { __typename: 'RowInvalid', rowIndex: 0, key: 'external_id' },
    ],
    [
      'an external_id of 256 characters',
      { rows: [{ external_id: 'x'.repeat(256) }] },
      { __typename: 'RowInvalid', rowIndex: 0, key: 'external_id' },
    ],
    [
      'a row over 256 KiB',
      { rows: [{ name: 'x'.repeat(256 * 1024) }] },
      { __typename: 'RowInvalid', rowIndex: 0 },
    ],
    ['a name that is a number', { name: 5 }, { __typename: 'BatchNameInvalid' }],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, { __typename: 'BatchNameInvalid' }],
    ['a template that is not there', { templateId: 'nothing' }, { __typename: 'TemplateNotFound' }],
    [
      'a template of the other kind',
      { kind: 'VIDEO' },
      { __typename: 'TemplateNotFound', message: 'Template not found' },
    ],
    [
      'an idempotency key with a newline',
      { idempotencyKey: 'a\nb' },
      { __typename: 'IdempotencyKeyInvalid' },
    ],
  ];

  it.each(cases)('names %s', async (_what, input, answer) => {
    const { workspaceId, key, templateId } = await setUp({ credits: '5' });
    const { status, data } = await submit(gateway.url, key, templateId, input as Record<string, unknown>);
    expect({ status, answer: data.submitBatch }).toMatchObject({ status: 200, answer });
    expect(await balanceOf(workspaceId)).toBe('5.00000');
  });

  it('says what is missing when credits run short, down to the last decimal', async () => {
    const { key, templateId } = await setUp({ credits: '0.00723' });
    const { data } = await submit(gateway.url, key, templateId);
    expect(data.submitBatch).toEqual({
      __typename: 'InsufficientCredits',
      message: 'insufficient_credits',
      required: '0.00724',
      available: '0.00723',
    });
  });

  it('is none when the credits are exactly enough', async () => {
    const { workspaceId, key, templateId } = await setUp({ credits: '0.00724' });
    const { data } = await submit(gateway.url, key, templateId);
    expect(data.submitBatch.__typename).toBe('BatchSubmitted');
    expect(await balanceOf(workspaceId)).toBe('0.00000');
  });

  it('tells of templates that cannot be rendered before it tells of credits', async () => {
    const documents = [
      { ...greeting, estimated_credits: null },
      { ...greeting, scenes: [] },
      { kind: 'image', name: 'Nothing', background: '#ff0000' },
    ];
    const answers = [];
    for (const document of documents) {
      const { key, templateId } = await setUp({ credits: '0.00001', document });
      const kind = document.kind.toUpperCase();
      answers.push((await submit(gateway.url, key, templateId, { kind })).data.submitBatch);
    }
    expect(answers).toEqual([
      { __typename: 'TemplateHasNoCost', message: 'This template has no configured cost — contact support' },
      { __typename: 'TemplateIsEmpty', message: expect.stringContaining('no scenes') },
      { __typename: 'TemplateIsEmpty', message: 'Image template has no layers or base image configured' },
    ]);
  });

  it("does not let one workspace use another's template", async () => {
    const [mine, other] = [await setUp(), await setUp()];
    const { data } = await submit(gateway.url, mine.key, other.templateId);
    expect(data.submitBatch).toEqual({ __typename: 'TemplateNotFound', message: 'Image template not found' });
  });
});

describe('submissions at the same time', () => {
  it('take exactly the credits that are there: 200 with funds for 100', async () => {
    const { workspaceId, key, templateId } = await setUp({ credits: '0.724' });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => submit(gateway.url, key, templateId)),
    );
    const names = answers.map(({ data }) => data.submitBatch.__typename);
    const counted = (name: string) => names.filter((other) => other === name).length;
    expect([counted('BatchSubmitted'), counted('InsufficientCredits')]).toEqual([100, 100]);

    const { rows } = await gateway.pool.query(
      `SELECT balance::text,
              (SELECT sum(amount)::text FROM ledger_entries WHERE workspace_id = $1) AS entries,
              (SELECT count(*)::int FROM batches WHERE workspace_id = $1) AS batches
       FROM workspaces WHERE id = $1`,
      [workspaceId],
    );
    expect(rows).toEqual([{ balance: '0.00000', entries: '0.00000', batches: 100 }]);
  });

  it('with one idempotency key make one batch and one charge', async () => {
    const { workspaceId, key, templateId } = await setUp({ credits: '1' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => submit(gateway.url, key, templateId, { idempotencyKey: 'order-1' })),
    );
    expect(new Set(answers.map(({ data }) => data.submitBatch.batch.id)).size).toBe(1);
    expect(answers.filter(({ data }) => data.submitBatch.replayed === false)).toHaveLength(1);
    expect(await balanceOf(workspaceId)).toBe('0.99276');
  });
});

describe('an idempotency key', () => {
  it('is refused with another body, and belongs to its workspace', async () => {
    const { key, templateId } = await setUp();
    const other = await setUp();
    const idempotencyKey = 'order-2';
    await submit(gateway.url, key, templateId, { idempotencyKey });
    const changed = await submit(gateway.url, key, templateId, { idempotencyKey, rows: [{ name: 'Ada' }] });
    expect(changed.data.submitBatch.__typename).toBe('IdempotencyKeyReused');
    const elsewhere = await submit(gateway.url, other.key, other.templateId, { idempotencyKey });
    expect(elsewhere.data.submitBatch).toMatchObject({ __typename: 'BatchSubmitted', replayed: false });
  });
});
