import { expect, test } from 'vitest';
import { createRenderMedia, type Picture } from '../../../render-node/assets/render-media.ts';
import { compileImage } from '../../../render-node/compile/compile-image.ts';
import { drawImage } from '../../../render-node/image/draw-image.ts';
import { createSizeBoundCache } from '../../../render-node/size-bound-cache.ts';
import { pixelAt } from '../../support/image.ts';
import { createTestObjectStore } from '../../support/object-store.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate, fonts } from '../draw-template.ts';

const shape = (fill: string, more: object = {}) => ({ type: 'shape', fill, ...more });

const unreachable = createRenderMedia({
  store: createTestObjectStore().store,
  pictures: createSizeBoundCache<Picture>(1, () => 1),
  fetchAsset: async () => ({ ok: false, code: 'asset_unreachable', problem: 'could not be fetched: 404' }),
  assets: {},
  scope: 'version',
});

function compile(layers: object[], more: object = {}) {
  const template = imageTemplate(layers, { width: 40, height: 20, ...more });
  return compileImage(template, { fonts, media: unreachable });
}

test('static layers are painted once: below the first variable one and above the last', async () => {
  const plan = await compile([
    shape('#ff0000'),
    shape('#00ff00', { width: '25%' }),
    shape('{{a}}', { x: '50%', width: '25%' }),
    shape('#0000ff', { x: '60%', width: '10%' }),
    { type: 'text', text: '{{b}}' },
    shape('#ffffff', { x: '90%', width: '10%' }),
  ]);
  expect(plan.between.map((layer) => ('variable' in layer ? layer.variable : 'static'))).toEqual([
    2,
    'static',
    4,
  ]);
  const ground = plan.ground.getContext('2d').getImageData(0, 0, 40, 20);
  expect(pixelAt(ground, 5, 5)).toEqual([0, 255, 0, 255]);
  expect(pixelAt(ground, 25, 5)).toEqual([255, 0, 0, 255]);
  const cover = plan.cover?.getContext('2d').getImageData(0, 0, 40, 20);
  expect([pixelAt(cover!, 38, 5), pixelAt(cover!, 5, 5)]).toEqual([
    [255, 255, 255, 255],
    [0, 0, 0, 0],
  ]);
  expect(plan.opaque).toBe(true);
});

test('a template without variables is its ground, and one with nothing static has no cover', async () => {
  const plain = await compile([shape('#ff0000'), shape('#00ff00')]);
  expect([plain.between, plain.cover]).toEqual([[], null]);
  const variable = await compile([shape('{{a}}')]);
  expect([variable.between, variable.cover, variable.opaque]).toEqual([[{ variable: 0 }], null, true]);
});

test('rows follow each other on one canvas without leaving traces', async () => {
  const layer = shape('{{a}}', { width: '50%', opacity: 0.5 });
  const plan = await compile([layer], { output: { format: 'png' } });
  const draw = async (a: string) => {
    const canvas = await drawImage(plan, new Map([['a', a]]), {
      fonts,
      media: unreachable,
      notes: new Set(),
    });
    return canvas.getContext('2d').getImageData(0, 0, 40, 20);
  };
  await draw('blue');
  const second = await draw('red');
  expect([pixelAt(second, 5, 5), pixelAt(second, 30, 5)]).toEqual([
    [255, 0, 0, 128],
    [0, 0, 0, 0],
  ]);
});

test('what JPEG cannot show as transparent is white', async () => {
  const { ground } = await compile([]);
  expect(pixelAt(ground.getContext('2d').getImageData(0, 0, 40, 20), 5, 5)).toEqual([255, 255, 255, 255]);
});

test('escaped braces in a static text are drawn as braces', async () => {
  const escaped = await drawTemplate(
    imageTemplate([{ type: 'text', text: '\\{{x}}' }], { width: 90, height: 40 }),
  );
  const bound = await drawTemplate(
    imageTemplate([{ type: 'text', variable: 'v' }], { width: 90, height: 40 }),
    {
      v: '{{x}}',
    },
  );
  expect(escaped.image.data).toEqual(bound.image.data);
});

test('a static picture that is missing is named at compile time', async () => {
  await expect(compile([{ id: 'logo', type: 'image', src: 'asset:logo.png' }])).rejects.toMatchObject({
    code: 'asset_unreachable',
    message: 'Layer "logo": the picture "logo.png" does not exist: no asset of that name was uploaded',
  });
});
