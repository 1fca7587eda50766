/** What image templates can do with layers holds in scenes, too, whatever is baked and whatever moves. */
import { expect, test } from 'vitest';
import { drawStill } from '../../../render-node/video/draw-still.ts';
import { pixelAt, type RawImage } from '../../support/image.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job } from './render-test-video.ts';

async function still(layers: object[], values: Record<string, string> = {}, seconds = 1): Promise<RawImage> {
  const template = videoTemplate([{ duration: 2, background: '#808080', layers }], {
    width: 100,
    height: 60,
  });
  const canvas = await drawStill(await createVideoTools(), job(template, values), seconds);
  const { data } = canvas.getContext('2d').getImageData(0, 0, 100, 60);
  return { data: data as Uint8ClampedArray, width: 100, height: 60 };
}

const red = { type: 'shape', fill: '#ff0000' };

test('a group shows, fades and closes up as one', async () => {
  const layers = [
    { ...red, width: 10 },
    { ...red, fill: '#00ff00', width: 10, visible: "{{show}} == 'yes'" },
    { ...red, fill: '#0000ff', width: 10 },
  ];
  const row = { type: 'group', layout: 'row', gap: 10, layers };
  expect(pixelAt(await still([row], { show: 'yes' }), 45, 30)).toEqual([0, 0, 255, 255]);
  expect(pixelAt(await still([row]), 25, 30)).toEqual([0, 0, 255, 255]);
  const fading = { ...row, animations: [{ type: 'fade', at: 'in', duration: 2 }] };
  const [, , blue] = pixelAt(await still([fading]), 25, 30);
  expect(blue).toBeGreaterThan(170);
  expect(blue).toBeLessThan(220);
});

test('a layer that blends mixes with what lies below it, also above one that moves', async () => {
  const mixing = { ...red, fill: '#ff8000', blend: 'multiply' };
  expect(pixelAt(await still([mixing]), 50, 30)).toEqual([128, 64, 0, 255]);
  const moving = { ...red, fill: '#ffffff', start: 0.5 };
  expect(pixelAt(await still([moving, mixing]), 50, 30)).toEqual([255, 128, 0, 255]);
});

test('a layer stands after a text that a row fills', async () => {
  const layers = [
    { type: 'text', id: 'name', text: '{{name}}', font_size: 20 },
    { ...red, width: 5, height: 60, place_after: { layer: 'name', side: 'right' } },
  ];
  const left = async (name: string) => {
    const image = await still(layers, { name });
    return Array.from({ length: 100 }, (_, x) => x).find(
      (x) => pixelAt(image, x, 50).join() === '255,0,0,255',
    );
  };
  expect((await left('Alex'))! - (await left('Al'))!).toBeGreaterThan(10);
  expect(await left('')).toBe(0);
});

test('what fails inside a group is named with scene and way', async () => {
  const layers = [{ type: 'group', id: 'card', layers: [{ type: 'image', id: 'photo', src: '{{photo}}' }] }];
  await expect(still(layers, { photo: 'asset:none' })).rejects.toThrow(
    'Scene "1", layer "card / photo" (variable "photo"): the picture "none" does not exist',
  );
});
