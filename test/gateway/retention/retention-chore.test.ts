import { afterAll, beforeAll, expect, it } from 'vitest';
import { outputKey } from '../../../contract/object-keys.ts';
import { waitFor } from '../../support/wait-for.ts';
import { addBatch, addTemplate, addWorkspace, createTestFarm, type TestFarm } from '../dispatch/test-farm.ts';

let test: TestFarm;
beforeAll(async () => {
  test = await createTestFarm();
});
afterAll(() => test?.stop());

it('the gateway that dispatches deletes what is past its time, without being asked', async () => {
  const template = await addTemplate(test, { workspaceId: await addWorkspace(test) });
  const finish = async (daysAgo: number) => {
    const batchId = await addBatch(test, template, 1);
    const { id } = await test.db.row.findFirstOrThrow({ where: { batchId } });
    const doneAt = new Date(Date.now() - daysAgo * 86_400_000);
    await test.db.row.update({
      where: { id },
      data: { state: 'success', outputKey: outputKey(id, 1, 'jpg') },
    });
    await test.db.batch.update({ where: { id: batchId }, data: { state: 'done', succeeded: 1, doneAt } });
    await test.store.put(outputKey(id, 1, 'jpg'), Buffer.from('a picture'));
    return { batchId, sizeOfOutput: () => test.store.size(outputKey(id, 1, 'jpg')) };
  };
  const [old, young] = [await finish(91), await finish(89)];

  await test.start();

  await waitFor('the old results to be deleted', async () => {
    const { expiredAt } = await test.db.batch.findUniqueOrThrow({ where: { id: old.batchId } });
    return expiredAt;
  });
  expect([await old.sizeOfOutput(), await young.sizeOfOutput()]).toEqual([null, 9]);
  expect(await test.db.row.count({ where: { batchId: { in: [old.batchId, young.batchId] } } })).toBe(1);
});
