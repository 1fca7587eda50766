/** What callers hear when the facade cannot reach the gateway, or loses it on the way. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../infra/processes/free-port.ts';
import { startTestGateway } from '../support/gateway.ts';
import { answer, call, json } from './support/call.ts';
import { type Facade, startFacade } from './support/facade.ts';
import { imageDocument } from './support/templates.ts';

const id = randomUUID();
const toClose: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const opened of toClose.splice(0).reverse()) await opened.stop();
});

describe('when nothing answers at GATEWAY_URL', () => {
  it.each([
    '/templates/',
    `/templates/${id}/schema/`,
    `/bulk-jobs/${id}/status/`,
    `/image-bulk-jobs/${id}/generations/a/status/`,
    `/bulk-jobs/${id}/export.csv`,
    '/webhooks/',
    `/webhooks/${id}/deliveries/`,
  ])('GET %s answers 503', async (path) => {
    const { url } = await facadeBefore(`http://127.0.0.1:${await freePort()}`);

    const given = await call(url, path, { key: 'any' });

    expect(json(given)).toEqual(
      answer(503, { error: 'Service unavailable', detail: 'Safe to retry in a few seconds.' }),
    );
    expect(given.headers.get('retry-after')).toBe('5');
  });

  it.each(['templates', 'image-templates'])('POST /%s/…/bulk-generate/ answers 503', async (templates) => {
    const { url } = await facadeBefore(`http://127.0.0.1:${await freePort()}`);

    const given = await call(url, `/${templates}/${id}/bulk-generate/`, { key: 'any', body: { rows: [{}] } });

    expect(json(given)).toEqual(
      answer(503, { error: 'Billing service unavailable', detail: 'Safe to retry.' }),
    );
  });

  it('does not tell a missing key from a valid one', async () => {
    const { url } = await facadeBefore(`http://127.0.0.1:${await freePort()}`);

    expect(await call(url, '/templates/', { key: null })).toMatchObject({ status: 503 });
    expect(await call(url, '/templates/?type=nonsense', { key: null })).toMatchObject({ status: 503 });
    expect(await call(url, '/nothing', { key: null })).toMatchObject({ status: 503 });
  });
});

describe('when the connection breaks after a submission was sent', () => {
  it('answers 500 with what to do, and the same Idempotency-Key finds the batch', async () => {
    const gateway = await startTestGateway();
    toClose.push(gateway);
    const { key, id: workspaceId } = await gateway.createWorkspace({ credits: '1' });
    const templateId = await gateway.createTemplate(key, imageDocument());
    const proxy = await proxyThatDropsOneAnswer(gateway.url, 'mutation SubmitBatch');
    const { url } = await facadeBefore(proxy.url);
    const submit = () =>
      call(url, `/image-templates/${templateId}/bulk-generate/`, {
        key,
        body: { rows: [{ name: 'Ada' }] },
        headers: { 'idempotency-key': 'once' },
      });

    expect(json(await submit())).toEqual(
      answer(500, {
        error: 'Failed to start batch',
        detail: 'Credits are reversed on a best-effort basis; check the balance before retrying.',
      }),
    );

    expect(await submit()).toMatchObject({ status: 202 });
    const { balance } = await gateway.db.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    expect(balance.toFixed()).toBe('0.99638');
  });
});

describe('when what answers is no gateway', () => {
  it.each([502, 503, 504])('answers 503 to a proxy’s page with %s', async (status) => {
    const { url } = await listen(createServer((_, response) => response.writeHead(status).end('<html>')));
    const facade = await facadeBefore(url);

    expect(await call(facade.url, '/webhooks/', { key: 'any' })).toMatchObject({ status: 503 });
  });

  it('answers 500 to anything else, and says no more than that', async () => {
    const { url } = await listen(createServer((_, response) => response.writeHead(200).end('<html>secret')));
    const facade = await facadeBefore(url);

    expect(json(await call(facade.url, '/webhooks/', { key: 'any' }))).toEqual(
      answer(500, { error: 'Unexpected error' }),
    );
  });
});

async function facadeBefore(gatewayUrl: string): Promise<Facade> {
  const facade = await startFacade(gatewayUrl, 'apart');
  toClose.push(facade);
  return facade;
}

/** Passes everything on, and the first time that a request contains `marker` cuts the line instead of answering. */
function proxyThatDropsOneAnswer(target: string, marker: string): Promise<{ url: string }> {
  let dropped = false;
  return listen(
    createServer(async (request, response) => {
      const body = await textOf(request);
      const answered = await fetch(`${target}${request.url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' },
        body,
      });
      const answerBody = await answered.text();
      if (dropped || !body.includes(marker)) return response.writeHead(answered.status).end(answerBody);
      dropped = true;
      request.socket.destroy();
    }),
  );
}

async function listen(server: Server): Promise<{ url: string }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  toClose.push({
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
