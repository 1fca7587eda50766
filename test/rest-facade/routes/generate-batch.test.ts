import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { acceptedBulkJob } from '../../../rest-facade/bodies.ts';
import { answer, json } from '../support/call.ts';
import { describeService } from '../support/service.ts';
import { imageDocument, videoDocument } from '../support/templates.ts';

const rowsRequired = answer(400, { error: 'rows is required and must be a non-empty list of objects' });

describeService((service) => {
  let videos = '';
  let images = '';

  beforeAll(async () => {
    videos = generatePath('templates', await create(videoDocument()));
    images = generatePath('image-templates', await create(imageDocument()));
  });

  const create = (document: object) => service.gateway.createTemplate(service.workspace.key, document);
  const generatePath = (kind: string, id: string) => `/${kind}/${id}/bulk-generate/`;
  const balanceOf = async (id: string) => {
    const { balance } = await service.gateway.db.workspace.findUniqueOrThrow({ where: { id } });
    return balance.toFixed();
  };
  const storedRows = async (text: string) => {
    const { bulk_job_id } = acceptedBulkJob.parse(JSON.parse(text));
    const rows = await service.gateway.db.row.findMany({
      where: { batchId: bulk_job_id },
      orderBy: { index: 'asc' },
    });
    return rows.map(({ externalId, values }) => ({ externalId, values }));
  };

  it('202: a video batch at the cost of the template for each row', async () => {
    const given = await service.call(videos, { body: { rows: [{ name: 'Ada' }, {}], batch_name: 'Spring' } });

    const { bulk_job_id } = acceptedBulkJob.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(
      answer(202, { bulk_job_id, status: 'pending', row_count: 2, estimated_credits: '0.5' }),
    );
    const status = await service.call(`/bulk-jobs/${bulk_job_id}/status/`);
    expect(JSON.parse(status.text)).toMatchObject({ batch_name: 'Spring', summary: { total: 2 } });
  });

  it('202: an image batch at 0.00181 for each variable of the template and each row', async () => {
    const given = await service.call(images, { body: { rows: [{ name: 'Ada' }, {}, { other: 'x' }] } });

    const { bulk_job_id } = acceptedBulkJob.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(
      answer(202, { bulk_job_id, status: 'pending', row_count: 3, estimated_credits: '0.01086' }),
    );
  });

  it('202: takes exactly what is there, down to a balance of zero', async () => {
    const workspace = await service.gateway.createWorkspace({ credits: '0.00362' });
    const id = await service.gateway.createTemplate(workspace.key, imageDocument());

    const given = await service.call(generatePath('image-templates', id), {
      key: workspace.key,
      body: { rows: [{}] },
    });

    expect(given.status).toBe(202);
    expect(await balanceOf(workspace.id)).toBe('0');
  });

  it('202: a template without variables renders identical results free of charge', async () => {
    const id = await create(imageDocument(['Hello']));

    const { status, text } = await service.call(generatePath('image-templates', id), {
      body: { rows: [{}, {}] },
    });

    expect([status, JSON.parse(text)]).toMatchObject([202, { row_count: 2, estimated_credits: '0' }]);
  });

  it('202: 20,000 rows', async () => {
    const { status, text } = await service.call(images, {
      body: { rows: Array.from({ length: 20_000 }, (_, index) => ({ name: `n${index}` })) },
    });

    expect([status, JSON.parse(text)]).toMatchObject([202, { row_count: 20_000, estimated_credits: '72.4' }]);
  });

  it('202: keeps plain values as their JSON text, and null as missing', async () => {
    const { text } = await service.call(images, {
      body: '{"rows":[{"a":5,"b":true,"c":1.10,"d":1e21,"e":null,"f":"0042","g":98765432109876543210,"external_id":123}]}',
    });

    expect(await storedRows(text)).toEqual([
      {
        externalId: '123',
        values: { a: '5', b: 'true', c: '1.10', d: '1e21', f: '0042', g: '98765432109876543210' },
      },
    ]);
  });

  it('202: keeps keys that look special', async () => {
    const body =
      '{"rows":[{"__proto__":"1","constructor":"2","toString":"3","":"4","a,\\"b\\"\\n{{":"5","generation_id":"6"}]}';

    const { text } = await service.call(images, { body });

    const [row] = await storedRows(text);
    expect(Object.entries(row?.values as object).sort()).toEqual(
      [
        ['', '4'],
        ['__proto__', '1'],
        ['a,"b"\n{{', '5'],
        ['constructor', '2'],
        ['generation_id', '6'],
        ['toString', '3'],
      ].sort(),
    );
  });

  it('202: external_id may be missing, null, empty, odd and not unique', async () => {
    const { text } = await service.call(images, {
      body: {
        rows: ['', '..', '..', 123, '123', null].map((external_id): object => ({ external_id })).concat({}),
      },
    });

    expect((await storedRows(text)).map(({ externalId }) => externalId)).toEqual([
      ...[null, '..', '..', '123', '123'],
      ...[null, null],
    ]);
    const { bulk_job_id } = acceptedBulkJob.parse(JSON.parse(text));
    const lookUp = (id: string) => service.call(`/image-bulk-jobs/${bulk_job_id}/generations/${id}/status/`);
    expect(await lookUp('123')).toMatchObject({ status: 409 });
    expect(await lookUp('')).toMatchObject({ status: 404 });
    expect(await lookUp('null')).toMatchObject({ status: 404 });
  });

  it('202: ignores members that the document does not know', async () => {
    const body = { csv_url: 'https://a.example/rows.csv', rows: [{}], batch_name: null };

    expect(await service.call(images, { body })).toMatchObject({ status: 202 });
  });

  it('202: charged once for one Idempotency-Key, and answered alike, also to fifty at once', async () => {
    const workspace = await service.gateway.createWorkspace({ credits: '1' });
    const path = generatePath(
      'templates',
      await service.gateway.createTemplate(workspace.key, videoDocument()),
    );
    const headers = { 'idempotency-key': randomUUID() };
    const send = () => service.call(path, { key: workspace.key, headers, body: { rows: [{ name: 'Ada' }] } });

    const answers = await Promise.all(Array.from({ length: 50 }, send));

    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 202 });
    expect(await balanceOf(workspace.id)).toBe('0.75');
    expect(await service.gateway.db.batch.count({ where: { workspaceId: workspace.id } })).toBe(1);
  });

  it('202: charged again for each submission without an Idempotency-Key', async () => {
    const workspace = await service.gateway.createWorkspace({ credits: '1' });
    const id = await service.gateway.createTemplate(workspace.key, videoDocument());
    const send = () =>
      service.call(generatePath('templates', id), { key: workspace.key, body: { rows: [{ name: 'Ada' }] } });

    const [first, second] = [await send(), await send()];

    expect(first.text).not.toBe(second.text);
    expect(await balanceOf(workspace.id)).toBe('0.5');
  });

  it('202 and 402: of 200 submissions at once, the credits for 100 pay exactly 100', async () => {
    const workspace = await service.gateway.createWorkspace({ credits: '25' });
    const id = await service.gateway.createTemplate(workspace.key, videoDocument());
    const path = generatePath('templates', id);

    const answers = await Promise.all(
      Array.from({ length: 200 }, () => service.call(path, { key: workspace.key, body: { rows: [{}] } })),
    );

    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status === 402).map(({ text }) => JSON.parse(text));
    expect([accepted.length, refused.length]).toEqual([100, 100]);
    for (const body of refused)
      expect(body).toMatchObject({ error: 'insufficient_credits', required: '0.25' });
    expect(await balanceOf(workspace.id)).toBe('0');
    expect(await service.gateway.db.batch.count({ where: { workspaceId: workspace.id } })).toBe(100);
  });

  it.each(['', '[]', '[{}]', 'null', '"x"', '7', '{}', '{"csv_url":"https://a.example"}'])(
    '400: the body %j has no rows',
    async (body) => {
      expect(json(await service.call(images, { method: 'POST', body }))).toEqual(rowsRequired);
    },
  );

  it.each(['null', '{}', '"[]"', '0', '[]', '[1]', '["a"]', '[null]', '[[]]', '[{},null]', '[[{}]]', 'true'])(
    '400: rows is %s',
    async (rows) => {
      expect(json(await service.call(images, { body: `{"rows":${rows}}` }))).toEqual(rowsRequired);
    },
  );

  it('400: 20,001 rows', async () => {
    const rows = Array.from({ length: 20_001 }, () => ({}));

    expect(json(await service.call(images, { body: { rows } }))).toEqual(
      answer(400, { error: 'rows exceeds the maximum of 20000 per batch', max_rows: 20_000 }),
    );
  });

  it.each([
    ['{"rows":[{},{"name":{}}]}', 'rows[1]: "name" must be a string, a number or a boolean', 1, 'name'],
    ['{"rows":[{"name":["x"]}]}', 'rows[0]: "name" must be a string, a number or a boolean', 0, 'name'],
    [
      '{"rows":[{"name":"a\\u0000b"}]}',
      'rows[0]: "name" has a character that cannot be stored (U+0000 or half a surrogate pair)',
      0,
      'name',
    ],
    [
      '{"rows":[{"external_id":"\\ud800"}]}',
      'rows[0]: "external_id" has a character that cannot be stored (U+0000 or half a surrogate pair)',
      0,
      'external_id',
    ],
    [
      `{"rows":[{"external_id":"${'x'.repeat(256)}"}]}`,
      'rows[0]: "external_id" is longer than 255 characters',
      0,
      'external_id',
    ],
  ])('400: %s names row and key', async (body, error, rowIndex, key) => {
    expect(json(await service.call(images, { body }))).toEqual(
      answer(400, { error, row_index: rowIndex, key }),
    );
  });

  it.each([300_000, 1024 * 1024])('400: a row of more than 256 KiB, with a value of %i', async (length) => {
    expect(json(await service.call(images, { body: { rows: [{}, { name: 'x'.repeat(length) }] } }))).toEqual(
      answer(400, { error: 'rows[1] is larger than 256 KiB', row_index: 1 }),
    );
  });

  it.each(['5', '{}', '[]', 'true', `"${'x'.repeat(256)}"`, '"\\u0000"', '"\\ud800"'])(
    '400: batch_name is %s',
    async (name) => {
      expect(json(await service.call(images, { body: `{"rows":[{}],"batch_name":${name}}` }))).toEqual(
        answer(400, { error: 'batch_name must be a string of at most 255 characters' }),
      );
    },
  );

  it.each(['', 'x'.repeat(256), 'clé'])('400: the Idempotency-Key %j', async (idempotencyKey) => {
    expect(
      json(
        await service.call(images, { body: { rows: [{}] }, headers: { 'idempotency-key': idempotencyKey } }),
      ),
    ).toEqual(answer(400, { error: 'Idempotency-Key must be 1 to 255 printable ASCII characters' }));
  });

  it('401: without a key, before the body is looked at', async () => {
    expect(json(await service.call(videos, { key: null, body: 'nonsense' }))).toEqual(
      answer(401, { error: 'API key required' }),
    );
  });

  it('402: one 0.00001 too little, and nothing is taken', async () => {
    const workspace = await service.gateway.createWorkspace({ credits: '0.00361' });
    const id = await service.gateway.createTemplate(workspace.key, imageDocument());

    const given = await service.call(generatePath('image-templates', id), {
      key: workspace.key,
      body: { rows: [{}] },
    });

    expect(json(given)).toEqual(
      answer(402, { error: 'insufficient_credits', required: '0.00362', available: '0.00361' }),
    );
    expect(await balanceOf(workspace.id)).toBe('0.00361');
  });

  it('404: an unknown template, one of the other kind, one of another workspace; the body is not looked at', async () => {
    const other = await service.gateway.createWorkspace();
    const foreign = generatePath(
      'templates',
      await service.gateway.createTemplate(other.key, videoDocument()),
    );

    for (const path of [
      generatePath('templates', randomUUID()),
      images.replace('image-templates', 'templates'),
      foreign,
      generatePath('templates', '%'),
      generatePath('templates', 'x'),
    ])
      expect(json(await service.call(path, { body: 'nonsense' }))).toEqual(
        answer(404, { error: 'Template not found' }),
      );
    for (const path of [
      generatePath('image-templates', randomUUID()),
      videos.replace('templates', 'image-templates'),
    ])
      expect(json(await service.call(path, { body: { rows: [{}] } }))).toEqual(
        answer(404, { error: 'Image template not found' }),
      );
  });

  it('422: a video template without a cost', async () => {
    const path = generatePath('templates', await create(videoDocument({ estimated_credits: null })));

    expect(json(await service.call(path, { body: { rows: [{}] } }))).toEqual(
      answer(422, { error: 'This template has no configured cost — contact support' }),
    );
    expect(json(await service.call(path, { body: { rows: [] } }))).toEqual(rowsRequired);
  });

  it('422: a video template without scenes', async () => {
    const path = generatePath('templates', await create(videoDocument({ scenes: [], examples: {} })));

    expect(json(await service.call(path, { body: { rows: [{}] } }))).toEqual(
      answer(422, { error: 'Template has no scenes configured' }),
    );
  });

  it('422: an image template without layers and base image', async () => {
    const path = generatePath('image-templates', await create(imageDocument([], { examples: {} })));

    expect(json(await service.call(path, { body: { rows: [{}] } }))).toEqual(
      answer(422, { error: 'Image template has no layers or base image configured' }),
    );
  });

  it('422: an Idempotency-Key that comes back with another body', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await service.call(images, { headers, body: { rows: [{ name: 'Ada' }] } });

    expect(json(await service.call(images, { headers, body: { rows: [{ name: 'Bob' }] } }))).toEqual(
      answer(422, { error: 'Idempotency-Key was used before with another request' }),
    );
  });
});
