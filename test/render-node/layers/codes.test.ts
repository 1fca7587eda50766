/** Codes that people scan: read back by a decoder that shares nothing with what draws them. */
import { describe, expect, test } from 'vitest';
import type { ImageTemplate } from '../../../contract/template/image-template.ts';
import type { RenderMedia } from '../../../render-node/assets/render-media.ts';
import { compileImage } from '../../../render-node/compile/compile-image.ts';
import { drawImage } from '../../../render-node/image/draw-image.ts';
import { pixelAt, type RawImage } from '../../support/image.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { readCodes } from '../../support/read-codes.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate, fonts } from '../draw-template.ts';
import { flatPicture } from '../pictures.ts';

const noMedia = {} as RenderMedia;

/** Draws the template with each value of `v` in turn. */
async function drawRows(
  template: ImageTemplate,
  values: string[],
  look: (image: RawImage, value: string) => Promise<void>,
) {
  const plan = await compileImage(template, { fonts, media: noMedia });
  for (const value of values) {
    const canvas = await drawImage(plan, new Map([['v', value]]), {
      fonts,
      media: noMedia,
      notes: new Set(),
    });
    const { width, height } = canvas;
    await look({ data: canvas.data(), width, height }, value);
  }
}

async function unread(
  template: ImageTemplate,
  values: string[],
  expected: (value: string) => string,
): Promise<string[]> {
  const failed: string[] = [];
  await drawRows(template, values, async (image, value) => {
    const codes = await readCodes(image);
    if (codes.join() !== expected(value)) failed.push(`${value}: ${codes.join()}`);
  });
  return failed;
}

const many = (count: number, seed: number, make: (random: Random) => string) => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => make(random));
};
const digits = (random: Random, length: number) => Array.from({ length }, () => random.whole(0, 9)).join('');
const checked = (bare: string) => {
  const sum = [...bare].reduceRight(
    (total, digit, at) => total + Number(digit) * ((bare.length - at) % 2 ? 3 : 1),
    0,
  );
  return bare + ((10 - (sum % 10)) % 10);
};

describe('a decoder reads', { timeout: 120_000 }, () => {
  test('1,000 QR codes', async () => {
    const template = imageTemplate([{ type: 'qr', data: '{{v}}' }], {
      width: 180,
      height: 180,
      background: '#ffffff',
    });
    const values = many(
      1_000,
      1,
      (random) => `https://example.com/${random.text('abcXYZ0189-_/?=&é東🎉', random.whole(1, 60))}`,
    );
    expect(await unread(template, values, (value) => `QRCode ${value}`)).toEqual([]);
  });

  test.each([
    ['ean13', 12, 'EAN13 '],
    ['ean8', 7, 'EAN8 '],
    // UPC-A is EAN-13 with a leading zero, and read as such.
    ['upca', 11, 'EAN13 0'],
  ])('200 codes of format %s, with their check digit or without', async (format, length, kind) => {
    const template = imageTemplate([{ type: 'barcode', format, data: '{{v}}' }], { width: 260, height: 100 });
    const bare = many(200, length, (random) => digits(random, length));
    const values = bare.map((value, index) => (index % 2 === 0 ? value : checked(value)));
    const wanted = (value: string) => `${kind}${value.length === length ? checked(value) : value}`;
    expect(await unread(template, values, wanted)).toEqual([]);
  });

  test('200 codes of format code128, of letters and of digits', async () => {
    const template = imageTemplate([{ type: 'barcode', data: '{{v}}' }], { width: 700, height: 100 });
    const alphabets = ['ABCxyz-./ 0123456789', '0123456789', 'A0123456789'];
    const values = many(200, 7, (random) =>
      `${random.text(alphabets[random.whole(0, 2)]!, random.whole(1, 20))}x`.trim(),
    );
    expect(await unread(template, values, (value) => `Code128 ${value}`)).toEqual([]);
  });

  test('a QR code under a logo', async () => {
    const uploads = { 'logo.png': await flatPicture('#ff0000', 50, 50) };
    const layer = { type: 'qr', data: 'https://example.com/verify/12345', ecc: 'H', logo: 'asset:logo.png' };
    const { image } = await drawTemplate(
      imageTemplate([layer], { width: 200, height: 200 }),
      {},
      { uploads },
    );
    expect(pixelAt(image, 100, 100)).toEqual([255, 0, 0, 255]);
    expect(await readCodes(image)).toEqual(['QRCode https://example.com/verify/12345']);
  });
});

describe('a barcode', () => {
  const draw = async (layer: object, values = {}) =>
    (
      await drawTemplate(
        imageTemplate([{ type: 'barcode', id: 'code', ...layer }], { width: 300, height: 100 }),
        values,
      )
    ).image;

  test.each([
    ['ean13', '4006381333932', 'has the wrong check digit for EAN-13: 400638133393 ends in 1, not in 2'],
    ['ean13', '40063813', 'must be 12 digits, or 13 with the check digit, for EAN-13'],
    ['ean8', 'ABCDEFGH', 'must be 7 digits, or 8 with the check digit, for EAN-8'],
    ['upca', '036000291453', 'has the wrong check digit for UPC-A: 03600029145 ends in 2, not in 3'],
    ['code128', 'Zoë', 'must be 1 to 80 letters, digits and signs of plain English (ASCII) for Code 128'],
  ])('of format %s fails the row for %s', async (format, v, message) => {
    await expect(draw({ format, data: '{{v}}' }, { v })).rejects.toThrow(
      `Layer "code" (variable "v"): data ${message}`,
    );
  });

  test('is not drawn for a blank value', async () => {
    expect(pixelAt(await draw({ variable: 'v', data: '123', background: '#00ff00' }), 150, 50)).toEqual([
      255, 255, 255, 255,
    ]);
  });

  test('has the colours, the quiet zone and the text that it says', async () => {
    const image = await draw({ data: 'ABC', color: '#ff0000', background: '#00ff00' });
    expect(pixelAt(image, 2, 50)).toEqual([0, 255, 0, 255]);
    const isRed = (x: number, y: number) => pixelAt(image, x, y)[0] > 200 && pixelAt(image, x, y)[1] < 50;
    const redIn = (from: number, to: number) => {
      let count = 0;
      for (let y = from; y < to; y++) for (let x = 0; x < 300; x++) if (isRed(x, y)) count++;
      return count;
    };
    expect(redIn(0, 78)).toBeGreaterThan(5_000);
    expect(redIn(80, 100)).toBeGreaterThan(50);
    const bare = await draw({ data: 'ABC', show_text: false, quiet: 0 });
    const darkest = (picture: RawImage, y: number) =>
      Math.min(...Array.from({ length: 20 }, (_, x) => pixelAt(picture, x, y)[0]));
    expect([darkest(bare, 99), darkest(await draw({ data: 'ABC' }), 50)]).toEqual([0, 255]);
  });
});
