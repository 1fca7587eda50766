import { describe, expect, test } from 'vitest';
import { averageColour, type Colour, pixelAt } from '../../support/image.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate } from '../draw-template.ts';
import { splitPicture } from '../pictures.ts';

const WHITE: Colour = [255, 255, 255, 255];
const RED: Colour = [255, 0, 0, 255];

/** A red square of 40 × 40 in the middle of a white 100 × 100, with more properties. */
async function drawSquare(more: object, options: Parameters<typeof drawTemplate>[2] = {}, values = {}) {
  const square = { type: 'shape', x: 30, y: 30, width: 40, height: 40, fill: '#ff0000', ...more };
  return (
    await drawTemplate(
      imageTemplate([square], { width: 100, height: 100, background: '#ffffff' }),
      values,
      options,
    )
  ).image;
}

test('a shadow lies behind its layer, where it says, as soft as it says', async () => {
  const hard = await drawSquare({ shadow: { color: '#0000ff', blur: 0, x: 20, y: 10 } });
  expect(pixelAt(hard, 50, 50)).toEqual(RED);
  expect(pixelAt(hard, 85, 75)).toEqual([0, 0, 255, 255]);
  expect(pixelAt(hard, 92, 75)).toEqual(WHITE);
  const soft = await drawSquare({ shadow: { color: '#0000ff', blur: 20, x: 0, y: 0 } });
  const [red] = pixelAt(soft, 75, 50);
  expect(red).toBeGreaterThan(100);
  expect(red).toBeLessThan(250);
  expect(pixelAt(soft, 98, 50)).toEqual(WHITE);
});

test('a shadow of a rotated layer turns with it and stays inside the layer’s bounds', async () => {
  const image = await drawSquare({ rotation: 90, shadow: { color: '#0000ff', blur: 0, x: 25, y: 0 } });
  expect(pixelAt(image, 50, 85)).toEqual([0, 0, 255, 255]);
  expect(pixelAt(image, 85, 50)).toEqual(WHITE);
});

test('a blur softens the edge and keeps the middle', async () => {
  const image = await drawSquare({ blur: 4 });
  expect(pixelAt(image, 50, 50)).toEqual(RED);
  const [, atEdge] = pixelAt(image, 29, 50);
  expect(atEdge).toBeGreaterThan(100);
  expect(atEdge).toBeLessThan(200);
  expect(pixelAt(image, 27, 50)[1]).toBeLessThan(255);
  expect(pixelAt(image, 15, 50)).toEqual(WHITE);
});

test('a blend mixes with what lies below, also above the last variable layer and under an opacity', async () => {
  const draw = async (blend: string, opacity = 1) => {
    const layers = [
      { type: 'shape', fill: '{{ground}}' },
      { type: 'shape', fill: '#ff8000', blend, opacity },
    ];
    const template = imageTemplate(layers, { width: 20, height: 20 });
    return pixelAt((await drawTemplate(template, { ground: '#80ff80' })).image, 10, 10);
  };
  expect(await draw('normal')).toEqual([255, 128, 0, 255]);
  expect(await draw('multiply')).toEqual([128, 128, 0, 255]);
  expect(await draw('screen')).toEqual([255, 255, 128, 255]);
  expect(await draw('difference')).toEqual([127, 127, 128, 255]);
  const [red, green] = await draw('multiply', 0.5);
  expect([red, green].map((value) => Math.round(value / 4))).toEqual([32, 48]);
});

describe('a mask', () => {
  test('may be a picture that a row names, and a blank one masks nothing', async () => {
    const options = { uploads: { 'half.png': await splitPicture('rgba(0,0,0,0)', '#000000') } };
    const variable = { mask: { src: '{{mask}}' } };
    expect(pixelAt(await drawSquare(variable, options, { mask: 'asset:half.png' }), 35, 50)).toEqual(WHITE);
    expect(pixelAt(await drawSquare(variable, options), 35, 50)).toEqual(RED);
  });

  test('that cannot be had fails the row by its own variable', async () => {
    const layer = { type: 'text', id: 'title', variable: 'name', text: 'x', mask: { src: '{{mask}}' } };
    const drawn = drawTemplate(imageTemplate([layer], { width: 50, height: 50 }), {
      name: 'a',
      mask: 'asset:none',
    });
    await expect(drawn).rejects.toThrow('Layer "title" (variable "mask"): the picture "none" does not exist');
  });

  test('turns with its layer', async () => {
    const image = await drawSquare({ rotation: 180, mask: { shape: 'path', path: 'M0 0 L40 0 L0 40 Z' } });
    expect([pixelAt(image, 35, 35), pixelAt(image, 65, 65)]).toEqual([WHITE, RED]);
  });
});

test('a border lies inside the edge of any layer’s box and follows its radius; parts of it can be bound', async () => {
  const layer = {
    type: 'text',
    text: ' x',
    border: { color: 'black', width: 5 },
    radius: 20,
    bind: { 'border.color': 'c', 'border.width': 'w' },
  };
  const draw = async (values: Record<string, string>) =>
    (await drawTemplate(imageTemplate([layer], { width: 100, height: 60, background: '#ffffff' }), values))
      .image;
  const image = await draw({ c: '#00ff00', w: '10' });
  expect(pixelAt(image, 50, 8)).toEqual([0, 255, 0, 255]);
  expect(pixelAt(image, 1, 1)).toEqual(WHITE);
  expect(pixelAt(await draw({ c: '#00ff00', w: '2' }), 50, 8)).toEqual(WHITE);
});

describe('place_after', () => {
  const frame = { width: 200, height: 100, background: '#ffffff' };
  const text = { type: 'text', id: 'name', text: '{{name}}', font_size: 20, width: 180 };
  const mark = (side: string, more = {}) => ({
    type: 'shape',
    ...{ width: 10, height: 10, fill: '#ff0000', place_after: { layer: 'name', side, gap: 5 }, ...more },
  });
  /** Left and top edge of what is red. */
  const redAt = async (layers: object[], name: string) => {
    const { image } = await drawTemplate(imageTemplate(layers, frame), { name });
    const found: [number, number][] = [];
    for (let y = 0; y < 100; y++)
      for (let x = 0; x < 200; x++) if (pixelAt(image, x, y).join() === RED.join()) found.push([x, y]);
    return found[0];
  };

  test('follows the text that a row really has, whichever of the two comes first', async () => {
    const [short = 0, top = 0] = (await redAt([text, mark('right')], 'Al')) ?? [];
    const [long = 0] = (await redAt([text, mark('right')], 'Alexander')) ?? [];
    expect(short).toBeGreaterThan(15);
    expect(long - short).toBeGreaterThan(50);
    expect(top).toBe(0);
    expect(await redAt([mark('right'), text], 'Alexander')).toEqual([long, 0]);
    const [, oneLine = 0] = (await redAt([text, mark('bottom')], 'Al')) ?? [];
    const [, twoLines = 0] = (await redAt([text, mark('bottom')], 'Al\nBo')) ?? [];
    expect(twoLines - oneLine).toBe(24);
  });

  test('takes the place of a blank one, without a gap', async () => {
    expect(await redAt([{ ...text, x: 12 }, mark('right')], '')).toEqual([12, 0]);
    const chain = [
      text,
      { ...text, id: 'more', text: '{{blank}}', place_after: { layer: 'name', side: 'right', gap: 50 } },
    ];
    const last = mark('right', { place_after: { layer: 'more', side: 'right', gap: 5 } });
    expect(await redAt([...chain, last], 'Alexander')).toEqual(
      await redAt([text, mark('right')], 'Alexander'),
    );
  });

  test('works to the left and above, too', async () => {
    const right = { ...text, x: 20, y: 40, align: 'right' };
    const [left = 0] = (await redAt([right, mark('left')], 'Al')) ?? [];
    expect(left).toBeGreaterThan(150);
    const [, above = 0] = (await redAt([right, mark('top')], 'Al')) ?? [];
    expect(above).toBeLessThan(30);
    expect(above).toBeGreaterThan(15);
  });
});

test('opacity applies to a layer with its shadow as one', async () => {
  const image = await drawSquare({ opacity: 0.5, shadow: { color: '#0000ff', blur: 0, x: 10, y: 0 } });
  const [red, green, blue] = averageColour(image, { x: 45, y: 45, width: 4, height: 4 });
  expect([red, green, blue].map((value) => Math.round(value / 4))).toEqual([64, 32, 32]);
});
