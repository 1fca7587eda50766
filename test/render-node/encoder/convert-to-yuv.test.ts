import { expect, test } from 'vitest';
import { convertToYuv, yuvBytes } from '../../../render-node/encoder/convert-to-yuv.ts';

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
