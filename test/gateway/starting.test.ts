import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { startGateway } from '../../gateway/app.ts';
import { readSettings } from '../../gateway/env.ts';
import { freePort } from '../../infra/processes/free-port.ts';
import { createHttpGateway } from '../../rest-facade/http-gateway.ts';
import { createLogger } from '../../runtime/logger.ts';
import { createTestDatabase } from '../support/database.ts';
import { startTestNats } from '../support/nats.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitFor } from '../support/wait-for.ts';

const toClose: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of toClose.reverse()) await close();
});

it('a gateway that waits for NATS answers that it lives and starts, and works once NATS is there', async () => {
  const [port, database, nats] = await Promise.all([freePort(), createTestDatabase(), startTestNats()]);
  const folder = temporaryFolder('starting');
  toClose.push(folder.remove, database.drop, nats.stop);
  await nats.kill();
  const key = () => randomBytes(32).toString('base64');
  const settings = readSettings({
    ...{ DATABASE_URL: database.url, NATS_URL: nats.url, PORT: String(port), DATA_DIR: folder.path },
    ...{ API_KEY_PEPPER: key(), SECRETS_KEY: key(), URL_SIGNING_KEY: key() },
  });
  const url = `http://127.0.0.1:${port}`;
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`);
    return [response.status, await response.json()];
  };

  const starting = startGateway({ settings, log: createLogger('gateway') });
  await waitFor('an answer', () => fetch(`${url}/healthz`).catch(() => null));
  expect(await get('/healthz')).toEqual([200, { status: 'ok' }]);
  const isStarting = [503, expect.objectContaining({ error: 'The service is starting' })];
  expect(await get('/readyz')).toEqual(isStarting);
  expect(await get('/api/external/v1/templates/')).toEqual(isStarting);
  const facade = createHttpGateway(url);
  toClose.push(() => facade.close());
  expect(await facade.isReady()).toBe(false);

  await nats.start();
  const gateway = await starting;
  toClose.push(() => gateway.stop());
  expect(await get('/readyz')).toEqual([200, { status: 'ready', database: 'ok', dispatch: 'ok' }]);
  expect(await get('/api/external/v1/templates/')).toEqual([401, { error: 'API key required' }]);
});
