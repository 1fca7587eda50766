import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Farm } from '../../../gateway/farm.ts';
import { newId } from '../../../gateway/new-id.ts';
import { waitFor } from '../../support/wait-for.ts';
import {
  addBatch,
  addTemplate,
  addWorkspace,
  createTestFarm,
  failedReport,
  type PretendedNode,
  readBatch,
  rendered,
  startPretendedNode,
  type TestFarm,
  waitForBatch,
} from './test-farm.ts';

let test: TestFarm;
let farms: Farm[] = [];
let nodes: PretendedNode[] = [];

beforeAll(async () => {
  test = await createTestFarm();
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await Promise.all(farms.map((farm) => farm.stop()));
  [nodes, farms] = [[], []];
  // What a test leaves unfinished is nothing for the next one's nodes; with the farm stopped nobody else holds its rows.
  await test.db.batch.deleteMany({ where: { state: { not: 'done' } } });
});
afterAll(() => test.stop());

const start = async () => {
  const farm = await test.start();
  farms.push(farm);
  return farm;
};
const node = (options?: Parameters<typeof startPretendedNode>[1]) => {
  const started = startPretendedNode(test.bus, options);
  nodes.push(started);
  return started;
};
const template = async (options: { kind?: 'image' | 'video'; isStored?: boolean } = {}) =>
  addTemplate(test, { workspaceId: await addWorkspace(test), ...options });
const rowsOf = (batchId: string) => test.db.row.findMany({ where: { batchId }, orderBy: { index: 'asc' } });

describe('the dispatcher', () => {
  it('hands out every row exactly once and takes the batch from pending to done', async () => {
    const batchId = await addBatch(test, await template(), 1_000);
    expect(await readBatch(test, batchId)).toMatchObject({ state: 'pending', dispatched: 0 });
    await start();
    await waitForBatch(test, batchId, 'processing');
    const { works } = node();
    expect(await waitForBatch(test, batchId, 'done')).toEqual({
      state: 'done',
      rowCount: 1_000,
      succeeded: 1_000,
      failed: 0,
      dispatched: 1_000,
      failureReason: null,
    });
    expect(works.map(({ rowIndex }) => rowIndex).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => index),
    );
    expect(works.every(({ attempt }) => attempt === 1)).toBe(true);
  });

  it('says dispatched when every row is out, and processing of the row that a node began', async () => {
    const batchId = await addBatch(test, await template(), 2);
    await start();
    node({ slots: 1, renderMs: 1_500 });
    await waitForBatch(test, batchId, 'dispatched');
    const states = await waitFor('a row in work', async () => {
      const rows = await rowsOf(batchId);
      return rows.some(({ state }) => state === 'processing') && rows.map(({ state }) => state);
    });
    expect(states).toEqual(['processing', 'pending']);
    await waitForBatch(test, batchId, 'done');
  });

  it('wakes at once for a submission', async () => {
    const farm = await start();
    const { works } = node();
    const mine = await template();
    await sleep(1_500);
    const waits: number[] = [];
    for (let submission = 1; submission <= 5; submission++) {
      const batchId = await addBatch(test, mine, 1);
      const begun = performance.now();
      farm.wakeDispatch();
      await waitFor('the row', () => works.length === submission, { everyMs: 5 });
      waits.push(performance.now() - begun);
      await waitForBatch(test, batchId, 'done');
    }
    // Its own look each second would take half of one, mostly. The middle one: a busy machine may stand still for a moment.
    expect(waits.sort((one, other) => one - other)[2]).toBeLessThan(300);
  });

  it('lets a batch of one row overtake a large one, of the same workspace and of another', async () => {
    const [mine, others] = [await template(), await template()];
    const large = await addBatch(test, mine, 5_000);
    await start();
    const { works } = node({ renderMs: 20 });
    await waitFor('the large batch to run', () => works.length > 60);
    const small = [await addBatch(test, mine, 1), await addBatch(test, others, 1)];
    const before = works.length;
    await Promise.all(small.map((id) => waitForBatch(test, id, 'done')));
    // A second until the dispatcher looks, and what lay on the queue before.
    expect(works.length - before).toBeLessThan(150);
    expect((await readBatch(test, large)).state).toBe('processing');
  });

  it('keeps the window small while rows are slow', async () => {
    const batchId = await addBatch(test, await template({ kind: 'video' }), 100);
    await start();
    node({ kind: 'video', slots: 2, renderMs: 400, nodeId: 'video-node' });
    await sleep(2_500);
    // Two in work, and about a second's worth behind them. A machine that has stood still may have seen another pace for a moment.
    const isSmall = async () => {
      const out = await test.db.row.count({
        where: { batchId, leaseUntil: { not: null }, state: { in: ['pending', 'processing'] } },
      });
      return out >= 4 && out <= 8;
    };
    await waitFor('a small window', isSmall, { timeoutMs: 5_000 });
  });

  it('sends the assets that a row names, and leaves out what nobody uploaded', async () => {
    const mine = await template();
    const asset = { objectKey: 'assets/x/1', contentType: 'image/png', sha256: 'abc' };
    await test.db.asset.create({
      data: { id: newId(), workspaceId: mine.workspaceId, name: 'ada.png', bytes: 10, ...asset },
    });
    const batchId = await addBatch(test, mine, [
      { photo: 'asset:ada.png', other: 'asset:nobody.png', name: 'Ada' },
    ]);
    await start();
    const { works } = node();
    await waitForBatch(test, batchId, 'done');
    expect(works.filter((work) => work.batchId === batchId)).toEqual([
      {
        purpose: 'row',
        rowId: expect.any(String),
        batchId,
        rowIndex: 0,
        attempt: 1,
        workspaceId: mine.workspaceId,
        kind: 'image',
        templateVersionId: mine.versionId,
        values: { photo: 'asset:ada.png', other: 'asset:nobody.png', name: 'Ada' },
        assets: { 'ada.png': asset },
      },
    ]);
  });

  it('sends the asset that a row completes the name of', async () => {
    const mine = await template();
    await test.db.templateVersion.update({
      where: { id: mine.versionId },
      data: { document: { layers: [{ type: 'image', src: 'asset:staff/{{ name }}.png' }] } },
    });
    const asset = { objectKey: 'assets/x/2', contentType: 'image/png', sha256: 'def' };
    await test.db.asset.create({
      data: { id: newId(), workspaceId: mine.workspaceId, name: 'staff/Ada.png', bytes: 10, ...asset },
    });
    const batchId = await addBatch(test, mine, [{ name: 'Ada' }, { name: 'Bo' }]);
    await start();
    const { works } = node();
    await waitForBatch(test, batchId, 'done');
    const mineOnly = works.filter((work) => work.batchId === batchId);
    expect(mineOnly.toSorted((a, b) => a.rowIndex - b.rowIndex).map(({ assets }) => assets)).toEqual([
      { 'staff/Ada.png': asset },
      {},
    ]);
  });

  it('goes on when the database has thrown everybody out', async () => {
    const batchId = await addBatch(test, await template(), 600);
    await start();
    const { works } = node({ renderMs: 5 });
    await waitFor('rows in work', () => works.length > 50);
    await test.pool
      .query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()')
      .catch(() => null);
    expect(await waitForBatch(test, batchId, 'done')).toMatchObject({ succeeded: 600, failed: 0 });
  });

  it('tries a row again after a passing failure, and fails it when no try is left', async () => {
    const batchId = await addBatch(test, await template(), 1);
    await start();
    const { works } = node({ render: (work) => failedReport(work, { retryable: true }) });
    const pauses: number[] = [];
    for (let attempt = 1; attempt < 3; attempt += 1) {
      const notBefore = await waitFor('a pause', async () => {
        const [row] = await rowsOf(batchId);
        return row?.state === 'pending' && row.attempt === attempt && row.notBefore;
      });
      pauses.push(Math.round((notBefore.getTime() - Date.now()) / 1_000));
      await test.pool.query('UPDATE batch_rows SET not_before = now() WHERE batch_id = $1', [batchId]);
    }
    expect(pauses.map((seconds, index) => Math.abs(seconds - ([5, 30][index] ?? 0)) <= 2)).toEqual([
      true,
      true,
    ]);
    expect(await waitForBatch(test, batchId, 'done')).toMatchObject({ failed: 1, succeeded: 0 });
    expect(works.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect((await rowsOf(batchId))[0]).toMatchObject({
      failureCode: 'encoder',
      errorMessage: expect.any(String),
    });
  });

  it('fails a batch whose template version is gone, with its credits given back once', async () => {
    const mine = await template({ isStored: false });
    await test.db.workspace.update({ where: { id: mine.workspaceId }, data: { balance: 7 } });
    const batchId = await addBatch(test, mine, 3);
    await start();
    expect(await waitForBatch(test, batchId, 'failed')).toMatchObject({
      failed: 3,
      failureReason: expect.stringContaining('cannot be read'),
    });
    const workspace = await test.db.workspace.findUniqueOrThrow({
      where: { id: mine.workspaceId },
      include: { ledgerEntries: true },
    });
    expect(workspace.balance.toFixed()).toBe('8.5');
    expect(workspace.ledgerEntries.map(({ kind, amount }) => [kind, amount.toFixed()])).toEqual([
      ['reverse', '1.5'],
    ]);
    expect((await rowsOf(batchId)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
  });

  it('is one of several gateways, and another takes over when it stops', async () => {
    const [first] = [await start(), await start()];
    const batchId = await addBatch(test, await template(), 400);
    const { works } = node({ renderMs: 10 });
    await waitFor('rows in work', () => works.length > 20);
    await first?.stop();
    await waitForBatch(test, batchId, 'done');
    expect(new Set(works.map(({ rowId }) => rowId)).size).toBe(400);
  });
});

describe('a lost row', () => {
  it('goes out again when the queue is empty and no node names it; one that was begun too often fails', async () => {
    const batchId = await addBatch(test, await template(), 3);
    await start();
    const { works } = node({
      render: (work) =>
        work.rowIndex === 2 || (work.rowIndex === 1 && work.attempt === 1) ? null : rendered(work),
    });
    await waitFor('the third row in work', async () => {
      const [, , third] = await rowsOf(batchId);
      return third?.state === 'processing' && works.length >= 3;
    });
    await test.pool.query('UPDATE batch_rows SET attempt = 3 WHERE batch_id = $1 AND index = 2', [batchId]);
    expect(await waitForBatch(test, batchId, 'done', 60_000)).toMatchObject({ succeeded: 2, failed: 1 });
    expect(
      (await rowsOf(batchId)).map(({ state, attempt, errorMessage }) => [state, attempt, errorMessage]),
    ).toEqual([
      ['success', 1, null],
      ['success', 2, null],
      ['failed', 3, 'The render node stopped while rendering this row, 3 times.'],
    ]);
  }, 90_000);

  it('is none while it waits for a node, however long', async () => {
    const batchId = await addBatch(test, await template(), 2);
    await start();
    await waitForBatch(test, batchId, 'dispatched');
    await test.pool.query(
      `UPDATE batch_rows SET lease_until = now() - interval '1 hour' WHERE batch_id = $1`,
      [batchId],
    );
    await waitFor('renewed leases', async () =>
      (await rowsOf(batchId)).every(({ leaseUntil }) => leaseUntil && leaseUntil.getTime() > Date.now()),
    );
    const { works } = node();
    await waitForBatch(test, batchId, 'done');
    expect(works.map(({ attempt }) => attempt)).toEqual([1, 1]);
  });
});
