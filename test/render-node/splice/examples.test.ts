import { expect, test } from 'vitest';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { createVideoTools, job } from '../video/render-test-video.ts';
import { createTestSplicing, frameHashes, readExample, worstPsnr } from './splice-test-video.ts';

test('a product film of the catalogue looks as when it is rendered whole', async () => {
  const { template, uploads } = readExample('catalogue-promo');
  const values = { brand_color: '#b4472f', product: 'Ember mug', headline: 'Thrown by hand', price: '€24' };
  const spliced = await (await createTestSplicing({ uploads })).render(template, values);
  const whole = await renderVideo(await createVideoTools({ uploads }), job(template, values));
  expect(spliced.encoded).not.toBeNull();
  expect(await frameHashes(spliced.file)).toHaveLength(75);
  expect(await worstPsnr(spliced.file, whole.file)).toBeGreaterThan(40);
});

test('the greeting looks as when it is rendered whole; what two people have in common is encoded once', async () => {
  const { template, uploads } = readExample('greeting');
  // An eighth as long, for the test's sake.
  for (const scene of template.scenes) if (typeof scene.duration === 'number') scene.duration /= 8;
  for (const layer of template.scenes.flatMap(({ layers }) => layers)) {
    layer.start /= 8;
    if (typeof layer.duration === 'number') layer.duration /= 8;
  }
  const ada = {
    first_name: 'Ada',
    message: 'Thank you for starting your days with us.',
    voucher: 'ADA-7K2M',
  };
  const { render } = await createTestSplicing({ uploads, options: { checkEvery: 1_000 } });
  const spliced = await render(template, ada);
  const whole = await renderVideo(await createVideoTools({ uploads }), job(template, ada));
  expect(await frameHashes(spliced.file)).toHaveLength(whole.frames);
  expect(await worstPsnr(spliced.file, whole.file)).toBeGreaterThan(38);
  await render(template, ada);
  const { encoded } = await render(template, { ...ada, voucher: 'ADA-0000' });
  expect(encoded?.slice(0, -1).every((pictures) => pictures === 0)).toBe(true);
  expect(encoded?.at(-1)).toBeGreaterThan(0);
});
