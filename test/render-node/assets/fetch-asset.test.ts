import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAssetFetcher, type FetchAsset } from '../../../render-node/assets/fetch-asset.ts';
import { createGuardedRequest } from '../../../runtime/guarded-request.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let server: Server;
let origin: string;
let fetchAsset: FetchAsset;
let asked: string[] = [];
let busy = { now: 0, most: 0 };

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    busy.most = Math.max(busy.most, ++busy.now);
    setTimeout(() => {
      busy.now--;
      if (path.startsWith('/missing')) response.writeHead(404).end();
      else if (path === '/flaky' && asked.filter((one) => one === '/flaky').length < 2)
        response.writeHead(503).end();
      else if (path === '/moved') response.writeHead(302, { location: '/photo' }).end();
      else if (path === '/inside')
        response.writeHead(302, { location: 'https://127.0.0.1:1024/secret' }).end();
      else if (path === '/huge') response.writeHead(200).end(Buffer.alloc(51 * 1024 * 1024));
      else if (path === '/empty') response.writeHead(200).end();
      else response.writeHead(200).end(`bytes of ${path}`);
    }, 20);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  busy = { now: 0, most: 0 };
  const request = createGuardedRequest({ allow: [new URL(origin).host] });
  fetchAsset = createAssetFetcher({ request, cacheFolder: temporaryFolder('downloads').path });
});

const get = (path: string, scope = 'batch') => fetchAsset({ url: origin + path, scope });

test('a URL is fetched once per batch, also when many rows ask at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/photo')));
  expect(asked).toEqual(['/photo']);
  const [first] = answers;
  if (!first?.ok) throw new Error('not fetched');
  expect(await readFile(first.path, 'utf8')).toBe('bytes of /photo');
  await get('/photo');
  expect(asked).toHaveLength(1);
  await get('/photo', 'another batch');
  expect(asked).toHaveLength(2);
});

test('a host is asked for at most six files at a time', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => get(`/photo-${index}`)));
  expect(asked).toHaveLength(30);
  expect(busy.most).toBe(6);
});

test('redirects are followed, a passing trouble is tried again', async () => {
  expect((await get('/moved')).ok).toBe(true);
  expect((await get('/flaky')).ok).toBe(true);
  expect(asked).toEqual(['/moved', '/photo', '/flaky', '/flaky']);
});

test('what cannot be had says why, and is asked for once', async () => {
  expect(await get('/missing')).toEqual({
    ok: false,
    code: 'asset_unreachable',
    problem: 'could not be fetched: 404',
  });
  await get('/missing');
  expect(asked).toEqual(['/missing']);
  expect(await get('/huge')).toEqual({ ok: false, code: 'asset_too_large', problem: 'is larger than 50 MB' });
  expect(await get('/empty')).toMatchObject({ problem: 'could not be fetched: the answer is empty' });
});

test.each([
  ['file:///etc/passwd', 'https://'],
  ['data:text/plain,x', 'https://'],
  ['ftp://93.184.215.14/a', 'https://'],
  ['http://93.184.215.14/a', 'https://'],
  ['INSIDE', 'private or reserved address'],
])('%s is not fetched', async (url, reason) => {
  const answer = await fetchAsset({ url: url.replace('INSIDE', `${origin}/inside`), scope: 'batch' });
  expect(answer).toEqual({
    ok: false,
    code: 'asset_unreachable',
    problem: expect.stringContaining(reason),
  });
});

test('private addresses are never asked', async () => {
  const inside = await fetchAsset({ url: 'https://127.0.0.1:1/secret', scope: 'batch' });
  expect(inside).toMatchObject({ ok: false, code: 'asset_unreachable' });
  const { problem } = inside as { problem: string };
  expect(problem).toMatch(/^could not be fetched: .*[^.]$/);
});
