import { expect, test } from 'vitest';
import { pixelAt } from '../../support/image.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate } from '../draw-template.ts';

/** Five icons of 20 pixels with 5 between them, from the left edge. */
async function draw(layer: object, values = {}) {
  const rating = { type: 'rating', id: 'stars', gap: 5, color: '#ff0000', empty_color: '#0000ff', ...layer };
  return (
    await drawTemplate(imageTemplate([rating], { width: 120, height: 20, background: '#ffffff' }), values)
  ).image;
}

/** The colour in the middle of each half of each icon: red, blue or else. */
async function halves(layer: object, values = {}): Promise<string> {
  const image = await draw(layer, values);
  const name = (x: number) =>
    ({ '255,0,0,255': 'R', '0,0,255,255': 'B' })[pixelAt(image, x, 10).join()] ?? '.';
  return Array.from({ length: 5 }, (_, index) => name(index * 25 + 7) + name(index * 25 + 13)).join(' ');
}

test('as many icons are filled as the value says, to the half', async () => {
  expect(await halves({ value: 3 })).toBe('RR RR RR BB BB');
  expect(await halves({ value: 3.5 })).toBe('RR RR RR RB BB');
  expect(await halves({ value: 3.3 })).toBe('RR RR RR RB BB');
  expect(await halves({ value: 3.2 })).toBe('RR RR RR BB BB');
  expect(await halves({ value: 3.5, halves: false })).toBe('RR RR RR RR BB');
  expect(await halves({ value: 2, max: 3 })).toBe('RR RR BB .. ..');
  expect(await halves({ value: 0 })).toBe('BB BB BB BB BB');
});

test('a row gives the value; a blank one draws nothing', async () => {
  expect(await halves({ value: '{{v}}' }, { v: '1.5' })).toBe('RR RB BB BB BB');
  expect(await halves({ variable: 'v', value: 5 }, { v: ' 4 ' })).toBe('RR RR RR RR BB');
  expect(await halves({ variable: 'v', value: 5 })).toBe('.. .. .. .. ..');
});

test.each([
  ['4,5', 'value must be a number such as 4.5'],
  ['many', 'value must be a number such as 4.5'],
  ['-1', 'value must be a number such as 4.5'],
  ['6', 'value 6 is more than 5'],
])('the value %s fails the row', async (v, message) => {
  await expect(draw({ value: '{{v}}' }, { v })).rejects.toThrow(`Layer "stars" (variable "v"): ${message}`);
});
