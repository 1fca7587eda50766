import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchChangedSubject } from '../../../contract/messaging.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { waitFor } from '../../support/wait-for.ts';
import { recordRows } from '../record-rows.ts';
import { submit } from '../submit.ts';
import { badge } from '../template-documents.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway?.stop());

async function startBatch(rowCount: number) {
  const workspace = await gateway.createWorkspace({ credits: '100' });
  const templateId = await gateway.createTemplate(workspace.key, badge);
  const rows = Array.from({ length: rowCount }, (_, index) => ({ external_id: `row-${index}` }));
  const { data } = await submit(gateway.url, workspace.key, templateId, { rows });
  return { ...workspace, batchId: data.submitBatch.batch.id };
}

interface Stream<Event> {
  events: Event[];
  errors: { message: string; extensions?: object }[];
  ended: Promise<void>;
  stop(): void;
}

/** `single` uses the one-connection mode of /graphql/stream, otherwise each subscription is a request to /graphql. */
function subscribe<Event>(key: string, query: string, { single = false } = {}): Stream<Event> {
  const client = createClient({
    url: `${gateway.url}${single ? '/graphql/stream' : '/graphql'}`,
    singleConnection: single,
    headers: { authorization: `Bearer ${key}` },
    retryAttempts: 0,
  });
  const stream: Stream<Event> = {
    events: [],
    errors: [],
    ended: Promise.resolve(),
    stop: () => client.dispose(),
  };
  stream.ended = new Promise((resolve) => {
    client.subscribe<Event>(
      { query },
      {
        next: ({ data, errors }) => {
          if (data) stream.events.push(data);
          if (errors) stream.errors.push(...errors);
        },
        error: (error) => {
          stream.errors.push(error as Error);
          resolve();
        },
        complete: resolve,
      },
    );
  });
  return stream;
}

const progressOf = (batchId: string) => `subscription {
  batchProgress(batchId: "${batchId}") { snapshot batch { state counts { total succeeded failed pending } exportUrl } }
}`;
const rowsOf = (batchId: string, rowId?: string) => `subscription {
  rowUpdated(batchId: "${batchId}"${rowId ? `, rowId: "${rowId}"` : ''}) { snapshot rows { id index state resultUrl } }
}`;

interface Progress {
  batchProgress: {
    snapshot: boolean;
    batch: { state: string; counts: Record<string, number>; exportUrl: string | null };
  };
}
interface Rows {
  rowUpdated: {
    snapshot: boolean;
    rows: { id: string; index: number; state: string; resultUrl: string | null }[];
  };
}

describe.each([
  ['a connection each', false],
  ['one connection for all', true],
])('with %s', (_name, single) => {
  it('shows a batch as it is, then as it changes, and ends when it is done', async () => {
    const { key, batchId } = await startBatch(3);
    const stream = subscribe<Progress>(key, progressOf(batchId), { single });
    await waitFor('the snapshot', () => stream.events.length > 0);
    await recordRows(gateway, batchId, Buffer.from('x'));
    await stream.ended;
    const late = subscribe<Progress>(key, progressOf(batchId), { single });
    await late.ended;

    const first = stream.events[0]?.batchProgress;
    expect([first?.snapshot, first?.batch.counts]).toEqual([
      true,
      { total: 3, succeeded: 0, failed: 0, pending: 3 },
    ]);
    const done = {
      batch: {
        state: 'DONE',
        counts: { total: 3, succeeded: 3, failed: 0, pending: 0 },
        exportUrl: expect.stringContaining('/exports/'),
      },
    };
    expect(stream.events.at(-1)?.batchProgress).toEqual({ snapshot: false, ...done });
    expect(late.events).toEqual([{ batchProgress: { snapshot: true, ...done } }]);
    expect([...stream.errors, ...late.errors]).toEqual([]);
    stream.stop();
    late.stop();
  });

  it('closes within a second or so when the key is revoked', async () => {
    const { key, id, batchId } = await startBatch(1);
    const streams = [
      subscribe<Progress>(key, progressOf(batchId), { single }),
      subscribe<Rows>(key, rowsOf(batchId), { single }),
    ];
    await waitFor('the snapshot', () => (streams[0]?.events.length ?? 0) > 0);
    await gateway.pool.query('UPDATE api_keys SET revoked_at = now() WHERE workspace_id = $1', [id]);
    const revoked = performance.now();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - revoked).toBeLessThan(2_000);
    const seen = streams.map(({ events }) => events.length);
    await recordRows(gateway, batchId, Buffer.from('x'));
    expect(streams.map(({ events }) => events.length)).toEqual(seen);
    for (const stream of streams) stream.stop();
  });

  it('refuses who has no key, and knows only the batches of the workspace', async () => {
    const { batchId } = await startBatch(1);
    const other = await gateway.createWorkspace();
    const refused = subscribe<Progress>('none', progressOf(batchId), { single });
    await refused.ended;
    expect([refused.events, refused.errors.length]).toEqual([[], 1]);
    for (const id of [batchId, 'nothing']) {
      const stream = subscribe<Progress>(other.key, progressOf(id), { single });
      await stream.ended;
      expect([stream.events, stream.errors.length]).toEqual([[], 1]);
      // The one-connection protocol answers a refused subscription with status 400, which the client reports as such.
      if (!single)
        expect(stream.errors[0]).toMatchObject({
          message: 'Batch not found',
          extensions: { code: 'NOT_FOUND' },
        });
      stream.stop();
    }
    refused.stop();
  });
});

it('shows rows that have moved, at most 100 an event, then rows as they move', async () => {
  const { key, batchId } = await startBatch(250);
  await gateway.pool.query(
    `UPDATE batch_rows SET state = 'failed', lease_until = NULL, finished_at = now() WHERE batch_id = $1 AND index < 210`,
    [batchId],
  );
  const stream = subscribe<Rows>(key, rowsOf(batchId));
  await waitFor('the snapshot', () => stream.events.length === 3);
  expect(
    stream.events.map(({ rowUpdated: { snapshot, rows } }) => [
      snapshot,
      rows.length,
      rows[0]?.index,
      rows.at(-1)?.index,
    ]),
  ).toEqual([
    [true, 100, 0, 99],
    [true, 100, 100, 199],
    [true, 10, 200, 209],
  ]);

  const { rows } = await gateway.pool.query<{ id: string }>(
    `UPDATE batch_rows SET state = 'processing' WHERE batch_id = $1 AND index IN (220, 221) RETURNING id`,
    [batchId],
  );
  await tellOfChange(
    batchId,
    rows.map(({ id }) => id),
  );
  // The snapshot may still be looking for a last page when they move: then it shows them too.
  const change = await waitFor('the change', () => stream.events.find((event) => !event.rowUpdated.snapshot));
  expect(change.rowUpdated).toEqual({
    snapshot: false,
    rows: [220, 221].map((index) => ({
      id: expect.any(String),
      index,
      state: 'PROCESSING',
      resultUrl: null,
    })),
  });
  stream.stop();
});

it('follows one row alone when asked to, and ends with it', async () => {
  const { key, batchId } = await startBatch(2);
  const { rows } = await gateway.pool.query<{ id: string }>(
    'SELECT id FROM batch_rows WHERE batch_id = $1 ORDER BY index',
    [batchId],
  );
  const id = rows[1]?.id ?? '';
  const stream = subscribe<Rows>(key, rowsOf(batchId, id));
  await waitFor('the snapshot', () => stream.events.length === 1);
  await recordRows(gateway, batchId, Buffer.from('x'));
  await stream.ended;
  expect(stream.events.map(({ rowUpdated }) => rowUpdated)).toEqual([
    { snapshot: true, rows: [expect.objectContaining({ id, index: 1 })] },
    {
      snapshot: false,
      rows: [{ id, index: 1, state: 'SUCCESS', resultUrl: expect.stringContaining(`/r/${id}/1/`) }],
    },
  ]);
  stream.stop();
});

it('tells of many changes at most four times a second', async () => {
  const { key, batchId } = await startBatch(100);
  const stream = subscribe<Progress>(key, progressOf(batchId));
  await waitFor('the snapshot', () => stream.events.length === 1);
  const start = performance.now();
  for (let succeeded = 1; succeeded <= 50; succeeded++) {
    await gateway.pool.query('UPDATE batches SET succeeded = $2 WHERE id = $1', [batchId, succeeded]);
    await tellOfChange(batchId, []);
  }
  await waitFor('the last change', () => stream.events.at(-1)?.batchProgress.batch.counts.succeeded === 50);
  const seconds = (performance.now() - start) / 1000;
  expect(stream.events.length - 1).toBeLessThanOrEqual(Math.ceil(seconds * 4) + 1);
  stream.stop();
});

async function tellOfChange(batchId: string, rowIds: string[]): Promise<void> {
  gateway.deps.bus.publish(batchChangedSubject(batchId), { rowIds });
}
