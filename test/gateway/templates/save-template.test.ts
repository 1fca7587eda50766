import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templateVersionKey } from '../../../contract/object-keys.ts';
import { storedTemplateVersionSchema } from '../../../contract/render-work.ts';
import { createDiskStore } from '../../../runtime/object-store.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { graphql } from '../../support/graphql.ts';
import { badge, greeting } from '../template-documents.ts';
import { uploadAsset } from '../upload-asset.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  ({ key } = await gateway.createWorkspace());
});
afterAll(() => gateway?.stop());

const ANSWER = `
  __typename
  ... on Refusal { message }
  ... on TemplateFaulty { faults { path message } }
  ... on Template { id name version }`;
const CREATE = `mutation ($document: JSON!) { createTemplate(document: $document) { ${ANSWER} } }`;
const UPDATE = `
  mutation ($id: ID!, $document: JSON!) {
    updateTemplate(id: $id, document: $document) { ${ANSWER} ... on TemplateNotFound { kind } }
  }`;

async function create(document: unknown) {
  const { data } = await graphql<{ createTemplate: Record<string, unknown> }>(gateway.url, key, CREATE, {
    document,
  });
  return data.createTemplate;
}
async function update(id: string, document: unknown) {
  const { data } = await graphql<{ updateTemplate: Record<string, unknown> }>(gateway.url, key, UPDATE, {
    id,
    document,
  });
  return data.updateTemplate;
}
async function show(id: string, fields: string) {
  const { data } = await graphql<{ template: Record<string, unknown> | null }>(
    gateway.url,
    key,
    `query ($id: ID!) { template(id: $id) { ${fields} } }`,
    { id },
  );
  return data.template;
}

describe('a saved template', () => {
  it('tells everything that rows and readers need to know', async () => {
    const id = await gateway.createTemplate(key, badge);
    const shown = await show(
      id,
      `kind name version width height aspectRatio sceneCount creditsPerRow document
       variables { name exampleValue uses { path scene layer } } thumbnailUrl sampleCsvUrl`,
    );
    expect(shown).toEqual({
      ...{
        kind: 'IMAGE',
        name: 'Badge',
        version: 1,
        width: 400,
        height: 200,
        aspectRatio: '2:1',
        sceneCount: 0,
      },
      creditsPerRow: '0.00724',
      document: badge,
      variables: [
        {
          name: 'name',
          exampleValue: 'Ada Lovelace',
          uses: [{ path: 'layers[0].text', scene: null, layer: 'name' }],
        },
        {
          name: 'role',
          exampleValue: 'Engineer',
          uses: [{ path: 'layers[1].text', scene: null, layer: 'role' }],
        },
        {
          name: 'company',
          exampleValue: 'Analytical Engines',
          uses: [{ path: 'layers[1].text', scene: null, layer: 'role' }],
        },
        {
          name: 'link',
          exampleValue: 'https://example.com',
          uses: [{ path: 'layers[2].data', scene: null, layer: 'link' }],
        },
      ],
      thumbnailUrl: expect.stringMatching(/^http/),
      sampleCsvUrl: expect.stringMatching(/^http/),
    });
  });

  it('tells what its author says of a variable, and null where the author says nothing', async () => {
    const meta = {
      name: { label: 'Full name', description: 'As on the passport', max_length: 40, pattern: '[^0-9]+' },
      link: { type: 'url' },
    };
    const id = await gateway.createTemplate(key, { ...badge, variables_meta: meta });
    const nothing = { label: null, description: null, type: null, maxLength: null, pattern: null };
    expect(await show(id, 'variables { name label description type maxLength pattern }')).toEqual({
      variables: [
        {
          ...{ name: 'name', label: 'Full name', description: 'As on the passport' },
          ...{ type: 'TEXT', maxLength: 40, pattern: '[^0-9]+' },
        },
        { ...nothing, name: 'role' },
        { ...nothing, name: 'company' },
        { ...nothing, name: 'link', type: 'URL' },
      ],
    });
  });

  it('costs what its document says for a video, and nothing is known of one without a cost', async () => {
    const priced = await gateway.createTemplate(key, greeting);
    const unpriced = await gateway.createTemplate(key, { ...greeting, estimated_credits: null });
    expect(await show(priced, 'creditsPerRow sceneCount aspectRatio')).toEqual({
      creditsPerRow: '0.25',
      sceneCount: 1,
      aspectRatio: '16:9',
    });
    expect(await show(unpriced, 'creditsPerRow')).toEqual({ creditsPerRow: null });
  });

  it('has a sample sheet that starts with its variables, or none without variables', async () => {
    const id = await gateway.createTemplate(key, badge);
    const { sampleCsvUrl } = (await show(id, 'sampleCsvUrl')) as { sampleCsvUrl: string };
    const { pathname, search } = new URL(sampleCsvUrl);
    const response = await fetch(`${gateway.url}${pathname}${search}`);
    const [header, example] = (await response.text()).split('\r\n');
    expect([response.headers.get('content-type'), header, example]).toEqual([
      'text/csv; charset=utf-8',
      expect.stringMatching(/\bname,role,company,link$/),
      expect.stringContaining('Ada Lovelace,Engineer,Analytical Engines,https://example.com'),
    ]);
    const plain = await gateway.createTemplate(key, { kind: 'image', name: 'Plain' });
    expect(await show(plain, 'sampleCsvUrl variables { name } creditsPerRow')).toEqual({
      sampleCsvUrl: null,
      variables: [],
      creditsPerRow: '0',
    });
  });

  it('lies in the object store with the assets it names, for render nodes', async () => {
    await uploadAsset(gateway.url, key, 'logo.png', PNG);
    const id = await gateway.createTemplate(key, { ...badge, base_image: 'asset:logo.png' });
    const { rows } = await gateway.pool.query(
      'SELECT current_version_id AS id FROM templates WHERE id = $1',
      [id],
    );
    const bytes = await createDiskStore(`${gateway.dataDir}/objects`).get(templateVersionKey(rows[0].id));
    const stored = storedTemplateVersionSchema.parse(JSON.parse(bytes.toString('utf8')));
    expect(stored).toMatchObject({
      document: { name: 'Badge', base_image: 'asset:logo.png' },
      assets: { 'logo.png': { contentType: 'image/png', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    });
  });

  it('gets a new version each time it is saved, and keeps its id and kind', async () => {
    const id = await gateway.createTemplate(key, badge);
    const saves = await Promise.all(['A', 'B', 'C'].map((name) => update(id, { ...badge, name })));
    expect(saves.map(({ __typename, id: same }) => [__typename, same])).toEqual(
      saves.map(() => ['Template', id]),
    );
    expect(await show(id, 'version')).toEqual({ version: 4 });
    expect(await update(id, greeting)).toMatchObject({
      __typename: 'TemplateFaulty',
      faults: [{ path: 'kind' }],
    });
  });

  it('is gone for everyone after it was deleted', async () => {
    const id = await gateway.createTemplate(key, badge);
    const remove = () =>
      graphql(
        gateway.url,
        key,
        'mutation ($id: ID!) { deleteTemplate(id: $id) { __typename ... on Refusal { message } } }',
        {
          id,
        },
      );
    expect((await remove()).data).toMatchObject({ deleteTemplate: { __typename: 'DeletedTemplate' } });
    const gone = { __typename: 'TemplateNotFound', message: 'Template not found' };
    expect((await remove()).data).toEqual({ deleteTemplate: gone });
    expect(await update(id, badge)).toMatchObject(gone);
    expect(await show(id, 'id')).toBeNull();
  });

  it('is not seen from another workspace, and other texts than ids name nothing', async () => {
    const other = await gateway.createWorkspace();
    const id = await gateway.createTemplate(other.key, badge);
    for (const text of [id, 'x', '', '00000000-0000-0000-0000-000000000000'])
      expect(await show(text, 'id')).toBeNull();
    expect(await update(id, badge)).toMatchObject({ __typename: 'TemplateNotFound' });
  });
});

describe('a refused template', () => {
  const cases: [string, unknown, string[]][] = [
    ['a document that is no object', 5, ['']],
    ['an unknown kind', { kind: 'poster', name: 'x' }, ['kind']],
    ['an unknown field', { ...badge, colour: 'red' }, ['colour']],
    [
      'several faults at once',
      { ...badge, width: 5, layers: [{ type: 'text', text: 'x', font_size: 'big' }] },
      ['width', 'layers[0].font_size'],
    ],
    ['an odd video size', { ...greeting, width: 321 }, ['width']],
    [
      'assets that nobody uploaded',
      { ...badge, base_image: 'asset:missing.png', layers: [{ type: 'image', src: 'asset:also.png' }] },
      ['base_image', 'layers[0].src'],
    ],
    [
      'a soundtrack that nobody uploaded',
      { ...greeting, soundtrack: { src: 'asset:tune.mp3' } },
      ['soundtrack.src'],
    ],
    ['U+0000 in its text', { ...badge, name: 'a\u0000' }, ['name']],
  ];
  it.each(cases)('names the place of %s', async (_what, document, paths) => {
    const answer = (await create(document)) as {
      __typename: string;
      message: string;
      faults: { path: string }[];
    };
    expect([answer.__typename, answer.faults?.map(({ path }) => path)]).toEqual(['TemplateFaulty', paths]);
    expect(answer.message.length).toBeGreaterThan(10);
  });

  it('names a font that nobody brings, and a file that is none', async () => {
    const text = { type: 'text', text: 'x', font_family: 'Brand' };
    expect(await create({ ...badge, layers: [text] })).toMatchObject({
      __typename: 'TemplateFaulty',
      faults: [{ path: 'layers[0].font_family', message: expect.stringContaining('no font "Brand"') }],
    });
    const gif = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1');
    await uploadAsset(gateway.url, key, 'brand.ttf', gif);
    const document = { ...badge, layers: [text], fonts: [{ family: 'Brand', src: 'asset:brand.ttf' }] };
    expect(await create(document)).toMatchObject({
      faults: [{ path: 'fonts[0].src', message: '"brand.ttf" is no font: upload a TTF, OTF or WOFF2 file' }],
    });
    await uploadAsset(gateway.url, key, 'brand.ttf', Buffer.from('\x00\x01\x00\x00font', 'latin1'));
    expect(await create(document)).toMatchObject({ __typename: 'Template' });
  });

  it('takes the text "asset:x" in a text layer for text', async () => {
    expect(
      await create({ ...badge, layers: [{ type: 'text', name: 'asset:x', text: 'asset:x' }] }),
    ).toMatchObject({
      __typename: 'Template',
    });
  });
});

describe('the list of templates', () => {
  it('shows one kind, newest first, in numbered pages', async () => {
    const mine = await gateway.createWorkspace();
    for (const name of ['A', 'B', 'C']) await gateway.createTemplate(mine.key, { ...badge, name });
    await gateway.createTemplate(mine.key, greeting);
    const list = (args: string) =>
      graphql<{ templates: unknown }>(
        gateway.url,
        mine.key,
        `{ templates(${args}) { items { name } page pageSize totalCount totalPages } }`,
      );
    const names = (...given: string[]) => given.map((name) => ({ name }));
    const counts = { totalCount: 3 };
    expect((await list('kind: IMAGE')).data.templates).toEqual({
      ...counts,
      ...{ items: names('C', 'B', 'A'), page: 1, pageSize: 30, totalPages: 1 },
    });
    expect((await list('kind: IMAGE, page: 2, pageSize: 2')).data.templates).toEqual({
      ...counts,
      ...{ items: names('A'), page: 2, pageSize: 2, totalPages: 2 },
    });
    expect((await list('kind: IMAGE, page: 2000000000, pageSize: 1000')).data.templates).toEqual({
      ...counts,
      ...{ items: [], page: 2_000_000_000, pageSize: 100, totalPages: 1 },
    });
    expect((await list('kind: VIDEO, page: 0')).errors[0]).toMatchObject({
      message: 'page must be 1 or more',
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
