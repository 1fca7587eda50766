import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packFolder } from '../../../render-node/fonts/font-pack.ts';
import { inkBox } from '../../support/ink.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate } from '../draw-template.ts';

const file = (name: string) => readFileSync(join(packFolder, name));
// A variable font of Latin letters, and one with a single weight.
const serif = file('@fontsource-variable/noto-serif/files/noto-serif-latin-wght-normal.woff2');
const math = file('@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2');

const SIZE = { width: 300, height: 80, background: '#ffffff' };
const FONTS = [{ family: 'Brand', src: 'asset:brand.woff2', weight: [100, 900] }];

async function draw(layer: object, more: object = {}, uploads: Record<string, Uint8Array> = {}) {
  const template = imageTemplate([{ type: 'text', text: 'Hello', font_size: 48, ...layer }], {
    ...SIZE,
    ...more,
  });
  return drawTemplate(template, { font: 'Brand' }, { uploads: { 'brand.woff2': serif, ...uploads } });
}

test("a template's own font is drawn with, by its name", async () => {
  const own = await draw({ font_family: 'brand' }, { fonts: FONTS });
  expect(own.notes).toEqual([]);
  expect(own.image.data).toEqual((await draw({ font_family: 'Noto Serif' })).image.data);
  expect(own.image.data).not.toEqual((await draw({ font_family: 'Inter' })).image.data);
  const named = await draw({ font_family: '{{font}}' }, { fonts: FONTS });
  expect(named.image.data).toEqual(own.image.data);
});

test('a variable font of a template has all its weights', async () => {
  const width = async (font_weight: number) =>
    inkBox((await draw({ font_family: 'Brand', font_weight }, { fonts: FONTS })).image).width;
  expect(await width(900)).toBeGreaterThan((await width(400)) + 4);
});

test('the same name with another file is another font', async () => {
  const first = await draw({ font_family: 'Brand', text: 'x2' }, { fonts: FONTS });
  const second = await draw(
    { font_family: 'Brand', text: 'x2' },
    { fonts: [{ family: 'Brand', src: 'asset:brand.woff2' }] },
    { 'brand.woff2': math },
  );
  expect(second.image.data).not.toEqual(first.image.data);
});

test('what a font lacks comes from the shipped ones', async () => {
  const { notes, image } = await draw({ font_family: 'Brand', text: 'Hi 你好 🎉' }, { fonts: FONTS });
  expect(notes).toEqual([]);
  expect(inkBox(image).width).toBeGreaterThan(180);
});

test('a missing weight is noted, and fails the row of a strict template', async () => {
  const fonts = [{ family: 'Brand', src: 'asset:math.woff2' }];
  const bold = { font_family: '{{font}}', font_weight: 700, text: '∑' };
  const { notes } = await draw(bold, { fonts }, { 'math.woff2': math });
  expect(notes).toEqual(['Layer "1 (text)": The font Brand has no weight 700; 400 was used.']);
  await expect(draw(bold, { fonts, strict: true }, { 'math.woff2': math })).rejects.toMatchObject({
    code: 'missing_glyph',
    message: 'Layer "1 (text)": The font Brand has no weight 700; 400 was used.',
  });
});

test('a strict template fails a row with a character that no font has', async () => {
  await expect(draw({ text: 'A\u{F0000}' }, { strict: true })).rejects.toMatchObject({
    code: 'missing_glyph',
    message: 'Layer "1 (text)": No font covers “\u{F0000}” (U+F0000).',
  });
  expect((await draw({ text: 'Zoë 你好 🎉' }, { strict: true })).notes).toEqual([]);
});

test('a font behind a URL is fetched as media are', async () => {
  const path = join(packFolder, '@fontsource-variable/noto-serif/files/noto-serif-latin-wght-normal.woff2');
  const fonts = [{ family: 'Brand', src: 'https://cdn.example/brand.woff2', weight: [100, 900] }];
  const template = imageTemplate([{ type: 'text', text: 'Hello', font_size: 48, font_family: 'Brand' }], {
    ...SIZE,
    fonts,
  });
  const { image, notes } = await drawTemplate(template, {}, { fetchAsset: async () => ({ ok: true, path }) });
  expect(notes).toEqual([]);
  expect(image.data).toEqual((await draw({ font_family: 'Noto Serif' })).image.data);
  await expect(drawTemplate(template)).rejects.toMatchObject({
    code: 'asset_unreachable',
    message: 'Template: the font at https://cdn.example/brand.woff2 could not be fetched: 404',
  });
});

test.each([
  [
    'no font at all',
    Buffer.from('%PDF-1.7 not a font'),
    'asset_type',
    'is not a TTF, OTF or WOFF2 font that can be used',
  ],
  [
    'an empty directory',
    Buffer.from('\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00', 'latin1'),
    'template_invalid',
    'is damaged.',
  ],
  ['a directory that points outside', hostileDirectory(), 'template_invalid', 'is cut short.'],
  ['half a font', serif.subarray(0, serif.length / 2), 'template_invalid', 'is damaged.'],
  ['noise in a font', noisy(serif), 'template_invalid', 'is damaged.'],
])('%s is refused with the sentence', async (_name, bytes, code, problem) => {
  await expect(
    draw({ font_family: 'Brand' }, { fonts: FONTS }, { 'brand.woff2': bytes }),
  ).rejects.toMatchObject({
    code,
    message: expect.stringContaining(problem),
  });
});

test('a range of weights for a font that has one is refused', async () => {
  await expect(
    draw({ font_family: 'Brand' }, { fonts: FONTS }, { 'brand.woff2': math }),
  ).rejects.toMatchObject({
    code: 'template_invalid',
    message: 'Template: the font "Brand" (asset:brand.woff2) is no variable font: give it a single weight.',
  });
});

/** One table, said to lie behind the end of the file. */
function hostileDirectory(): Buffer {
  const bytes = Buffer.alloc(28);
  bytes.write('\x00\x01\x00\x00\x00\x01', 0, 'latin1');
  bytes.write('head', 12, 'latin1');
  bytes.writeUInt32BE(0xffffff00, 20);
  bytes.writeUInt32BE(0xffffff00, 24);
  return bytes;
}

function noisy(font: Buffer): Buffer {
  const bytes = Buffer.from(font);
  for (let at = 200; at < bytes.length; at += 7) bytes[at] = (bytes[at]! * 31 + at) & 255;
  return bytes;
}
