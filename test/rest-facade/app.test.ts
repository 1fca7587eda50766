import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { expect, it } from 'vitest';
import { generateRawKey } from '../../gateway/api-keys/api-key-format.ts';
import { answer, json } from './support/call.ts';
import { receiverUrl } from './support/receiver-url.ts';
import { describeService } from './support/service.ts';
import { imageDocument } from './support/templates.ts';

const id = randomUUID();
const endpoints = [
  { method: 'GET', path: '/templates/' },
  { method: 'GET', path: `/templates/${id}/schema/` },
  { method: 'POST', path: `/templates/${id}/bulk-generate/` },
  { method: 'POST', path: `/image-templates/${id}/bulk-generate/` },
  { method: 'GET', path: `/bulk-jobs/${id}/status/` },
  { method: 'GET', path: `/image-bulk-jobs/${id}/status/` },
  { method: 'GET', path: `/bulk-jobs/${id}/generations/a/status/` },
  { method: 'GET', path: `/image-bulk-jobs/${id}/generations/a/status/` },
  { method: 'GET', path: `/bulk-jobs/${id}/export.csv` },
  { method: 'GET', path: `/image-bulk-jobs/${id}/export.csv` },
  { method: 'POST', path: '/webhooks/' },
  { method: 'GET', path: '/webhooks/' },
  { method: 'GET', path: `/webhooks/${id}/deliveries/` },
];
const unknownKey = answer(401, { error: 'API key required' });
const unknownPath = answer(404, { error: 'There is nothing at this path. See /api/docs.' });

describeService((service) => {
  it.each(endpoints)(
    '$method $path answers 401 to a caller without a valid key',
    async ({ method, path }) => {
      const { key } = service.workspace;
      const authorizations: Record<string, string>[] = [
        {},
        { authorization: '' },
        { authorization: 'Bearer' },
        { authorization: 'Bearer ' },
        { authorization: key },
        { authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}` },
        { authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` },
        { authorization: `Bearer ${key} ${key}` },
        // Well formed, of another installation.
        { authorization: `Bearer ${generateRawKey()}` },
      ];
      for (const headers of authorizations)
        expect(json(await service.call(path, { key: null, method, headers }))).toEqual(unknownKey);
      expect(json(await service.call(`${path}?api_key=${key}`, { key: null, method }))).toEqual(unknownKey);
    },
  );

  it('answers 401 to a revoked key at once', async () => {
    const workspace = await service.gateway.createWorkspace();
    const call = () => service.call('/templates/', { key: workspace.key });
    expect(await call()).toMatchObject({ status: 200 });

    await service.gateway.db.apiKey.updateMany({
      where: { workspaceId: workspace.id },
      data: { revokedAt: new Date() },
    });

    expect(json(await call())).toEqual(unknownKey);
  });

  it('names the scheme with a 401, and takes it in any case and with spaces', async () => {
    const { key } = service.workspace;

    const { headers } = await service.call('/templates/', { key: null });

    expect(headers.get('www-authenticate')).toBe('Bearer');
    for (const authorization of [`bearer ${key}`, `BEARER   ${key}`, `Bearer ${key}  `])
      expect(await service.call('/templates/', { key: null, headers: { authorization } })).toMatchObject({
        status: 200,
      });
  });

  it('takes a key that is given twice for none', async () => {
    const authorization = `Bearer ${service.workspace.key}`;

    const { statusCode, body } = await request(`${service.url}/api/external/v1/templates/`, {
      headers: ['authorization', authorization, 'authorization', authorization],
    });

    expect([statusCode, await body.text()]).toEqual(unknownKey);
  });

  it('answers 431 to headers of 20 kB', async () => {
    expect(
      await service.call('/templates/', {
        key: null,
        headers: { authorization: `Bearer ${'x'.repeat(20_000)}` },
      }),
    ).toMatchObject({ status: 431 });
  });

  it.each(endpoints)(
    '$method $path answers the same without its trailing slash',
    async ({ method, path }) => {
      const bare = path.replace(/\/$/, '');

      const [withSlash, without] = [
        await service.call(`${bare}/`, { method }),
        await service.call(bare, { method }),
      ];

      expect(without.status).toBeLessThan(500);
      expect([without.status, without.text]).toEqual([withSlash.status, withSlash.text]);
    },
  );

  it.each(endpoints)('$path answers 405 to other methods and says which it has', async ({ path }) => {
    const has = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method);
    const allow = [
      ...(has.includes('GET') ? ['GET', 'HEAD'] : []),
      ...(has.includes('POST') ? ['POST'] : []),
    ];

    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', ...(has.includes('POST') ? [] : ['POST'])]) {
      const given = await service.call(path, { method });

      expect(json(given)).toEqual(answer(405, { error: `${method} is not possible here` }));
      expect(given.headers.get('allow')).toBe(allow.join(', '));
    }
  });

  it.each([
    '/',
    '',
    '/nothing',
    '/templates/x',
    '/bulk-jobs',
    '/Templates/',
    '/webhooks/x',
    '/%',
    '/templates//',
  ])('answers 404 as JSON at %j', async (path) => {
    expect(json(await service.call(path))).toEqual(unknownPath);
    expect(json(await service.call(path, { method: 'DELETE' }))).toEqual(unknownPath);
  });

  it('answers 404 as JSON next to the contract, too', async () => {
    expect(json(await service.call('/../nothing'))).toEqual(unknownPath);
    expect(json(await service.call('/../../nothing', { key: null }))).toEqual(unknownPath);
  });

  it('answers HEAD like GET, without the body', async () => {
    const [get, head] = [
      await service.call('/templates/'),
      await service.call('/templates/', { method: 'HEAD' }),
    ];

    expect(head).toMatchObject({ status: 200, text: '' });
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await service.call(`/bulk-jobs/${id}/status/`, { method: 'HEAD' })).toMatchObject({ status: 404 });
  });

  it('shows nothing of another workspace', async () => {
    const other = await service.gateway.createWorkspace();
    await service.gateway.createTemplate(other.key, imageDocument());
    await service.call('/webhooks/', { key: other.key, body: { target_url: receiverUrl } });

    const { key } = await service.gateway.createWorkspace();

    expect((await service.call('/templates/?type=IMAGE_TEMPLATE', { key })).text).toContain('"templates":[]');
    expect((await service.call('/webhooks/', { key })).text).toBe('{"webhooks":[]}');
  });

  it('serves the OpenAPI document and a page to browse it', async () => {
    const get = async (path: string) => {
      const { status, headers, text } = await service.call(`/../..${path}`, { key: null });
      return { status, type: headers.get('content-type'), text };
    };

    expect(JSON.parse((await get('/openapi.json')).text)).toMatchObject({ openapi: '3.1.0' });
    expect(await get('/docs')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
    for (const [, path = ''] of (await get('/docs')).text.matchAll(/(?:src|href)="\/api(\/docs\/[^"]+)"/g))
      expect(await get(path)).toMatchObject({ status: 200 });
    expect((await get('/docs/start.js')).text).toContain("'/api/openapi.json'");
  });
});
