/** The REST facade as a process of its own, in front of a gateway that it speaks GraphQL to over HTTP. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { loadEnvFile } from '../runtime/env-file.ts';
import { InvalidEnvironment } from '../runtime/environment.ts';
import { createLogger } from '../runtime/logger.ts';
import { createRequestServer } from '../runtime/request-server.ts';
import { createShutdown } from '../runtime/shutdown.ts';
import { createRestFacade } from './app.ts';
import { type RestFacadeEnvironment, readRestFacadeEnvironment } from './env.ts';
import { createHttpGateway, type HttpGateway } from './http-gateway.ts';

loadEnvFile();
const log = createLogger('rest-facade');
const shutdown = createShutdown(log);

try {
  await start(readRestFacadeEnvironment());
} catch (error) {
  if (!(error instanceof InvalidEnvironment)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function start({ GATEWAY_URL, REST_PORT, HOST }: RestFacadeEnvironment): Promise<void> {
  const gateway = createHttpGateway(GATEWAY_URL);
  shutdown.onShutdown('gateway connections', () => gateway.close());

  const facade = createRestFacade({ ...gateway, log });
  const server = createRequestServer((request, response) => {
    if (request.url === '/healthz') response.end('ok\n');
    else if (request.url === '/readyz') void answerReady(gateway, response);
    else facade(request, response);
  });
  server.listen(REST_PORT, HOST);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new InvalidEnvironment([`REST_PORT: port ${REST_PORT} is taken; choose another one`]);
  });
  shutdown.onShutdown('requests', async () => {
    server.close();
    server.closeIdleConnections();
    await once(server, 'close');
  });
  log.info({ url: `http://${HOST}:${REST_PORT}`, gateway: GATEWAY_URL }, 'rest facade listens');
}

async function answerReady(gateway: HttpGateway, response: ServerResponse): Promise<void> {
  const ready = await gateway.isReady();
  response.writeHead(ready ? 200 : 503).end(ready ? 'ok\n' : 'the gateway is not ready\n');
}
