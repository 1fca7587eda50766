import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { restClient } from '../../support/rest.ts';
import { waitFor } from '../../support/wait-for.ts';
import { badge } from '../template-documents.ts';
import { startPretendedNode } from './test-farm.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway?.stop());

it('submissions are accepted while NATS is away, and their rows go out when it is back', async () => {
  const { key } = await gateway.createWorkspace({ credits: '10' });
  const templateId = await gateway.createTemplate(key, badge);
  const rest = restClient(gateway.url, key);
  await gateway.nats.kill();
  const { bus } = gateway.deps;
  await waitFor('the break to be noticed', () => !bus.connected);

  const rows = [{ external_id: 'a' }, { external_id: 'b' }];
  const accepted = await rest.post<{ bulk_job_id: string }>(`/image-templates/${templateId}/bulk-generate/`, {
    rows,
  });
  expect(accepted.status).toBe(202);
  const job = `/image-bulk-jobs/${accepted.body.bulk_job_id}`;
  expect((await rest.get(`${job}/status/`)).body).toMatchObject({
    status: 'pending',
    summary: { total: 2, success: 0, failed: 0, pending: 2 },
  });
  const ready = await fetch(`${gateway.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', database: 'ok', dispatch: 'waiting for NATS' },
  ]);

  await gateway.nats.start();
  await waitFor('NATS to be back', () => bus.connected);
  const node = startPretendedNode(bus);
  expect(await rest.pollUntilTerminal(job)).toMatchObject({ status: 'done', summary: { success: 2 } });
  await node.stop();
});
