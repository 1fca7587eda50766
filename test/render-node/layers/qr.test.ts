import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { pixelAt, type RawImage } from '../../support/image.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate } from '../draw-template.ts';

async function drawCode(data: string, more: object = {}, side = 200) {
  const layer = { id: 'code', type: 'qr', variable: 'link', ...more };
  const template = imageTemplate([layer], { width: side, height: side, background: '#808080' });
  return (await drawTemplate(template, { link: data })).image;
}

// The package is CommonJS and says otherwise in its types.
const decode = jsqr as unknown as typeof jsqr.default;

function read({ data, width, height }: RawImage): string | null {
  return decode(new Uint8ClampedArray(data), width, height)?.data ?? null;
}

test('the code reads as the row says, at any size and with any text', async () => {
  expect(read(await drawCode('https://example.com/verify/42'))).toBe('https://example.com/verify/42');
  expect(read(await drawCode('Grüße an 张伟 👋', { ecc: 'H' }))).toBe('Grüße an 张伟 👋');
  expect(read(await drawCode('https://example.com/', { x: 33.3, y: 20.7, width: 111.1, height: 140 }))).toBe(
    'https://example.com/',
  );
});

test('codes with small, uneven modules read too', async () => {
  const link = 'https://example.com/verify/0123456789abcdef';
  for (const side of [70, 77, 83, 95, 101, 118]) expect(read(await drawCode(link, {}, side))).toBe(link);
});

test('modules lie on whole pixels, within a quiet zone, in the colours asked for', async () => {
  const image = await drawCode('https://example.com/', { color: '#003366', background: '#ffffee' });
  const colours = new Set<string>();
  for (let y = 0; y < 200; y++) for (let x = 0; x < 200; x++) colours.add(pixelAt(image, x, y).join());
  expect([...colours].sort()).toEqual(['0,51,102,255', '255,255,238,255']);
});

test('without data nothing is drawn', async () => {
  expect(pixelAt(await drawCode(''), 100, 100)).toEqual([128, 128, 128, 255]);
});

test('data that no code can hold fails the row', async () => {
  await expect(drawCode('x'.repeat(2_500), { ecc: 'H' })).rejects.toMatchObject({
    code: 'data_invalid',
    message:
      'Layer "code" (variable "link"): the data (2500 bytes) is too long for a QR code with error correction H',
  });
});
