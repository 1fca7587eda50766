import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { bulkJob } from '../../../rest-facade/bodies.ts';
import { answer, json } from '../support/call.ts';
import { describeService } from '../support/service.ts';
import { changedAt, storeBatch, storedAt } from '../support/stored-batch.ts';
import { imageDocument, videoDocument } from '../support/templates.ts';

describeService((service) => {
  let video = '';
  let image = '';

  beforeAll(async () => {
    video = await service.gateway.createTemplate(service.workspace.key, videoDocument());
    image = await service.gateway.createTemplate(service.workspace.key, imageDocument());
  });

  it.each([
    { state: 'dispatched', csvReady: false },
    { state: 'done', csvReady: true },
    { state: 'failed', csvReady: false },
  ] as const)('200: a video job that is $state', async ({ state, csvReady }) => {
    const last = state === 'done' ? 'failed' : 'processing';
    const { id } = await storeBatch(service.gateway, {
      workspaceId: service.workspace.id,
      templateId: video,
      state,
      name: 'Spring “sale”',
      rows: [{ state: 'success' }, { state: 'success' }, { state: 'failed' }, { state: last }],
    });

    const given = await service.call(`/bulk-jobs/${id}/status/`);

    bulkJob.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(
      answer(200, {
        bulk_job_id: id,
        status: state,
        batch_name: 'Spring “sale”',
        created: storedAt.toISOString(),
        modified: changedAt.toISOString(),
        summary: {
          total: 4,
          success: 2,
          failed: state === 'done' ? 2 : 1,
          pending: state === 'done' ? 0 : 1,
        },
        csv_ready: csvReady,
      }),
    );
  });

  it('200: an image job, the same shape; batch_name is null when none was given', async () => {
    const { id } = await storeBatch(service.gateway, {
      workspaceId: service.workspace.id,
      templateId: image,
      state: 'done',
      rows: [{ state: 'success' }],
    });

    expect(json(await service.call(`/image-bulk-jobs/${id}/status`))).toEqual(
      answer(200, {
        bulk_job_id: id,
        status: 'done',
        batch_name: null,
        created: storedAt.toISOString(),
        modified: changedAt.toISOString(),
        summary: { total: 1, success: 1, failed: 0, pending: 0 },
        csv_ready: true,
      }),
    );
  });

  it('200: private, and never kept without asking again', async () => {
    const { id } = await storeBatch(service.gateway, {
      workspaceId: service.workspace.id,
      templateId: image,
      state: 'done',
      rows: [{ state: 'success' }],
    });

    const { headers } = await service.call(`/image-bulk-jobs/${id}/status/`);

    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  it('401: without a key', async () => {
    expect(json(await service.call(`/bulk-jobs/${randomUUID()}/status/`, { key: null }))).toEqual(
      answer(401, { error: 'API key required' }),
    );
  });

  it('404: an unknown job, one of the other kind, one of another workspace', async () => {
    const other = await service.gateway.createWorkspace();
    const stored = (templateId: string, workspaceId: string) =>
      storeBatch(service.gateway, { workspaceId, templateId, state: 'done', rows: [{ state: 'success' }] });
    const ofVideos = await stored(video, service.workspace.id);
    const ofImages = await stored(image, service.workspace.id);
    const foreign = await stored(video, other.id);

    for (const id of [randomUUID(), ofImages.id, foreign.id, 'x', '%'])
      expect(json(await service.call(`/bulk-jobs/${id}/status/`))).toEqual(
        answer(404, { error: 'Bulk job not found' }),
      );
    for (const id of [randomUUID(), ofVideos.id, 'x', '%'])
      expect(json(await service.call(`/image-bulk-jobs/${id}/status/`))).toEqual(
        answer(404, { error: 'Image bulk job not found' }),
      );
  });
});
