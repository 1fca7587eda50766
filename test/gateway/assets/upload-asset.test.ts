import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { graphql } from '../../support/graphql.ts';
import { uploadAsset } from '../upload-asset.ts';

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  ({ key } = await gateway.createWorkspace());
});
afterAll(() => gateway?.stop());

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part, 'latin1'))),
    Buffer.alloc(32),
  ]);

it.each([
  ['JPEG', bytes('\xff\xd8\xff\xe0'), 'image/jpeg'],
  ['PNG', bytes('\x89PNG\r\n\x1a\n'), 'image/png'],
  ['GIF', bytes('GIF89a'), 'image/gif'],
  ['WebP', bytes('RIFF\0\0\0\0WEBP'), 'image/webp'],
  ['SVG', bytes('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">'), 'image/svg+xml'],
  ['MP4', bytes('\0\0\0\x20ftypisom'), 'video/mp4'],
  ['MOV', bytes('\0\0\0\x20ftypqt  '), 'video/quicktime'],
  ['WebM', bytes('\x1aE\xdf\xa3'), 'video/webm'],
  ['MP3 with a tag', bytes('ID3\x04'), 'audio/mpeg'],
  ['MP3', bytes('\xff\xfb\x90\x64'), 'audio/mpeg'],
  ['AAC', bytes('\xff\xf1\x50\x80'), 'audio/aac'],
  ['WAV', bytes('RIFF\0\0\0\0WAVE'), 'audio/wav'],
  ['M4A', bytes('\0\0\0\x20ftypM4A '), 'audio/mp4'],
  ['OGG', bytes('OggS'), 'audio/ogg'],
  ['TrueType', bytes('\0\x01\0\0'), 'font/ttf'],
  ['OpenType', bytes('OTTO'), 'font/otf'],
  ['WOFF2', bytes('wOF2'), 'font/woff2'],
])('takes %s for what its first bytes say it is', async (name, file, contentType) => {
  expect(await uploadAsset(gateway.url, key, name, file)).toMatchObject({
    __typename: 'Asset',
    name,
    contentType,
  });
});

it.each([
  ['a page', bytes('<!doctype html><svg></svg>')],
  ['UTF-16 text', bytes('\xff\xfeh\0i\0')],
  ['a program', bytes('MZ')],
  ['HEIC', bytes('\0\0\0\x20ftypheic')],
  ['TIFF', bytes('II*\0')],
  ['a playlist', bytes('#EXTM3U\nhttp://127.0.0.1/')],
  ['nothing', Buffer.alloc(0)],
])('refuses %s in a sentence', async (name, file) => {
  expect(await uploadAsset(gateway.url, key, `${name}.png`, file)).toEqual({
    __typename: 'AssetRefused',
    message: expect.stringContaining(`"${name}.png" is not a kind of file that templates use`),
  });
});

it.each(['', '   ', 'a{{b}}', 'a\nb', 'x'.repeat(256)])('refuses the name %j', async (name) => {
  expect(await uploadAsset(gateway.url, key, name, bytes('OggS'))).toMatchObject({
    __typename: 'AssetRefused',
  });
});

it('replaces the file under a name, and serves each under its URL', async () => {
  const { key: mine } = await gateway.createWorkspace();
  const first = await uploadAsset(gateway.url, mine, 'logo', bytes('GIF89a', 'first'));
  const second = await uploadAsset(gateway.url, mine, 'logo', bytes('GIF89a', 'second'));
  expect(second.id).toBe(first.id);
  const { data } = await graphql(
    gateway.url,
    mine,
    '{ assets { totalCount edges { node { name sha256 } } } }',
  );
  const sha256 = createHash('sha256').update(bytes('GIF89a', 'second')).digest('hex');
  expect(data).toEqual({ assets: { totalCount: 1, edges: [{ node: { name: 'logo', sha256 } }] } });

  const { pathname, search } = new URL(second.url as string);
  const response = await fetch(`${gateway.url}${pathname}${search}`);
  expect([response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())]).toEqual([
    'image/gif',
    bytes('GIF89a', 'second'),
  ]);
});
