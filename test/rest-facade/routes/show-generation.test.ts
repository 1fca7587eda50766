import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { imageGeneration, videoGeneration } from '../../../rest-facade/bodies.ts';
import { answer, json } from '../support/call.ts';
import { describeService } from '../support/service.ts';
import { changedAt, type StoredRow, storeBatch, storedAt } from '../support/stored-batch.ts';
import { imageDocument, videoDocument } from '../support/templates.ts';

const times = { created: storedAt.toISOString(), modified: changedAt.toISOString() };

describeService((service) => {
  let video = '';
  let image = '';

  beforeAll(async () => {
    video = await service.gateway.createTemplate(service.workspace.key, videoDocument());
    image = await service.gateway.createTemplate(service.workspace.key, imageDocument());
  });

  const store = (templateId: string, rows: StoredRow[]) =>
    storeBatch(service.gateway, {
      workspaceId: service.workspace.id,
      templateId,
      state: 'dispatched',
      rows,
    });

  it.each(['pending', 'processing'] as const)('200: a video that is %s', async (state) => {
    const { id, rowIds } = await store(video, [{ state: 'success' }, { externalId: 'a', state }]);

    const given = await service.call(`/bulk-jobs/${id}/generations/a/status/`);

    videoGeneration.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(
      answer(200, {
        generation_id: rowIds[1],
        row_index: 1,
        external_id: 'a',
        status: state,
        result_video_url: null,
        thumbnail_url: null,
        error_message: null,
        ...times,
      }),
    );
  });

  it('200: a video that succeeded', async () => {
    const { id, rowIds } = await store(video, [
      {
        externalId: 'a',
        state: 'success',
        outputKey: 'outputs/b/r/1/video.mp4',
        thumbnailKey: 'outputs/b/r/1/thumbnail.jpg',
      },
    ]);

    const given = await service.call(`/bulk-jobs/${id}/generations/a/status`);

    const { result_video_url, thumbnail_url } = videoGeneration.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(
      answer(200, {
        generation_id: rowIds[0],
        row_index: 0,
        external_id: 'a',
        status: 'success',
        result_video_url,
        thumbnail_url,
        error_message: null,
        ...times,
      }),
    );
    expect([result_video_url, thumbnail_url]).toEqual([
      expect.stringContaining('video.mp4'),
      expect.stringContaining('thumbnail.jpg'),
    ]);
  });

  it('200: a video that failed says why', async () => {
    const { id, rowIds } = await store(video, [
      { externalId: 'a', state: 'failed', errorMessage: 'Scene 1, layer 2: the picture cannot be loaded.' },
    ]);

    expect(json(await service.call(`/bulk-jobs/${id}/generations/a/status/`))).toEqual(
      answer(200, {
        generation_id: rowIds[0],
        row_index: 0,
        external_id: 'a',
        status: 'failed',
        result_video_url: null,
        thumbnail_url: null,
        error_message: 'Scene 1, layer 2: the picture cannot be loaded.',
        ...times,
      }),
    );
  });

  it('200: an image that succeeded, with output_type and without the keys of videos', async () => {
    const { id, rowIds } = await store(image, [
      { externalId: 'a', state: 'success', outputKey: 'outputs/b/r/1/image.jpg' },
    ]);

    const given = await service.call(`/image-bulk-jobs/${id}/generations/a/status/`);

    const { result_image_url } = imageGeneration.parse(JSON.parse(given.text));
    expect(result_image_url).toContain('image.jpg');
    expect(json(given)).toEqual(
      answer(200, {
        generation_id: rowIds[0],
        row_index: 0,
        external_id: 'a',
        output_type: 'image',
        status: 'success',
        result_image_url,
        ...times,
      }),
    );
  });

  it.each(['pending', 'processing', 'failed'] as const)('200: an image that is %s', async (state) => {
    const { id, rowIds } = await store(image, [{ externalId: 'a', state, errorMessage: 'No.' }]);

    expect(json(await service.call(`/image-bulk-jobs/${id}/generations/a/status/`))).toEqual(
      answer(200, {
        generation_id: rowIds[0],
        row_index: 0,
        external_id: 'a',
        output_type: 'image',
        status: state,
        result_image_url: null,
        ...times,
      }),
    );
  });

  it.each(['a/b?c#d %é😀', ' ends ', '=HYPERLINK("x")', 'e\u0301', 'é', 'E', 'e', '%', '%2F', '+', 'null'])(
    '200: finds %j, percent-encoded, and no other spelling of it',
    async (externalId) => {
      const { id } = await store(video, [{ externalId, state: 'pending' }]);

      const { status, text } = await service.call(
        `/bulk-jobs/${id}/generations/${encodeURIComponent(externalId)}/status/`,
      );

      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ external_id: externalId, row_index: 0 });
      const misspelt = encodeURIComponent(`${externalId} `);
      expect(await service.call(`/bulk-jobs/${id}/generations/${misspelt}/status/`)).toMatchObject({
        status: 404,
      });
    },
  );

  it('200: tells identifiers apart that only look alike', async () => {
    const externalIds = ['é', 'e\u0301', 'E', 'e'];
    const { id } = await store(
      video,
      externalIds.map((externalId) => ({ externalId, state: 'pending' })),
    );

    for (const [index, externalId] of externalIds.entries()) {
      const { text } = await service.call(
        `/bulk-jobs/${id}/generations/${encodeURIComponent(externalId)}/status/`,
      );
      expect(JSON.parse(text)).toMatchObject({ external_id: externalId, row_index: index });
    }
  });

  it('200: looks only into the job that is named', async () => {
    const first = await store(video, [{ externalId: 'same', state: 'pending' }]);
    const second = await store(video, [{ state: 'pending' }, { externalId: 'same', state: 'pending' }]);

    const { text } = await service.call(`/bulk-jobs/${second.id}/generations/same/status/`);

    expect(JSON.parse(text)).toMatchObject({ generation_id: second.rowIds[1] });
    expect(second.rowIds).not.toContain(first.rowIds[0]);
  });

  it('401: without a key, also when the identifier cannot be decoded', async () => {
    for (const externalId of ['a', '%', '%ff'])
      expect(
        json(
          await service.call(`/bulk-jobs/${randomUUID()}/generations/${externalId}/status/`, { key: null }),
        ),
      ).toEqual(answer(401, { error: 'API key required' }));
  });

  it('404: no row with this external_id, whatever is sent as one', async () => {
    const { id } = await store(video, [{ externalId: 'a', state: 'pending' }, { state: 'pending' }]);
    const ofImages = await store(image, [{ externalId: 'a', state: 'pending' }]);
    const unknown = answer(404, { error: 'No row with this external_id in this bulk job' });

    for (const externalId of ['b', 'A', '%', '%ff', '%00', '%ED%A0%80', 'x'.repeat(3_000), 'null'])
      expect(json(await service.call(`/bulk-jobs/${id}/generations/${externalId}/status/`))).toEqual(unknown);
    expect(json(await service.call(`/image-bulk-jobs/${ofImages.id}/generations/b/status/`))).toEqual(
      unknown,
    );
  });

  it('404: an unknown job, one of the other kind, one of another workspace', async () => {
    const other = await service.gateway.createWorkspace();
    const rows: StoredRow[] = [{ externalId: 'a', state: 'pending' }];
    const ofVideos = await store(video, rows);
    const ofImages = await store(image, rows);
    const foreign = await storeBatch(service.gateway, {
      workspaceId: other.id,
      templateId: video,
      state: 'dispatched',
      rows,
    });

    for (const id of [randomUUID(), ofImages.id, foreign.id, 'x'])
      expect(json(await service.call(`/bulk-jobs/${id}/generations/a/status/`))).toEqual(
        answer(404, { error: 'Bulk job not found' }),
      );
    for (const id of [randomUUID(), ofVideos.id, 'x'])
      expect(json(await service.call(`/image-bulk-jobs/${id}/generations/a/status/`))).toEqual(
        answer(404, { error: 'Image bulk job not found' }),
      );
  });

  it('409: several rows have this external_id', async () => {
    const { id } = await store(video, [
      { externalId: 'a', state: 'success' },
      { externalId: 'b', state: 'success' },
      { externalId: 'a', state: 'failed' },
    ]);

    expect(json(await service.call(`/bulk-jobs/${id}/generations/a/status/`))).toEqual(
      answer(409, { error: 'external_id is not unique within this bulk job — multiple rows match' }),
    );
    expect(await service.call(`/bulk-jobs/${id}/generations/b/status/`)).toMatchObject({ status: 200 });
  });
});
