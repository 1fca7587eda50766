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

const RED = [255, 0, 0, 255];
const WHITE = [255, 255, 255, 255];
const square = { width: 100, height: 100, background: '#ffffff' };

async function drawSquare(layer: object, values = {}) {
  return (await drawTemplate(imageTemplate([{ type: 'shape', fill: '#ff0000', ...layer }], square), values))
    .image;
}

test('a polygon has as many corners as it says, the first at the top; a star has inner ones', async () => {
  const triangle = await drawSquare({ shape: 'polygon', sides: 3 });
  expect([pixelAt(triangle, 50, 30), pixelAt(triangle, 20, 30), pixelAt(triangle, 50, 80)]).toEqual([
    RED,
    WHITE,
    WHITE,
  ]);
  const diamond = await drawSquare({ shape: 'polygon', sides: 4 });
  expect([pixelAt(diamond, 10, 50), pixelAt(diamond, 20, 20)]).toEqual([RED, WHITE]);
  const star = await drawSquare({ shape: 'star' });
  expect([pixelAt(star, 50, 10), pixelAt(star, 50, 72), pixelAt(star, 28, 25)]).toEqual([RED, WHITE, WHITE]);
  const thick = await drawSquare({ shape: 'star', inner: 0.95 });
  expect(pixelAt(thick, 50, 90)).toEqual(RED);
  expect(pixelAt(await drawSquare({ shape: 'star', sides: 4 }), 50, 90)).toEqual(RED);
});

test('a path is drawn in pixels, or in its own coordinates stretched to the box', async () => {
  const path = 'M0 0 H10 V10 h-10 z';
  const plain = await drawSquare({ shape: 'path', path, x: 20, y: 20 });
  expect([pixelAt(plain, 25, 25), pixelAt(plain, 35, 25)]).toEqual([RED, WHITE]);
  const scaled = await drawSquare({ shape: 'path', path, view_box: [0, 0, 20, 10] });
  expect([pixelAt(scaled, 40, 90), pixelAt(scaled, 60, 90)]).toEqual([RED, WHITE]);
});

test('a line runs through the middle of its box, in its stroke or else in its fill', async () => {
  const plain = await drawSquare({ shape: 'line' });
  expect([pixelAt(plain, 2, 50), pixelAt(plain, 50, 45)]).toEqual([RED, WHITE]);
  const stroked = await drawSquare({
    shape: 'line',
    x: 20,
    width: 60,
    stroke: { color: '#0000ff', width: 20, cap: 'square' },
  });
  expect([pixelAt(stroked, 50, 42), pixelAt(stroked, 12, 50), pixelAt(stroked, 5, 50)]).toEqual([
    [0, 0, 255, 255],
    [0, 0, 255, 255],
    WHITE,
  ]);
});

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
