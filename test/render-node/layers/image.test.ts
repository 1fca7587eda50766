import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { pixelAt } from '../../support/image.ts';
import { compareImages } from '../../support/image-compare.ts';
import { imageTemplate } from '../../support/templates.ts';
import { type DrawOptions, drawTemplate } from '../draw-template.ts';

/** Left half red, right half blue, 80 × 40. */
let halves: Buffer;
const SVG_HALVES =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect width="40" height="40" fill="#f00"/><rect x="40" width="40" height="40" fill="#00f"/></svg>';

beforeAll(async () => {
  halves = await sharp(Buffer.from(SVG_HALVES)).png().toBuffer();
});

const square = { width: 100, height: 100, background: '#ffffff' };
const white = [255, 255, 255, 255];
const red = [255, 0, 0, 255];
const blue = [0, 0, 255, 255];

function drawImage(layer: object, bytes: Uint8Array = halves, values = {}, more: DrawOptions = {}) {
  const template = imageTemplate([{ type: 'image', src: 'asset:photo', ...layer }], square);
  return drawTemplate(template, values, { uploads: { photo: bytes }, ...more });
}

test('radius 50 % makes a circle, a border is drawn inside its edge', async () => {
  const layer = {
    radius: '50%',
    border: { color: '#00aa00', width: 10 },
    x: 10,
    y: 10,
    width: 80,
    height: 80,
  };
  const { image } = await drawImage(layer);
  expect(pixelAt(image, 13, 13)).toEqual(white);
  expect(pixelAt(image, 50, 14)).toEqual([0, 170, 0, 255]);
  await compareImages(image, 'image/circle');
});

test('a photo stands upright and small pictures from large files are sharp', async () => {
  const turned = await sharp(halves).jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer();
  const { image } = await drawImage({ fit: 'contain' }, turned);
  const [top, bottom] = [pixelAt(image, 50, 20), pixelAt(image, 50, 80)];
  expect(top[0]).toBeGreaterThan(200);
  expect(bottom[2]).toBeGreaterThan(200);
});

test('JPEG, PNG, WebP, GIF and SVG are pictures; SVG is drawn at the size it is needed', async () => {
  for (const bytes of [
    await sharp(halves).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
    await sharp(halves).webp({ lossless: true }).toBuffer(),
    await sharp(halves).gif().toBuffer(),
    Buffer.from(SVG_HALVES),
    Buffer.from(`<?xml version="1.0"?>\n<!-- logo -->\n${SVG_HALVES}`),
  ]) {
    const { image } = await drawImage({ fit: 'fill' }, bytes);
    for (const [x, expected] of [
      [48, red],
      [51, blue],
    ] as const) {
      const distance = pixelAt(image, x, 50).map((value, channel) => Math.abs(value - expected[channel]!));
      expect(Math.max(...distance)).toBeLessThan(bytes[0] === 0x3c ? 4 : 160);
    }
  }
});

test('a translucent picture keeps its edges clean on a transparent ground', async () => {
  const half = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
  })
    .png()
    .toBuffer();
  const template = imageTemplate([{ type: 'image', src: 'asset:photo' }], {
    width: 20,
    height: 20,
    output: { format: 'png' },
  });
  const { image } = await drawTemplate(template, {}, { uploads: { photo: half } });
  expect(pixelAt(image, 10, 10)).toEqual([255, 0, 0, 128]);
});

test('a blank source draws nothing', async () => {
  const { image, notes } = await drawImage({ variable: 'photo' }, halves, { photo: '' });
  expect([pixelAt(image, 50, 50), notes]).toEqual([white, []]);
});

test('broken media fails the row with layer, variable and reason', async () => {
  const layer = { id: 'photo', variable: 'photo_url' };
  const failing = async (value: string, bytes?: Uint8Array, more: DrawOptions = {}) => {
    const error = await drawImage(layer, bytes, { photo_url: value }, more).catch((thrown) => thrown);
    return [error.code, error.message];
  };
  expect(await failing('https://example.com/a.jpg')).toEqual([
    'asset_unreachable',
    'Layer "photo" (variable "photo_url"): the picture at https://example.com/a.jpg could not be fetched: 404',
  ]);
  expect(await failing('asset:nobody')).toEqual([
    'asset_unreachable',
    'Layer "photo" (variable "photo_url"): the picture "nobody" does not exist: no asset of that name was uploaded',
  ]);
  expect(await failing('asset:photo', Buffer.from('<html><body>Not here</body></html>'))).toEqual([
    'asset_type',
    'Layer "photo" (variable "photo_url"): the picture "photo" is not a picture (JPEG, PNG, WebP, GIF or SVG)',
  ]);
  expect(await failing('asset:photo', halves.subarray(0, halves.length / 2))).toEqual([
    'asset_type',
    'Layer "photo" (variable "photo_url"): the picture "photo" is damaged and cannot be decoded',
  ]);
  const bomb = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40000" height="40000"><rect width="9" height="9"/></svg>',
  );
  expect(await failing('asset:photo', bomb)).toEqual([
    'asset_too_large',
    'Layer "photo" (variable "photo_url"): the picture "photo" has more than 50 million pixels',
  ]);
});

test.each([
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'ftp://example.com/a.png',
  'http://example.com/a.png',
  '/etc/passwd',
])('a row cannot name %s as a picture', async (photo_url) => {
  await expect(
    drawImage({ id: 'photo', variable: 'photo_url' }, halves, { photo_url }),
  ).rejects.toMatchObject({
    code: 'data_invalid',
    message:
      'Layer "photo" (variable "photo_url"): src must be an https:// URL or an uploaded asset such as "asset:logo.png"',
  });
});

test('a layer that may hide leaves broken media out and says so', async () => {
  const { image, notes } = await drawImage({
    id: 'photo',
    src: 'https://example.com/a.jpg',
    on_error: 'hide',
  });
  expect(pixelAt(image, 50, 50)).toEqual(white);
  expect(notes).toEqual([
    'Layer "photo": the picture at https://example.com/a.jpg could not be fetched: 404. The layer was left out.',
  ]);
});

test('an SVG reads no files and no network', async () => {
  const bytes = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="80"><image xlink:href="file:///usr/share/pixmaps/debian-logo.png" width="80" height="80"/></svg>',
  );
  const { image } = await drawImage({}, bytes);
  expect(pixelAt(image, 50, 50)).toEqual(white);
});

test('contain-blur shows the whole picture over a soft, darker copy of it', async () => {
  const { image } = await drawImage({ fit: 'contain-blur' });
  expect([pixelAt(image, 10, 50), pixelAt(image, 90, 50)]).toEqual([red, blue]);
  const [leftRed, , leftBlue] = pixelAt(image, 10, 10);
  expect(leftRed).toBeGreaterThan(150);
  expect(leftRed).toBeLessThan(235);
  expect(leftBlue).toBeLessThan(60);
  const [seamRed, , seamBlue] = pixelAt(image, 50, 10);
  expect(Math.min(seamRed, seamBlue)).toBeGreaterThan(60);
});

test('attention keeps in view what draws the eye, also of a picture smaller than its box', async () => {
  for (const [width, height] of [
    [1_600, 400],
    [64, 16],
  ] as const) {
    const side = height / 2;
    const face = await sharp({ create: { width: side, height: side, channels: 3, background: '#ff4020' } })
      .png()
      .toBuffer();
    const wide = await sharp({ create: { width, height, channels: 3, background: '#808080' } })
      .composite([{ input: face, left: width - side * 2, top: side / 2 }])
      .png()
      .toBuffer();
    const shown = (focus: string) => drawImage({ focus }, wide);
    const reddest = ({ image }: Awaited<ReturnType<typeof shown>>) =>
      Math.max(...Array.from({ length: 100 }, (_, x) => pixelAt(image, x, 50)[0] - pixelAt(image, x, 50)[1]));
    expect(reddest(await shown('50% 50%'))).toBeLessThan(20);
    expect(reddest(await shown('attention'))).toBeGreaterThan(150);
    expect((await shown('attention')).image).toEqual((await shown('attention')).image);
  }
});

test('a row may set the filters', async () => {
  const colour = async (filters: object, values = {}, more = {}) =>
    pixelAt((await drawImage({ filters, fit: 'fill', ...more }, halves, values)).image, 20, 50);
  expect(await colour({})).toEqual(red);
  expect(await colour({ tint: '{{t}}' }, { t: '#00ff00' })).toEqual([0, 255, 0, 255]);
  expect(await colour({}, { b: '0' }, { bind: { 'filters.brightness': 'b' } })).toEqual([0, 0, 0, 255]);
});

test('a tint leaves what is transparent', async () => {
  const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: 'rgba(0,0,0,0)' } })
    .png()
    .toBuffer();
  const { image } = await drawImage({ filters: { tint: '#ff0000' } }, clear);
  expect(pixelAt(image, 50, 50)).toEqual(white);
});

test('a placeholder stands for a picture that cannot be had, and the row is told', async () => {
  const { image, notes } = await drawImage({ src: 'asset:missing', on_error: 'placeholder' });
  expect(pixelAt(image, 5, 5)).toEqual([0xe3, 0xe6, 0xea, 255]);
  expect(notes).toEqual([
    'Layer "1 (image)": the picture "missing" does not exist: no asset of that name was uploaded. A placeholder stands for it.',
  ]);
});

test('pictures of every kind come out right: CMYK, 16 bits, grey, palette, animated', async () => {
  const flat = sharp({ create: { width: 40, height: 40, channels: 3, background: '#dc283c' } });
  const frames = Buffer.concat([await flat.clone().raw().toBuffer(), Buffer.alloc(40 * 40 * 3, 255)]);
  const kinds: Record<string, Buffer> = {
    cmyk: await flat
      .clone()
      .toColourspace('cmyk')
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer(),
    sixteen: await flat.clone().toColourspace('rgb16').png().toBuffer(),
    palette: await flat.clone().png({ palette: true }).toBuffer(),
    webp: await flat.clone().webp({ lossless: true }).toBuffer(),
    animated: await sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
      .gif()
      .toBuffer(),
  };
  for (const [kind, bytes] of Object.entries(kinds)) {
    const shown = pixelAt((await drawImage({}, bytes)).image, 50, 50);
    const apart = [220, 40, 60, 255].map((value, channel) => Math.abs(value - shown[channel]!));
    expect({ kind, close: Math.max(...apart) <= (kind === 'cmyk' ? 20 : 4) }).toEqual({ kind, close: true });
  }
  const grey = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
    .toColourspace('b-w')
    .png()
    .toBuffer();
  expect(pixelAt((await drawImage({}, grey)).image, 50, 50)).toEqual([128, 128, 128, 255]);
});
