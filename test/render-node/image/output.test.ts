import { expect, test } from 'vitest';
import type { RenderMedia } from '../../../render-node/assets/render-media.ts';
import { compileImage } from '../../../render-node/compile/compile-image.ts';
import { drawImage } from '../../../render-node/image/draw-image.ts';
import { encodeImage } from '../../../render-node/image/encode-image.ts';
import { decodeImage, pixelAt } from '../../support/image.ts';
import { imageTemplate } from '../../support/templates.ts';
import { fonts } from '../draw-template.ts';

async function encode(output: object, more: object = {}) {
  const layers = [
    { type: 'shape', x: 10, y: 10, width: 20, height: 20, fill: '{{c}}' },
    { type: 'shape', x: 40, y: 10, width: 20, height: 20, fill: '#0000ff', opacity: 0.5 },
    {
      type: 'group',
      x: 70,
      y: 10,
      width: 20,
      height: 20,
      shadow: { color: '#00ff00', blur: 0, x: 0, y: 15 },
      layers: [{ type: 'shape' }],
    },
  ];
  const template = imageTemplate(layers, { width: 100, height: 50, output, ...more });
  const tools = { fonts, media: {} as RenderMedia, notes: new Set<string>() };
  const plan = await compileImage(template, tools);
  const canvas = await drawImage(plan, new Map([['c', '#ff0000']]), tools);
  return encodeImage(canvas, template.output, plan.opaque);
}

test.each([0.1, 0.5, 1, 1.5, 4])(
  'an output of scale %d has that many pixels, painted alike',
  async (scale) => {
    const image = await decodeImage(await encode({ format: 'png', scale }));
    expect([image.width, image.height]).toEqual([100 * scale, 50 * scale]);
    const at = (x: number, y: number) => pixelAt(image, Math.floor(x * scale), Math.floor(y * scale));
    expect(at(20, 20)).toEqual([255, 0, 0, 255]);
    expect(at(50, 20)).toEqual([0, 0, 255, 128]);
    expect(at(80, 20)).toEqual([0, 0, 0, 255]);
    expect(at(80, 35)).toEqual([0, 255, 0, 255]);
    expect(at(95, 5)).toEqual([0, 0, 0, 0]);
  },
);

test('at scale 2 edges are as sharp as at scale 1', async () => {
  const image = await decodeImage(await encode({ format: 'png', scale: 2 }));
  expect([pixelAt(image, 19, 40), pixelAt(image, 20, 40)]).toEqual([
    [0, 0, 0, 0],
    [255, 0, 0, 255],
  ]);
  expect([pixelAt(image, 79, 40), pixelAt(image, 80, 40)]).toEqual([
    [0, 0, 0, 0],
    [0, 0, 255, 128],
  ]);
});

test('PNG and WebP keep what is transparent, JPEG makes it white', async () => {
  const webp = await decodeImage(await encode({ format: 'webp', quality: 100 }));
  expect(pixelAt(webp, 5, 5)[3]).toBe(0);
  expect(pixelAt(webp, 50, 20)[3]).toBe(128);
  const jpg = await decodeImage(await encode({ format: 'jpg', quality: 100 }));
  expect(pixelAt(jpg, 5, 5)).toEqual([255, 255, 255, 255]);
  const [red, green, blue] = pixelAt(jpg, 50, 20);
  expect(Math.max(Math.abs(red - 127), Math.abs(green - 127), Math.abs(blue - 255))).toBeLessThan(6);
});
