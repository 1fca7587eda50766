import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { imageTemplateSchema, videoTemplateSchema } from '../../../rest-facade/bodies.ts';
import { answer, json } from '../support/call.ts';
import { describeService } from '../support/service.ts';
import { imageDocument, videoDocument } from '../support/templates.ts';

describeService((service) => {
  const create = (document: object) => service.gateway.createTemplate(service.workspace.key, document);

  it('200: a video template, without type and credits_per_row', async () => {
    const id = await create(videoDocument());

    const given = await service.call(`/templates/${id}/schema/`);

    videoTemplateSchema.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(
      answer(200, {
        template_id: id,
        name: 'Greeting',
        variables: [{ name: 'name', example_value: 'Ada' }],
        bulk_generate: {
          method: 'POST',
          path: `/api/external/v1/templates/${id}/bulk-generate/`,
          body: { rows: [{ name: 'Ada' }], batch_name: 'optional string' },
        },
      }),
    );
  });

  it('200: an image template, with its type and its price', async () => {
    const id = await create(imageDocument());

    const given = await service.call(`/templates/${id}/schema?type=IMAGE_TEMPLATE`);

    imageTemplateSchema.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(
      answer(200, {
        template_id: id,
        name: 'Card',
        type: 'IMAGE_TEMPLATE',
        variables: [
          { name: 'name', example_value: 'Ada' },
          { name: 'town', example_value: 'Paris' },
        ],
        credits_per_row: '0.00362',
        bulk_generate: {
          method: 'POST',
          path: `/api/external/v1/image-templates/${id}/bulk-generate/`,
          body: { rows: [{ name: 'Ada', town: 'Paris' }], batch_name: 'optional string' },
        },
      }),
    );
  });

  it('200: five variables cost 0.00905 a row, to the last digit', async () => {
    const id = await create(imageDocument(['{{a}}{{b}}{{c}}{{d}}{{e}}']));

    const { text } = await service.call(`/templates/${id}/schema/?type=IMAGE_TEMPLATE`);

    expect(JSON.parse(text)).toMatchObject({ credits_per_row: '0.00905' });
  });

  it('200: a template without variables has an example with one empty row, and no cost', async () => {
    const id = await create(imageDocument(['Hello']));

    const { text } = await service.call(`/templates/${id}/schema/?type=IMAGE_TEMPLATE`);

    expect(JSON.parse(text)).toMatchObject({
      variables: [],
      credits_per_row: '0',
      bulk_generate: { body: { rows: [{}] } },
    });
  });

  it('200: the example can be sent as it is', async () => {
    const id = await create(imageDocument());
    const { text } = await service.call(`/templates/${id}/schema/?type=IMAGE_TEMPLATE`);
    const { method, path, body } = JSON.parse(text).bulk_generate;

    const sent = await service.call(path.replace('/api/external/v1', ''), { method, body });

    expect(sent.status).toBe(202);
  });

  it('200: shows the template as it is now', async () => {
    const id = await create(imageDocument(['{{old}}']));
    const { key } = service.workspace;
    await fetch(`${service.gateway.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query:
          'mutation ($id: ID!, $document: JSON!) { updateTemplate(id: $id, document: $document) { __typename } }',
        variables: { id, document: imageDocument(['{{new}}']) },
      }),
    });

    const { text } = await service.call(`/templates/${id}/schema/?type=IMAGE_TEMPLATE`);

    expect(JSON.parse(text).variables).toEqual([{ name: 'new', example_value: expect.any(String) }]);
  });

  it('400: a type that there is not', async () => {
    expect(json(await service.call(`/templates/${randomUUID()}/schema/?type=video`))).toEqual(
      answer(400, {
        error: 'type must be one of TEMPLATE or IMAGE_TEMPLATE',
        allowed: ['IMAGE_TEMPLATE', 'TEMPLATE'],
      }),
    );
  });

  it('401: without a key', async () => {
    expect(json(await service.call(`/templates/${randomUUID()}/schema/`, { key: null }))).toEqual(
      answer(401, { error: 'API key required' }),
    );
  });

  it('404: an unknown template, one of the other kind, one of another workspace', async () => {
    const other = await service.gateway.createWorkspace();
    const [image, video, foreign] = await Promise.all([
      create(imageDocument()),
      create(videoDocument()),
      service.gateway.createTemplate(other.key, videoDocument()),
    ]);

    for (const id of [randomUUID(), image, foreign, 'not-a-uuid', '%', '%00', '..%2F..'])
      expect(json(await service.call(`/templates/${id}/schema/`))).toEqual(
        answer(404, { error: 'Template not found' }),
      );
    for (const id of [randomUUID(), video, 'not-a-uuid', '%ff'])
      expect(json(await service.call(`/templates/${id}/schema/?type=IMAGE_TEMPLATE`))).toEqual(
        answer(404, { error: 'Image template not found' }),
      );
  });
});
