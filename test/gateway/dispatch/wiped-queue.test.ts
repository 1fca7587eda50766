import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import {
  addBatch,
  addTemplate,
  addWorkspace,
  createTestFarm,
  startPretendedNode,
  type TestFarm,
  waitForBatch,
} from './test-farm.ts';

let test: TestFarm;
beforeAll(async () => {
  test = await createTestFarm();
});
afterAll(() => test.stop());

it('loses no row when JetStream is wiped in mid-batch, and goes on within a minute', async () => {
  const batchId = await addBatch(
    test,
    await addTemplate(test, { workspaceId: await addWorkspace(test) }),
    1_500,
  );
  await test.start();
  const node = startPretendedNode(test.bus, { renderMs: 5 });
  await waitFor('rows in work', () => node.works.length > 200);
  await test.nats.kill();
  rmSync(test.nats.storeDir, { recursive: true, force: true });
  const before = node.works.length;
  await test.nats.start();
  const back = performance.now();
  await waitFor('progress', () => node.works.length > before + 50, { timeoutMs: 60_000 });
  expect(performance.now() - back).toBeLessThan(60_000);
  expect(await waitForBatch(test, batchId, 'done', 60_000)).toMatchObject({ succeeded: 1_500, failed: 0 });
  await node.stop();
}, 150_000);
