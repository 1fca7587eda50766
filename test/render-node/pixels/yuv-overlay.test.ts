import { expect, test } from 'vitest';
import { convertToYuv, yuvBytes } from '../../../render-node/pixels/convert-to-yuv.ts';
import { createYuvOverlay } from '../../../render-node/pixels/yuv-overlay.ts';
import { randomFrom } from '../../support/random.ts';

const SIZE = { width: 48, height: 32 };
const AREA = { x: 6, y: 10, width: 20, height: 12 };

type Rgba = [red: number, green: number, blue: number, alpha: number];

function pixels(area: { width: number; height: number }, colour: (x: number, y: number) => Rgba): Uint8Array {
  const { width, height } = area;
  return Uint8Array.from(
    Array.from({ length: width * height }, (_, at) => colour(at % width, Math.floor(at / width))).flat(),
  );
}

/** Any picture, and the same after something was laid over it. */
function laidOver(rgba: Uint8Array, area = AREA) {
  const random = randomFrom(5);
  const before = Uint8Array.from({ length: yuvBytes(SIZE) }, () => random.whole(16, 235));
  const after = before.slice();
  const overlay = createYuvOverlay(SIZE);
  overlay.show(rgba, area);
  overlay.layOver(after);
  return { before, after, overlay };
}

/** Of a plane: 0 is luma, 1 and 2 are half as wide and high. */
function sample(yuv: Uint8Array, plane: 0 | 1 | 2, x: number, y: number): number {
  const luma = SIZE.width * SIZE.height;
  if (plane === 0) return yuv[y * SIZE.width + x]!;
  return yuv[luma + ((plane - 1) * luma) / 4 + (y >> 1) * (SIZE.width / 2) + (x >> 1)]!;
}

test('what is opaque is as in a converted picture; all around it nothing changes', () => {
  const colour = (x: number, y: number): Rgba => [x * 12, y * 20, 200 - x * 5, 255];
  const { before, after } = laidOver(pixels(AREA, colour));
  const expected = convertToYuv(pixels(AREA, colour), SIZE, before.slice(), AREA);
  expect(Buffer.compare(after, expected)).toBe(0);
});

test('a colour that is half transparent is halfway between both', () => {
  const { before, after } = laidOver(pixels(AREA, () => [255, 255, 255, 128]));
  for (let y = AREA.y; y < AREA.y + AREA.height; y++)
    for (let x = AREA.x; x < AREA.x + AREA.width; x++) {
      const mean = (below: number, white: number) => below + ((white - below) * 128) / 255;
      expect(Math.abs(sample(after, 0, x, y) - mean(sample(before, 0, x, y), 235))).toBeLessThanOrEqual(1);
      expect(Math.abs(sample(after, 1, x, y) - mean(sample(before, 1, x, y), 128))).toBeLessThanOrEqual(1);
      expect(Math.abs(sample(after, 2, x, y) - mean(sample(before, 2, x, y), 128))).toBeLessThanOrEqual(1);
    }
});

test('four pixels give way with their colour as far as each is opaque', () => {
  // One red pixel of four, the others transparent and of another colour.
  const { before, after } = laidOver(
    pixels(AREA, (x, y) => (x === 4 && y === 4 ? [255, 0, 0, 255] : [0, 255, 0, 0])),
  );
  const [x, y] = [AREA.x + 4, AREA.y + 4];
  // 63, 102 and 240: red in BT.709, limited range.
  expect(sample(after, 0, x, y)).toBe(63);
  expect(sample(after, 1, x, y)).toBe(Math.round(sample(before, 1, x, y) * 0.75 + 102 * 0.25));
  expect(sample(after, 2, x, y)).toBe(Math.round(sample(before, 2, x, y) * 0.75 + 240 * 0.25));
  const changed = [...after.keys()].filter((at) => after[at] !== before[at]);
  expect(changed.length).toBeLessThanOrEqual(3);
});

test('a larger area and a smaller one follow each other', () => {
  const { before, overlay } = laidOver(pixels(AREA, () => [0, 0, 255, 255]));
  const whole = { x: 0, y: 0, ...SIZE };
  for (const area of [whole, { ...AREA, width: 4 }, AREA]) {
    const rgba = pixels(area, (x, y) => [x * 3, y * 3, 90, 255]);
    const expected = convertToYuv(rgba, SIZE, before.slice(), area);
    const after = before.slice();
    overlay.show(rgba, area);
    overlay.layOver(after);
    expect(Buffer.compare(after, expected)).toBe(0);
  }
});

test('what lies apart in a long overlay is laid over alone', () => {
  const size = { width: 1_280, height: 720 };
  const area = { x: 8, y: 4, width: 1_210, height: 700 };
  const marks = [
    [3, 0],
    [1_209, 350],
    [600, 351],
    [0, 699],
  ] as const;
  const rgba = new Uint8Array(4 * area.width * area.height);
  for (const [x, y] of marks) rgba.set([255, 255, 255, 255], 4 * (y * area.width + x));
  const picture = new Uint8Array(yuvBytes(size)).fill(90);
  const overlay = createYuvOverlay(size);
  overlay.show(rgba, area);
  overlay.layOver(picture);
  const changed = [...picture.subarray(0, size.width * size.height).entries()].filter(
    ([, luma]) => luma !== 90,
  );
  expect(changed).toEqual(marks.map(([x, y]) => [(area.y + y) * size.width + area.x + x, 235]));
  // White has no colour: 128, as far as one pixel of four counts.
  const colours = [...picture.subarray(size.width * size.height)].filter((colour) => colour !== 90);
  expect(colours).toEqual(Array.from({ length: 8 }, () => Math.round(90 * 0.75 + 128 * 0.25)));
});
