/** The facade as a program of its own, from the build. */
import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../../infra/processes/free-port.ts';
import { entryPoint } from '../../runtime/repository-root.ts';
import { type Child, startChild } from '../support/child-process.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { waitFor } from '../support/wait-for.ts';
import { answer, call, json } from './support/call.ts';

let child: Child | undefined;
let gateway: TestGateway | undefined;

afterEach(async () => {
  await child?.kill('SIGKILL');
  await gateway?.stop();
});

function startMain(env: Record<string, string>): Child {
  child = startChild(process.execPath, ['--enable-source-maps', entryPoint('rest-facade/main')], {
    env: { ...process.env, LOG_LEVEL: 'info', ...env },
  });
  return child;
}

it('answers in front of the gateway, says when it is ready, and ends when told to', async () => {
  gateway = await startTestGateway();
  const { key } = await gateway.createWorkspace();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const facade = startMain({ REST_PORT: String(port), GATEWAY_URL: `${gateway.url}/` });
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
  await waitFor('the facade to listen', () => facade.output.includes('rest facade listens'));

  expect(json(await call(url, '/webhooks/', { key }))).toEqual(answer(200, { webhooks: [] }));
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 200]);

  await gateway.stop();
  gateway = undefined;
  expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503]);
  expect(await call(url, '/webhooks/', { key })).toMatchObject({ status: 503 });

  expect(await facade.kill('SIGTERM')).toBe(0);
});

it('says in one sentence what to mend: a port that is taken, a setting that is wrong', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  const first = startMain({ REST_PORT: String(port) });
  expect(await first.exited).toBe(1);
  expect(first.output).toContain(`REST_PORT: port ${port} is taken; choose another one`);
  other.close();

  const second = startMain({ GATEWAY_URL: 'localhost:4000' });
  expect(await second.exited).toBe(1);
  expect(second.output).toContain('GATEWAY_URL: ');
});
