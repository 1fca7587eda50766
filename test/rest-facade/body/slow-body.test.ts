import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRestFacade } from '../../../rest-facade/app.ts';
import { createHttpGateway } from '../../../rest-facade/http-gateway.ts';
import { createRequestServer } from '../../../runtime/request-server.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { imageDocument } from '../support/templates.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway?.stop());

it('a body that comes byte by byte is cut off with 408 at the limit, and nothing of it is stored', async () => {
  const { key } = await gateway.createWorkspace({ credits: '1' });
  const templateId = await gateway.createTemplate(key, imageDocument());
  const upstream = createHttpGateway(gateway.url);
  const limits = { requestMs: 1_500, headersMs: 1_000, checkEveryMs: 100 };
  const server = createRequestServer(createRestFacade({ ...upstream, log: gateway.log }), limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  const closed = once(socket, 'close');
  socket.write(
    [
      `POST /api/external/v1/image-templates/${templateId}/bulk-generate/ HTTP/1.1`,
      ...['Host: localhost', `Authorization: Bearer ${key}`, 'Content-Length: 1000000', '', '{"rows":[{},'],
    ].join('\r\n'),
  );
  const dripping = setInterval(() => socket.write(' '), 100);
  // A reset is as good an end as an orderly one: the client was still sending.
  socket.on('error', () => clearInterval(dripping));
  await closed;
  clearInterval(dripping);

  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(await gateway.db.batch.count()).toBe(0);
  server.close();
  await upstream.close();
});
