import { expect, test } from 'vitest';
import { convertToYuv, type PictureArea, yuvBytes } from '../../../render-node/pixels/convert-to-yuv.ts';
import { brightnessOf } from '../../../render-node/pixels/per-pixel.ts';
import { randomFrom } from '../../support/random.ts';

/** Y, U and V of a picture of one colour. */
function yuvOf(red: number, green: number, blue: number): number[] {
  const size = { width: 4, height: 2 };
  const rgba = Uint8Array.from({ length: 32 }, (_, at) => [red, green, blue, 255][at % 4]!);
  const yuv = convertToYuv(rgba, size, new Uint8Array(yuvBytes(size)));
  expect(new Set(yuv.subarray(0, 8)).size).toBe(1);
  return [yuv[0]!, yuv[8]!, yuv[10]!];
}

test('colours become BT.709 in limited range', () => {
  expect({
    black: yuvOf(0, 0, 0),
    white: yuvOf(255, 255, 255),
    grey: yuvOf(128, 128, 128),
    red: yuvOf(255, 0, 0),
    green: yuvOf(0, 255, 0),
    blue: yuvOf(0, 0, 255),
  }).toEqual({
    black: [16, 128, 128],
    white: [235, 128, 128],
    grey: [126, 128, 128],
    red: [63, 102, 240],
    green: [173, 42, 26],
    blue: [32, 240, 118],
  });
});

test('four pixels share the mean of their colour and keep their own brightness', () => {
  const size = { width: 2, height: 2 };
  const colours: [number, number, number][] = [
    [252, 252, 252],
    [0, 0, 0],
    [252, 0, 0],
    [0, 0, 252],
  ];
  const rgba = Uint8Array.from(colours.flatMap((colour) => [...colour, 255]));
  const yuv = convertToYuv(rgba, size, new Uint8Array(yuvBytes(size)));
  const [, ...meanColour] = yuvOf(126, 63, 126);
  expect([...yuv]).toEqual([...colours.map((colour) => yuvOf(...colour)[0]), ...meanColour]);
});

/** Widths that vectors do not divide, and pictures that are longer than a band. */
test.each([
  [
    { width: 2, height: 2 },
    { x: 0, y: 0, width: 2, height: 2 },
  ],
  [
    { width: 86, height: 48 },
    { x: 4, y: 2, width: 70, height: 30 },
  ],
  [
    { width: 854, height: 480 },
    { x: 0, y: 0, width: 854, height: 480 },
  ],
  [
    { width: 1080, height: 300 },
    { x: 6, y: 20, width: 1058, height: 270 },
  ],
])('of a picture of %j each sample of %j is that of the formula, and no other one changes', (size, part) => {
  const random = randomFrom(size.width);
  const area: PictureArea = { x: 0, y: 0, ...size };
  const rgba = Uint8Array.from({ length: 4 * size.width * size.height }, (_, at) =>
    at % 4 === 3 ? 255 : random.whole(0, 255),
  );
  const yuv = convertToYuv(rgba, size, new Uint8Array(yuvBytes(size)), area, part);
  const pixels = size.width * size.height;
  let worst = 0;
  let changed = 0;
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const at = y * size.width + x;
      const isIn = x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height;
      const [red, green, blue] = rgba.subarray(4 * at, 4 * at + 3) as unknown as [number, number, number];
      const luma = 16 + (219 / 255) * (0.2126 * red + 0.7152 * green + 0.0722 * blue);
      if (isIn) worst = Math.max(worst, Math.abs(yuv[at]! - luma));
      else if (yuv[at] !== 0) changed++;
      if (x % 2 === 1 || y % 2 === 1) continue;
      const colour = pixels + (y * size.width) / 4 + x / 2;
      const block = [at, at + 1, at + size.width, at + size.width + 1];
      const mean = [0, 1, 2].map((part) => block.reduce((sum, one) => sum + rgba[4 * one + part]!, 0) / 4);
      const meanLuma = 0.2126 * mean[0]! + 0.7152 * mean[1]! + 0.0722 * mean[2]!;
      const blueness = 128 + ((224 / 255) * (mean[2]! - meanLuma)) / 1.8556;
      const redness = 128 + ((224 / 255) * (mean[0]! - meanLuma)) / 1.5748;
      if (isIn)
        worst = Math.max(
          worst,
          Math.abs(yuv[colour]! - blueness),
          Math.abs(yuv[colour + pixels / 4]! - redness),
        );
      else if (yuv[colour] !== 0 || yuv[colour + pixels / 4] !== 0) changed++;
    }
  // Rounded, with weights that are.
  expect(worst).toBeLessThan(0.51);
  expect(changed).toBe(0);
  const whole = convertToYuv(rgba, size, new Uint8Array(yuvBytes(size)));
  expect(Buffer.compare(brightnessOf(rgba, size), whole.subarray(0, pixels))).toBe(0);
});
