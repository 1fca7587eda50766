import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { encodeImage } from '../../../render-node/image/encode-image.ts';
import { decodeImage } from '../../support/image.ts';

function colourful(width: number, height: number) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, width, height);
  for (const [offset, color] of ['#10204f', '#c03a5b', '#f9d65c'].entries())
    sky.addColorStop(offset / 2, color);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#ffffff';
  for (let x = 0; x < width; x += 23) context.fillRect(x, (x * 7) % height, 9, 31);
  return canvas;
}

test.each([
  ['a small', 120, 80],
  ['a large', 801, 403],
])("%s picture's JPEG has the same pixels as the canvas' own writer makes", async (_, width, height) => {
  const canvas = colourful(width, height);
  const ours = await decodeImage(await encodeImage(canvas, { format: 'jpg', quality: 80 }, true));
  const theirs = await decodeImage(canvas.encodeSync('jpeg', 80));
  expect(Buffer.from(ours.data).equals(Buffer.from(theirs.data))).toBe(true);
});

test('what is painted after the call is not in the file', async () => {
  for (const format of ['jpg', 'png', 'webp'] as const) {
    const canvas = colourful(801, 403);
    const before = encodeImage(canvas, { format, quality: 80 }, true);
    canvas.getContext('2d').fillRect(0, 0, 801, 403);
    const bytes = await before;
    expect(bytes.equals(await encodeImage(colourful(801, 403), { format, quality: 80 }, true))).toBe(true);
  }
});
