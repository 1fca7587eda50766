import { afterAll, beforeAll, expect, it } from 'vitest';
import { RENDER_STREAM, renderConsumer } from '../../../contract/messaging.ts';
import { renderWorkSchema } from '../../../contract/render-work.ts';
import { ensureQueues } from '../../../gateway/dispatch/ensure-queues.ts';
import { createMissingPreviews } from '../../../gateway/dispatch/missing-previews.ts';
import { requestTemplatePreview } from '../../../gateway/dispatch/request-template-preview.ts';
import { newId } from '../../../gateway/new-id.ts';
import { imageTemplate } from '../../support/templates.ts';
import { addTemplate, addWorkspace, createTestFarm, log, type TestFarm } from './test-farm.ts';

let test: TestFarm;
beforeAll(async () => {
  test = await createTestFarm();
  await ensureQueues(test);
});
afterAll(() => test.stop());

async function addPicture() {
  const template = await addTemplate(test, { workspaceId: await addWorkspace(test) });
  const document = imageTemplate(
    [
      { type: 'text', text: 'Hello {{name}}' },
      { type: 'image', src: 'asset:ada.png', variable: 'photo' },
    ],
    { examples: { name: 'Ada' } },
  );
  await test.db.templateVersion.update({ where: { id: template.versionId }, data: { document } });
  await test.db.template.update({ where: { id: template.templateId }, data: { thumbnailKey: null } });
  return template;
}

async function takeWork() {
  const delivery = await test.bus.next(
    RENDER_STREAM,
    renderConsumer('image'),
    1_000,
    new AbortController().signal,
  );
  await delivery?.acknowledge();
  return delivery && renderWorkSchema.parse(delivery.payload);
}

it('asks for a picture with the example values and the assets they name', async () => {
  const template = await addPicture();
  const asset = { objectKey: 'assets/x/1', contentType: 'image/png', sha256: 'abc' };
  await test.db.asset.create({
    data: { id: newId(), workspaceId: template.workspaceId, name: 'ada.png', bytes: 10, ...asset },
  });
  await requestTemplatePreview({ ...test, log }, template);
  expect(await takeWork()).toEqual({
    purpose: 'template_preview',
    templateId: template.templateId,
    workspaceId: template.workspaceId,
    kind: 'image',
    templateVersionId: template.versionId,
    values: { name: 'Ada', photo: 'asset:ada.png' },
    assets: { 'ada.png': asset },
  });
  await test.db.template.update({ where: { id: template.templateId }, data: { thumbnailKey: 'there' } });
});

it('never fails, whatever is wrong', async () => {
  await requestTemplatePreview({ ...test, log }, { templateId: newId() });
  await requestTemplatePreview({ ...test, log }, { templateId: 'nonsense' });
  expect(await takeWork()).toBe(null);
});

it('is asked for again while it is missing, ever more rarely', async () => {
  const { templateId } = await addPicture();
  const asked: number[] = [];
  let minute = 0;
  const bus = {
    ...test.bus,
    connected: true,
    enqueue: async () => {
      asked.push(minute);
      return 'stored' as const;
    },
  };
  const askForMissing = createMissingPreviews({ db: test.db, bus, log }, () => minute * 60_000);
  for (minute = 0; minute <= 30; minute += 1) await askForMissing();
  expect(asked).toEqual([0, 3, 9, 21]);
  await test.db.template.update({ where: { id: templateId }, data: { thumbnailKey: 'there' } });
  minute = 500;
  await askForMissing();
  expect(asked.length).toBe(4);
});
