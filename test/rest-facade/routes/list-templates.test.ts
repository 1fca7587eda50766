import { expect, it } from 'vitest';
import { imageTemplateList, videoTemplateList } from '../../../rest-facade/bodies.ts';
import { answer, json } from '../support/call.ts';
import { describeService } from '../support/service.ts';
import { imageDocument, videoDocument } from '../support/templates.ts';

const typeInvalid = answer(400, {
  error: 'type must be one of TEMPLATE or IMAGE_TEMPLATE',
  allowed: ['IMAGE_TEMPLATE', 'TEMPLATE'],
});

describeService((service) => {
  async function workspaceWith(...documents: object[]) {
    const workspace = await service.gateway.createWorkspace();
    const ids: string[] = [];
    for (const document of documents) ids.push(await service.gateway.createTemplate(workspace.key, document));
    return { ...workspace, ids };
  }

  async function timesOf(id: string) {
    const { createdAt, updatedAt } = await service.gateway.db.template.findUniqueOrThrow({ where: { id } });
    return { created: createdAt.toISOString(), modified: updatedAt.toISOString() };
  }

  it('200: lists video templates, newest first, when no type is given', async () => {
    const { key, ids } = await workspaceWith(
      videoDocument({ name: 'Older', scenes: [{ layers: [] }], estimated_credits: null }),
      imageDocument(),
      videoDocument({ name: 'Newer' }),
    );
    const [older = '', , newer = ''] = ids;

    const given = await service.call('/templates/', { key });

    const listed = videoTemplateList.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(
      answer(200, {
        templates: [
          {
            template_id: newer,
            name: 'Newer',
            aspect_ratio: '9:16',
            scene_count: 2,
            thumbnail_url: listed.templates[0]?.thumbnail_url,
            estimated_credits: '0.25',
            sample_csv_url: listed.templates[0]?.sample_csv_url,
            ...(await timesOf(newer)),
          },
          {
            template_id: older,
            name: 'Older',
            aspect_ratio: '9:16',
            scene_count: 1,
            thumbnail_url: listed.templates[1]?.thumbnail_url,
            estimated_credits: null,
            sample_csv_url: null,
            ...(await timesOf(older)),
          },
        ],
        pagination: { page: 1, page_size: 30, total: 2, total_pages: 1 },
      }),
    );
    expect(await service.call('/templates?type=TEMPLATE', { key })).toMatchObject({ text: given.text });
  });

  it('200: lists image templates without scene_count and estimated_credits, and says the type', async () => {
    const { key, ids } = await workspaceWith(imageDocument(), videoDocument());
    const [id = ''] = ids;

    const given = await service.call('/templates/?type=IMAGE_TEMPLATE', { key });

    const [listed] = imageTemplateList.parse(JSON.parse(given.text)).templates;
    expect(json(given)).toEqual(
      answer(200, {
        templates: [
          {
            template_id: id,
            name: 'Card',
            aspect_ratio: '16:9',
            thumbnail_url: listed?.thumbnail_url,
            sample_csv_url: listed?.sample_csv_url,
            ...(await timesOf(id)),
          },
        ],
        pagination: { page: 1, page_size: 30, total: 1, total_pages: 1 },
        type: 'IMAGE_TEMPLATE',
      }),
    );
  });

  it('200: links a sample CSV whose header is the variables', async () => {
    const { key } = await workspaceWith(imageDocument());
    const { text } = await service.call('/templates/?type=IMAGE_TEMPLATE', { key });
    const url = imageTemplateList.parse(JSON.parse(text)).templates[0]?.sample_csv_url;

    const sample = await fetch(url as string);

    expect(sample.status).toBe(200);
    expect(sample.headers.get('content-type')).toMatch(/^text\/csv/);
    expect((await sample.text()).split('\r\n')[0]).toBe('name,town');
  });

  it('200: pages', async () => {
    const { key } = await workspaceWith(imageDocument(), imageDocument(), imageDocument());
    const pageOf = async (query: string) => {
      const { text } = await service.call(`/templates/?type=IMAGE_TEMPLATE&${query}`, { key });
      const { templates, pagination } = JSON.parse(text);
      return { listed: templates.length, ...pagination };
    };

    expect(await pageOf('page_size=2')).toEqual({
      listed: 2,
      page: 1,
      page_size: 2,
      total: 3,
      total_pages: 2,
    });
    expect(await pageOf('page_size=2&page=2')).toEqual({
      listed: 1,
      page: 2,
      page_size: 2,
      total: 3,
      total_pages: 2,
    });
    expect(await pageOf('page=9')).toEqual({ listed: 0, page: 9, page_size: 30, total: 3, total_pages: 1 });
    expect(await pageOf('page=2147483647')).toMatchObject({ listed: 0, total: 3 });
    expect(await pageOf('page_size=1000')).toEqual({
      listed: 3,
      page: 1,
      page_size: 100,
      total: 3,
      total_pages: 1,
    });
  });

  it('200: does not show what another workspace has, or what was deleted', async () => {
    const { key, ids } = await workspaceWith(videoDocument());
    await service.gateway.db.template.update({
      where: { id: ids[0] as string },
      data: { deletedAt: new Date() },
    });

    expect(json(await service.call('/templates/', { key }))).toEqual(
      answer(200, { templates: [], pagination: { page: 1, page_size: 30, total: 0, total_pages: 0 } }),
    );
  });

  it.each(['template', 'video', '', 'IMAGE', 'TEMPLATE&type=TEMPLATE', 'toString'])(
    '400: type=%s',
    async (type) => {
      expect(json(await service.call(`/templates/?type=${type}`))).toEqual(typeInvalid);
    },
  );

  it.each(['0', '-1', 'abc', '1.5', '1e309', '', '1&page=2', '2147483648'])('400: page=%s', async (page) => {
    expect(json(await service.call(`/templates/?page=${page}`))).toEqual(
      answer(400, { error: 'page must be a whole number from 1 to 2147483647' }),
    );
  });

  it.each(['0', '-1', 'abc', '1.5', ''])('400: page_size=%s', async (pageSize) => {
    expect(json(await service.call(`/templates/?page_size=${pageSize}`))).toEqual(
      answer(400, { error: 'page_size must be a whole number from 1 to 100' }),
    );
  });

  it('401: before anything is said about the parameters', async () => {
    const unknown = answer(401, { error: 'API key required' });

    expect(json(await service.call('/templates/', { key: null }))).toEqual(unknown);
    expect(json(await service.call('/templates/?type=nonsense', { key: null }))).toEqual(unknown);
    expect(json(await service.call('/templates/?page=0', { key: null }))).toEqual(unknown);
  });
});
