import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REPORT_SUBJECT } from '../../../contract/messaging.ts';
import type { RenderReport } from '../../../contract/render-report.ts';
import type { BatchChanged } from '../../../gateway/changes/changes.ts';
import { newId } from '../../../gateway/new-id.ts';
import { recordReports } from '../../../gateway/render-reports/record-reports.ts';
import { waitFor } from '../../support/wait-for.ts';
import {
  addBatch,
  addTemplate,
  addWorkspace,
  createTestFarm,
  failedReport,
  readBatch,
  rendered,
  sendReport,
  type TestFarm,
  waitForBatch,
} from '../dispatch/test-farm.ts';

let test: TestFarm;
let template: Awaited<ReturnType<typeof addTemplate>>;
let changes: Parameters<BatchChanged>[];

beforeAll(async () => {
  test = await createTestFarm();
});
beforeEach(async () => {
  template = await addTemplate(test, { workspaceId: await addWorkspace(test) });
  changes = [];
});
afterAll(() => test.stop());

const record = (reports: RenderReport[]) =>
  recordReports({ pool: test.pool, changed: (...change) => void changes.push(change) }, { reports });
type Work = { rowId: string; batchId: string; attempt: number };

/** A batch whose rows are out with their first attempt. */
async function batchOut(rows: number) {
  const batchId = await addBatch(test, template, rows);
  await test.pool.query(
    `UPDATE batch_rows SET attempt = 1, lease_until = now() + interval '2 minutes' WHERE batch_id = $1`,
    [batchId],
  );
  const works = (await readRows(batchId)).map(({ id }) => ({ rowId: id, batchId, attempt: 1 }));
  return { batchId, works };
}
const readRows = (batchId: string) => test.db.row.findMany({ where: { batchId }, orderBy: { index: 'asc' } });

describe('reports', () => {
  it('end rows, count them, and make the batch done with the last one', async () => {
    const { batchId, works } = await batchOut(3);
    const [first, second, third] = works as [Work, Work, Work];
    expect(await record([rendered(first), failedReport(second)])).toEqual({ doneBatchIds: [] });
    expect(await readBatch(test, batchId)).toMatchObject({ succeeded: 1, failed: 1 });
    expect(await record([rendered(third)])).toEqual({ doneBatchIds: [batchId] });
    expect(await readBatch(test, batchId)).toMatchObject({ state: 'done', succeeded: 2, failed: 1 });
    expect(
      (await readRows(batchId)).map(({ state, outputKey, errorMessage, leaseUntil }) => [
        state,
        outputKey !== null,
        errorMessage,
        leaseUntil,
      ]),
    ).toEqual([
      ['success', true, null, null],
      ['failed', false, 'Layer "photo": this is not a picture.', null],
      ['success', true, null, null],
    ]);
    expect(changes).toEqual([
      [batchId, expect.arrayContaining([first.rowId, second.rowId]), false],
      [batchId, [third.rowId], true],
    ]);
  });

  it('that come twice, late or in another order change nothing', async () => {
    const { batchId, works } = await batchOut(40);
    const twice = works.flatMap((work) => [rendered(work), failedReport(work), rendered(work)]);
    await record(twice);
    const before = await readRows(batchId);
    await record(twice.toReversed());
    await record(works.map((work) => failedReport({ ...work, attempt: 2 }, { retryable: true })));
    expect(await readRows(batchId)).toEqual(before);
    expect(await readBatch(test, batchId)).toMatchObject({ state: 'done', succeeded: 40, failed: 0 });
    expect(await test.db.webhookEvent.count({ where: { batchId } })).toBe(1);
  });

  it('recorded at the same time by several gateways add up and never wait for each other', async () => {
    const batches = await Promise.all(Array.from({ length: 4 }, () => batchOut(60)));
    const reports = batches.flatMap(({ works }) => works.map((work) => rendered(work)));
    const shuffled = (seed: number) => reports.toSorted((a, b) => hash(a, seed) - hash(b, seed));
    await Promise.all([1, 2, 3, 4].map((seed) => record(shuffled(seed))));
    for (const { batchId } of batches)
      expect(await readBatch(test, batchId)).toMatchObject({ state: 'done', succeeded: 60, failed: 0 });
    expect(
      await test.db.webhookEvent.count({ where: { batchId: { in: batches.map(({ batchId }) => batchId) } } }),
    ).toBe(4);
  });

  it('of an attempt that has been replaced ask for nothing', async () => {
    const { batchId, works } = await batchOut(1);
    await test.pool.query('UPDATE batch_rows SET attempt = 2 WHERE batch_id = $1', [batchId]);
    await record(works.map((work) => failedReport(work, { retryable: true })));
    expect((await readRows(batchId))[0]).toMatchObject({ state: 'pending', attempt: 2, notBefore: null });
    await record(works.map((work) => rendered(work)));
    expect(await readBatch(test, batchId)).toMatchObject({ state: 'done', succeeded: 1 });
  });

  it('write one event and one delivery for each endpoint of the workspace, with the documented body', async () => {
    const endpoint = (more: object = {}) =>
      test.db.webhookEndpoint.create({
        data: {
          id: newId(),
          workspaceId: template.workspaceId,
          targetUrl: 'https://example.com/',
          encryptedSecret: '',
          ...more,
        },
      });
    const active = [await endpoint(), await endpoint()];
    await endpoint({ deletedAt: new Date() });
    await endpoint({ workspaceId: await addWorkspace(test) });
    const { batchId, works } = await batchOut(2);
    await record([rendered(works[0] as Work), failedReport(works[1] as Work)]);
    const event = await test.db.webhookEvent.findFirstOrThrow({
      where: { batchId },
      include: { deliveries: true },
    });
    const { doneAt } = await test.db.batch.findUniqueOrThrow({ where: { id: batchId } });
    expect(JSON.parse(event.body)).toEqual({
      type: 'bulk_job.completed',
      timestamp: doneAt?.toISOString(),
      bulk_job_id: batchId,
      data: {
        bulk_job_id: batchId,
        status: 'done',
        batch_name: 'Spring',
        summary: { total: 2, success: 1, failed: 1, pending: 0 },
      },
    });
    expect(event.deliveries.map(({ endpointId }) => endpointId).sort()).toEqual(
      active.map(({ id }) => id).sort(),
    );
  });

  it('of a preview give the template its picture, unless it has been saved again meanwhile', async () => {
    const { templateId, versionId } = template;
    const report = { event: 'template_preview_rendered' as const, templateId, templateVersionId: versionId };
    await record([{ ...report, templateVersionId: newId(), thumbnailKey: 'old' }]);
    expect(await test.db.template.findUnique({ where: { id: templateId } })).toMatchObject({
      thumbnailKey: 'none',
    });
    await record([{ ...report, thumbnailKey: 'new' }]);
    expect(await test.db.template.findUnique({ where: { id: templateId } })).toMatchObject({
      thumbnailKey: 'new',
    });
  });
});

describe('the recorder', () => {
  it('drops what is no report and goes on with the others', async () => {
    await test.start();
    const { batchId, works } = await batchOut(2);
    await test.bus.enqueue(REPORT_SUBJECT, { event: 'nonsense' }, newId());
    await test.bus.enqueue(REPORT_SUBJECT, { ...rendered(works[0] as Work), rowId: 'no-uuid' }, newId());
    await sendReport(test.bus, { ...rendered(works[0] as Work), notes: ['\u0000glyph \ud800'] });
    await sendReport(test.bus, { ...failedReport(works[1] as Work), message: 'bad \u0000 byte' });
    await waitForBatch(test, batchId, 'done');
    expect((await readRows(batchId)).map(({ notes, errorMessage }) => [notes, errorMessage])).toEqual([
      [['glyph \ufffd'], null],
      [[], 'bad  byte'],
    ]);
  });

  it('tells other gateways which rows changed', async () => {
    const heard: string[] = [];
    const { batchId, works } = await batchOut(150);
    const unsubscribe = test.bus.subscribe(`gateway.batch_changed.${batchId}`, (payload) => {
      heard.push(...(payload as { rowIds: string[] }).rowIds);
    });
    await test.start();
    await Promise.all(works.map((work) => sendReport(test.bus, rendered(work))));
    await waitFor('all changes', () => heard.length === 150);
    unsubscribe();
    expect(new Set(heard)).toEqual(new Set(works.map(({ rowId }) => rowId)));
  });
});

/** Some order that differs with the seed. */
function hash(report: RenderReport, seed: number): number {
  const tail = 'rowId' in report ? Number.parseInt(report.rowId.slice(-6), 16) : 0;
  return (tail * (seed * 2_654_435 + 1)) % 1_000_003;
}
