import { expect, test } from 'vitest';
import { lintTemplate } from '../../../contract/template/lint-template.ts';
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

test('a colour from a row is used, a blank one falls back to the default', async () => {
  const template = imageTemplate([{ type: 'shape', fill: '{{brand}}' }], frame);
  const given = await drawTemplate(template, { brand: ' #12ab34 ' });
  expect(pixelAt(given.image, 50, 30)).toEqual([0x12, 0xab, 0x34, 255]);
  const blank = await drawTemplate(template, { brand: '' });
  expect(pixelAt(blank.image, 50, 30)).toEqual([0, 0, 0, 255]);
});

const RED = [255, 0, 0, 255];
const WHITE = [255, 255, 255, 255];
const square = { width: 100, height: 100, background: '#ffffff' };

async function drawSquare(layer: object, values = {}) {
  return (await drawTemplate(imageTemplate([{ type: 'shape', fill: '#ff0000', ...layer }], square), values))
    .image;
}

test('a stroke is dashed, and painted from its start to its end; parts of it take values', async () => {
  const dashed = await drawSquare({ shape: 'line', stroke: { color: '#ff0000', width: 4, dash: [10, 20] } });
  expect([pixelAt(dashed, 5, 50), pixelAt(dashed, 20, 50), pixelAt(dashed, 35, 50)]).toEqual([
    RED,
    WHITE,
    RED,
  ]);
  const ring = {
    shape: 'ellipse',
    fill: 'transparent',
    stroke: { color: '#ff0000', width: 10 },
    bind: { 'stroke.end': 'share', 'stroke.start': 'from' },
  };
  const quarter = await drawSquare(ring, { share: '0.25', from: '0' });
  expect([pixelAt(quarter, 84, 16), pixelAt(quarter, 84, 84), pixelAt(quarter, 16, 16)]).toEqual([
    RED,
    WHITE,
    WHITE,
  ]);
  const last = await drawSquare(ring, { share: '1', from: '0.75' });
  expect([pixelAt(last, 84, 16), pixelAt(last, 16, 16)]).toEqual([WHITE, RED]);
  expect(pixelAt(await drawSquare(ring, { share: '0', from: '0' }), 84, 16)).toEqual(WHITE);
});

test('the stroke of a star lies inside its edge', async () => {
  const image = await drawSquare({ shape: 'star', stroke: { color: '#0000ff', width: 6 } });
  expect(pixelAt(image, 50, 50)).toEqual(RED);
  expect(pixelAt(image, 50, 12)).toEqual([0, 0, 255, 255]);
});

test.each([
  ['M0 0 L10', false],
  ['L0 0', false],
  ['M0 0 X', false],
  ['M0 0; L1 1', false],
  ['M0 0Z 5', false],
  ['M 1,2 -3.5.5 1e2-7', true],
  ['M0 0a4 4 0 0110 0q1 2 3 4t5 6s1 2 3 4c1 2 3 4 5 6zm1 1', true],
])('the path %s is accepted: %s', (path, ok) => {
  const layer = { type: 'shape', shape: 'path', path };
  expect(lintTemplate({ kind: 'image', name: 'x', layers: [layer] }).ok).toBe(ok);
});
