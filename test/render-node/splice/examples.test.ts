import { expect, test } from 'vitest';
import { expectSameness, videoExamples } from './expect-sameness.ts';
import { createTestSplicing, readExample } from './splice-test-video.ts';

// Real encoders, three rows both ways: slow on a busy machine is not broken.
const LIMIT_MS = 180_000;

test.each(videoExamples('small'))(
  'the example %s, in fewer frames a second, looks and sounds as when it is rendered whole',
  { timeout: LIMIT_MS },
  expectSameness,
);

test('of the greeting two people share what they have in common', async () => {
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
  await render(template, ada);
  await render(template, ada);
  const { encoded } = await render(template, { ...ada, voucher: 'ADA-0000' });
  expect(encoded?.slice(0, -1).every((pictures) => pictures === 0)).toBe(true);
  expect(encoded?.at(-1)).toBeGreaterThan(0);
});
