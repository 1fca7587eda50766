import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { pino } from 'pino';
import { request } from 'undici';
import { beforeAll, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { answer, json } from '../support/call.ts';
import { startFacade } from '../support/facade.ts';
import { describeService } from '../support/service.ts';
import { type StoredRow, storeBatch } from '../support/stored-batch.ts';
import { imageDocument, videoDocument } from '../support/templates.ts';

describeService((service) => {
  let video = '';
  let image = '';

  beforeAll(async () => {
    video = await service.gateway.createTemplate(service.workspace.key, videoDocument());
    image = await service.gateway.createTemplate(service.workspace.key, imageDocument());
  });

  const store = (templateId: string, rows: StoredRow[], columns: string[]) =>
    storeBatch(service.gateway, {
      workspaceId: service.workspace.id,
      templateId,
      state: 'done',
      columns,
      rows,
    });

  it('200: a CSV file to keep, one line for each row', async () => {
    const { id, rowIds } = await store(
      image,
      [
        { externalId: 'a', values: { name: 'Zoë' }, state: 'success', outputKey: 'outputs/b/r/1/image.jpg' },
        { values: { town: 'Łódź, "PL"', extra: 'line\r\nbreak' }, state: 'failed' },
      ],
      ['name', 'town', 'extra'],
    );

    const { status, headers, text } = await service.call(`/image-bulk-jobs/${id}/export.csv`);

    expect({
      status,
      type: headers.get('content-type'),
      disposition: headers.get('content-disposition'),
    }).toEqual({
      status: 200,
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="bulk-job-${id}.csv"`,
    });
    const url = /https?:\S+image\.jpg\S*/.exec(text)?.[0];
    expect(text).toBe(
      [
        'external_id,generation_id,name,town,extra,result_image_url',
        `a,${rowIds[0]},Zoë,,,${url}`,
        `,${rowIds[1]},,"Łódź, ""PL""","line\r\nbreak",`,
        '',
      ].join('\r\n'),
    );
  });

  it('200: names the last column of a video job result_video_url', async () => {
    const { id } = await store(video, [{ state: 'failed' }], ['name']);

    const { text } = await service.call(`/bulk-jobs/${id}/export.csv`);

    expect(text.split('\r\n')[0]).toBe('external_id,generation_id,name,result_video_url');
  });

  it('200: byte for byte as submitted, also what a spreadsheet would run; ?safe=1 marks that', async () => {
    const hostile = ['=1+1', '+1', '-1', '@x', '\tx', '0042', ' spaces ', 'a;b', '😀', '\u202Eabc'];
    const { id } = await store(
      image,
      hostile.map((value) => ({ externalId: value, values: { name: value }, state: 'failed' })),
      ['name'],
    );
    const cells = async (query: string) => {
      const { text } = await service.call(`/image-bulk-jobs/${id}/export.csv${query}`);
      return (parse(text) as string[][]).slice(1).map(([externalId, , name]) => [externalId, name]);
    };

    expect(await cells('')).toEqual(hostile.map((value) => [value, value]));
    const safe = (await cells('?safe=1')).map(([externalId]) => externalId);
    expect(safe.slice(0, 5)).toEqual(["'=1+1", "'+1", "'-1", "'@x", "'\tx"]);
    expect(safe.slice(5)).toEqual(hostile.slice(5));
  });

  it('410: the results are past their time, whether they have been deleted yet or not', async () => {
    const expired = answer(410, { error: 'The results of this bulk job have expired and are deleted' });
    const { id } = await store(image, [{ externalId: 'a', state: 'failed' }], ['name']);
    const longAgo = new Date(Date.now() - 100 * 86_400_000);
    await service.gateway.db.batch.update({ where: { id }, data: { doneAt: longAgo } });
    expect(json(await service.call(`/image-bulk-jobs/${id}/export.csv`))).toEqual(expired);

    await service.gateway.db.batch.update({ where: { id }, data: { expiredAt: new Date() } });
    expect(json(await service.call(`/image-bulk-jobs/${id}/export.csv`))).toEqual(expired);
  });

  it('200: all of 20,000 rows', async () => {
    const rows: StoredRow[] = Array.from({ length: 20_000 }, (_, index) => ({
      externalId: `id-${index}`,
      values: { name: `n${index}` },
      state: 'failed',
    }));
    const { id } = await store(image, rows, ['name']);

    const { text } = await service.call(`/image-bulk-jobs/${id}/export.csv`);

    const lines = text.split('\r\n');
    expect(lines).toHaveLength(20_002);
    expect(lines.at(-2)).toMatch(/^id-19999,[0-9a-f-]{36},n19999,$/);
  });

  it('200: a caller who breaks off is nothing to report', async () => {
    const values = { name: 'x'.repeat(10_000) };
    const rows: StoredRow[] = Array.from({ length: 3_000 }, () => ({ values, state: 'failed' }));
    const { id } = await store(image, rows, ['name']);
    const lines: { level: number; msg: string }[] = [];
    const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) });
    const facade = await startFacade(service.gateway.url, 'apart', log);

    const { body } = await request(`${facade.url}/api/external/v1/image-bulk-jobs/${id}/export.csv`, {
      headers: { authorization: `Bearer ${service.workspace.key}` },
    });
    body.once('data', () => body.destroy()).on('error', () => undefined);
    await waitFor('the line', () => lines.length > 0);
    await facade.stop();

    expect(lines).toMatchObject([{ level: pino.levels.values.debug, msg: 'client went away' }]);
  });

  it('200: HEAD answers with the headers alone', async () => {
    const { id } = await store(image, [{ state: 'failed' }], []);

    const { status, headers, text } = await service.call(`/image-bulk-jobs/${id}/export.csv`, {
      method: 'HEAD',
    });

    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/csv; charset=utf-8', '']);
  });

  it('200: a Range is ignored', async () => {
    const { id } = await store(image, [{ state: 'failed' }], []);

    const { status, text } = await service.call(`/image-bulk-jobs/${id}/export.csv`, {
      headers: { range: 'bytes=0-3' },
    });

    expect([status, text.split('\r\n')[0]]).toEqual([200, 'external_id,generation_id,result_image_url']);
  });

  it('401: without a key', async () => {
    for (const jobs of ['bulk-jobs', 'image-bulk-jobs'])
      expect(json(await service.call(`/${jobs}/${randomUUID()}/export.csv`, { key: null }))).toEqual(
        answer(401, { error: 'API key required' }),
      );
  });

  it.each(['dispatched', 'failed'] as const)('404: the job is %s and not done', async (state) => {
    const { id } = await storeBatch(service.gateway, {
      workspaceId: service.workspace.id,
      templateId: video,
      state,
      rows: [{ state: 'processing' }],
    });

    expect(json(await service.call(`/bulk-jobs/${id}/export.csv`))).toEqual(
      answer(404, { error: 'Export not ready — bulk job has not finished yet', status: state }),
    );
  });

  it('404: an unknown job, one of the other kind, one of another workspace', async () => {
    const other = await service.gateway.createWorkspace();
    const ofVideos = await store(video, [{ state: 'failed' }], []);
    const ofImages = await store(image, [{ state: 'failed' }], []);
    const foreign = await storeBatch(service.gateway, {
      workspaceId: other.id,
      templateId: video,
      state: 'done',
      rows: [{ state: 'failed' }],
    });

    for (const id of [randomUUID(), ofImages.id, foreign.id, 'x', '%'])
      expect(json(await service.call(`/bulk-jobs/${id}/export.csv`))).toEqual(
        answer(404, { error: 'Bulk job not found' }),
      );
    for (const id of [randomUUID(), ofVideos.id, 'x'])
      expect(json(await service.call(`/image-bulk-jobs/${id}/export.csv`))).toEqual(
        answer(404, { error: 'Image bulk job not found' }),
      );
  });
});
