import { expect, test } from 'vitest';
import { pixelAt } from '../../support/image.ts';
import { compareImages } from '../../support/image-compare.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate } from '../draw-template.ts';

const frame = { width: 100, height: 60, background: '#ffffff' };

async function draw(...layers: object[]) {
  const shapes = layers.map((layer) => ({ type: 'shape', ...layer }));
  return (await drawTemplate(imageTemplate(shapes, frame))).image;
}

test('a rectangle has rounded corners, gradient and a stroke inside its edge', async () => {
  const image = await draw({
    x: 10,
    y: 10,
    width: 80,
    height: 40,
    radius: 15,
    fill: {
      type: 'linear',
      angle: 0,
      stops: [
        { offset: 0, color: '#ff0000' },
        { offset: 1, color: 'rgb(0 0 255 / 100%)' },
      ],
    },
    stroke: { color: '#00aa00', width: 4 },
  });
  expect(pixelAt(image, 11, 11)).toEqual([255, 255, 255, 255]);
  expect(pixelAt(image, 50, 11)).toEqual([0, 170, 0, 255]);
  expect(pixelAt(image, 50, 8)).toEqual([255, 255, 255, 255]);
  await compareImages(image, 'shape/rectangle');
});

test('an ellipse, a radial gradient, rotation and opacity', async () => {
  const stops = [
    { offset: 0, color: '#ffee00' },
    { offset: 1, color: 'hsl(200 80% 40%)' },
  ];
  const image = await draw(
    { shape: 'ellipse', x: 5, y: 5, width: 40, height: 50, fill: { type: 'radial', stops } },
    { x: '75%', y: '50%', width: 30, height: 20, anchor: 'center', rotation: 45, opacity: 0.5, fill: 'navy' },
  );
  const [red, green, blue] = pixelAt(image, 75, 30);
  expect([red, green, blue].map((value) => Math.round(value! / 8))).toEqual([16, 16, 24]);
  await compareImages(image, 'shape/ellipse-and-rotation');
});

test('the last layer paints on top, an invisible one not at all', async () => {
  const image = await draw({ fill: '#ff0000' }, { fill: '#0000ff' }, { fill: '#00ff00', visible: false });
  expect(pixelAt(image, 50, 30)).toEqual([0, 0, 255, 255]);
});

test('lengths may be percentages and hundredths of the shorter side', async () => {
  const image = await draw({ x: '50%', y: '50 vh', width: '10 vmin', height: '10%', fill: '#000000' });
  expect(pixelAt(image, 50, 30)).toEqual([0, 0, 0, 255]);
  expect(pixelAt(image, 55, 35)).toEqual([0, 0, 0, 255]);
  expect(pixelAt(image, 57, 30)).toEqual([255, 255, 255, 255]);
  expect(pixelAt(image, 50, 37)).toEqual([255, 255, 255, 255]);
});

test('a colour from a row is used, a blank one falls back to the default', async () => {
  const template = imageTemplate([{ type: 'shape', fill: '{{brand}}' }], frame);
  const given = await drawTemplate(template, { brand: ' #12ab34 ' });
  expect(pixelAt(given.image, 50, 30)).toEqual([0x12, 0xab, 0x34, 255]);
  const blank = await drawTemplate(template, { brand: '' });
  expect(pixelAt(blank.image, 50, 30)).toEqual([0, 0, 0, 255]);
});
