import { expect, test } from 'vitest';
import { fillTemplate } from '../../../contract/template/fill-template.ts';
import { lintTemplate } from '../../../contract/template/lint-template.ts';
import { templateVariables, variableUses } from '../../../contract/template/variables.ts';
import { pixelAt, type RawImage } from '../../support/image.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate } from '../draw-template.ts';

const frame = { width: 100, height: 100, background: '#ffffff' };
const red = { type: 'shape', fill: '#ff0000' };
const blue = { type: 'shape', fill: '#0000ff' };

async function draw(layers: object[], values = {}) {
  return (await drawTemplate(imageTemplate(layers, frame), values)).image;
}

/** The box of all pixels of a colour, as `x,y widthxheight`. */
function boxOf({ data, width, height }: RawImage, colour: string): string {
  const wanted = Buffer.from(`${colour.slice(1)}ff`, 'hex').readUInt32BE();
  const pixels = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const xs: number[] = [];
  const ys: number[] = [];
  for (let at = 0; at < width * height; at++)
    if (pixels.getUint32(at * 4) === wanted) {
      xs.push(at % width);
      ys.push(Math.floor(at / width));
    }
  if (xs.length === 0) return 'nowhere';
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return `${left},${top} ${Math.max(...xs) - left + 1}x${Math.max(...ys) - top + 1}`;
}

test('the lengths of its layers count from its box', async () => {
  const inner = { ...red, x: '25%', y: 10, width: '50%', height: '20%' };
  const image = await draw([{ type: 'group', x: 20, y: 40, width: 60, height: 50, layers: [inner] }]);
  expect(boxOf(image, '#ff0000')).toBe('35,50 30x10');
});

test('it turns, fades and is cut off as one', async () => {
  const layers = [
    { ...red, width: 40, height: 10 },
    { ...blue, x: 20, width: 40, height: 10 },
  ];
  const box = { type: 'group', x: 30, y: 45, width: 40, height: 10, layers };
  expect(boxOf(await draw([box]), '#0000ff')).toBe('50,45 40x10');
  expect(boxOf(await draw([{ ...box, clip: true }]), '#0000ff')).toBe('50,45 20x10');
  expect(boxOf(await draw([{ ...box, clip: true, rotation: 90 }]), '#0000ff')).toBe('45,50 10x20');
  const faded = await draw([{ ...box, opacity: 0.5 }]);
  // The blue one hides the red one below it as it does at full opacity.
  expect(pixelAt(faded, 60, 50).map((value) => Math.round(value / 4))).toEqual([32, 32, 64, 64]);
  const round = await draw([{ ...box, clip: true, radius: 5 }]);
  expect(pixelAt(round, 30, 45)).toEqual([255, 255, 255, 255]);
});

test('its layers mix with each other only', async () => {
  const layers = [
    { ...red, fill: '#ff8000' },
    { ...blue, fill: '#80ff80', x: '50%', blend: 'multiply' },
  ];
  const image = await draw([
    { type: 'shape', fill: '#808080' },
    { type: 'group', layers },
  ]);
  expect(pixelAt(image, 75, 50)).toEqual([128, 128, 0, 255]);
  const alone = await draw([
    { type: 'shape', fill: '#808080' },
    { type: 'group', layers: layers.slice(1) },
  ]);
  expect(pixelAt(alone, 75, 50)).toEqual([128, 255, 128, 255]);
});

test('a row puts its layers side by side, and closes up when one is hidden or blank', async () => {
  const layers = [
    { ...red, width: 10, height: 10 },
    { type: 'text', text: '{{name}}', font_size: 20, color: '#00aa00' },
    { ...blue, width: 20, height: 20, visible: '{{flag}}' },
    { ...red, fill: '#000000', width: 5, height: 5 },
  ];
  const row = { type: 'group', x: 10, y: 10, width: 80, height: 30, layout: 'row', gap: 4, layers };
  const full = await draw([row], { name: 'i', flag: 'yes' });
  expect(boxOf(full, '#ff0000')).toBe('10,10 10x10');
  const [blueAt = 0] = boxOf(full, '#0000ff').split(',').map(Number);
  expect(blueAt).toBeGreaterThan(26);
  expect(blueAt).toBeLessThan(36);
  expect(boxOf(full, '#000000')).toBe(`${blueAt + 24},10 5x5`);
  expect(boxOf(await draw([row], { flag: 'yes' }), '#0000ff')).toBe('24,10 20x20');
  expect(boxOf(await draw([row], {}), '#000000')).toBe('24,10 5x5');
});

test.each([
  ['row', 'center', 'end', '50,25 20x10', '80,15 10x30'],
  ['column', 'start', 'start', '10,10 20x10', '10,30 10x30'],
  ['column', 'center', 'end', '40,0 20x10', '45,20 10x30'],
])('a %s aligned %s and justified %s', async (layout, align, justify, first, second) => {
  const layers = [
    { ...red, width: 20, height: 10 },
    { ...blue, width: 10, height: 30 },
  ];
  const image = await draw([
    { type: 'group', x: 10, y: 10, width: 80, height: 40, layout, gap: 10, align, justify, layers },
  ]);
  expect([boxOf(image, '#ff0000'), boxOf(image, '#0000ff')]).toEqual([first, second]);
});

test('groups in groups, standing after one another', async () => {
  const inner = { type: 'group', id: 'card', width: 40, height: 20, layers: [red] };
  const after = { ...blue, width: 10, height: 10, place_after: { layer: 'card', side: 'right', gap: 5 } };
  const image = await draw([{ type: 'group', x: 10, y: 10, layers: [inner, after] }]);
  expect([boxOf(image, '#ff0000'), boxOf(image, '#0000ff')]).toEqual(['10,10 40x20', '55,10 10x10']);
});

const card = {
  type: 'group',
  id: 'card',
  bind: { opacity: 'strength' },
  layers: [
    { type: 'text', variable: 'name', text: 'Ada' },
    { type: 'group', name: 'inner', layers: [{ type: 'image', id: 'photo', src: '{{photo}}' }] },
  ],
};

test('variables come from its layers in order, with their places', () => {
  const template = imageTemplate([card, { type: 'text', text: '{{last}}' }]);
  expect(templateVariables(template).map(({ name }) => name)).toEqual(['strength', 'name', 'photo', 'last']);
  expect(variableUses(template)[2]).toMatchObject({
    path: 'layers[0].layers[1].layers[0].src',
    layer: 'card / inner / photo',
  });
  const values = new Map([
    ['name', 'Zoë'],
    ['strength', '0.5'],
  ]);
  expect(fillTemplate(template, values).layers[0]).toMatchObject({
    opacity: 0.5,
    layers: [{ text: 'Zoë' }, { layers: [{ src: '' }] }],
  });
});

test('what fails inside it is named with the way there', async () => {
  const template = imageTemplate([card]);
  await expect(drawTemplate(template, { photo: 'asset:none.png' })).rejects.toThrow(
    'Layer "card / inner / photo" (variable "photo"): the picture "none.png" does not exist',
  );
  await expect(drawTemplate(template, { photo: 'nonsense' })).rejects.toThrow(
    'Layer "card / inner / photo" (variable "photo"): src must be an https:// URL',
  );
});

test.each([
  [{ type: 'video' }, 'layers[0].layers[0].type: must be one of "text", "image"'],
  [{ type: 'text', start: 1 }, 'layers[0].layers[0].start: unknown field'],
  [
    { type: 'text', bind: { nothing: 'x' } },
    'layers[0].layers[0].bind.nothing: a text layer has no property',
  ],
  [{ type: 'text', text: '{{external_id}}' }, 'layers[0].layers[0].text: "external_id" is reserved'],
  [{ type: 'text', text: '{{a|b}}' }, 'layers[0].layers[0].text: there is no filter "b"'],
  [
    { type: 'text', place_after: { layer: 'x' } },
    'layers[0].layers[0].place_after.layer: no layer beside this one',
  ],
])('a fault inside it has its path: %j', (layer, fault) => {
  const lint = lintTemplate({ kind: 'image', name: 'x', layers: [{ type: 'group', layers: [layer] }] });
  expect(lint.ok ? [] : lint.faults.map(({ path, message }) => `${path}: ${message}`)[0]).toContain(fault);
});
