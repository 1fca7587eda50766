import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { encodeImage } from '../../../render-node/image/encode-image.ts';
import { writePng } from '../../../render-node/image/write-png.ts';
import { decodeImage } from '../../support/image.ts';

test('every pixel comes back, with and without alpha', async () => {
  const [width, height] = [37, 23];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < data.length; index++) data[index] = (index * 2654435761) >>> 13;
  const decoded = await decodeImage(writePng({ data, width, height, opaque: false }));
  expect(Buffer.from(decoded.data)).toEqual(Buffer.from(data));

  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255;
  const opaque = writePng({ data, width, height, opaque: true });
  expect(Buffer.from((await decodeImage(opaque)).data)).toEqual(Buffer.from(data));
});

const PICTURES: [name: string, byte: (index: number, width: number) => number][] = [
  ['one colour', (index) => [10, 200, 30, 255][index % 4]!],
  ['noise', (index) => (index * 2654435761) >>> 11],
  ['stripes across', (index, width) => (Math.floor(index / 4 / width) % 3) * 100],
  ['stripes down', (index) => (Math.floor(index / 4) % 2) * 255],
  ['long and short runs', (index) => (Math.floor(index / 4) >> 2) ** 2 % 7],
];

test.each(PICTURES)('pixels of %s come back whatever the size', async (_, byte) => {
  for (const [width, height] of [
    [1, 1],
    [1, 40],
    [700, 1],
    [65, 3],
    [131, 9],
    [515, 17],
  ] as const)
    for (const opaque of [true, false]) {
      const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, index) =>
        opaque && index % 4 === 3 ? 255 : byte(index, width),
      );
      const decoded = await decodeImage(writePng({ data, width, height, opaque }));
      expect([decoded.width, decoded.height]).toEqual([width, height]);
      expect(Buffer.from(decoded.data).equals(Buffer.from(data))).toBe(true);
    }
});

test('flat pictures make small files', () => {
  const [width, height] = [1_000, 1_000];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  expect(writePng({ data, width, height, opaque: true }).length).toBeLessThan(12_000);
});

test("a canvas' PNG has the same pixels as the canvas' own writer makes", async () => {
  const canvas = createCanvas(64, 48);
  const context = canvas.getContext('2d');
  context.fillStyle = 'rgba(200, 30, 90, 0.4)';
  context.arc(30, 20, 18, 0, 7);
  context.fill();
  const ours = await decodeImage(await encodeImage(canvas, { format: 'png', quality: 1 }, false));
  const theirs = await decodeImage(canvas.encodeSync('png'));
  expect(Buffer.from(ours.data)).toEqual(Buffer.from(theirs.data));
});

test('JPEG and WebP have the size of the canvas', async () => {
  const canvas = createCanvas(33, 21);
  for (const format of ['jpg', 'webp'] as const) {
    const { width, height } = await decodeImage(await encodeImage(canvas, { format, quality: 80 }, false));
    expect([width, height]).toEqual([33, 21]);
  }
});
