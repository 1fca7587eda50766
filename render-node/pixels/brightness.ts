/** How bright pictures are, and how far two of them are apart in it. */
import { inBands } from './bands.ts';
import { kernels } from './kernels.ts';

interface Size {
  /** Pixels. */
  width: number;
  height: number;
}

/** A byte for each pixel, as it is in a converted picture. @param rgba opaque pixels. */
export function brightnessOf(rgba: Uint8Array, size: Size): Uint8Array {
  const { width, height } = size;
  const plane = new Uint8Array(width * height);
  const { planes, stride, each } = inBands(size, ['rgba', 'luma']);
  const [pixels, luma] = planes;
  each(({ top, rows }) => {
    const band = { width, rows };
    pixels.take({ bytes: rgba, at: 4 * top * width, stride: 4 * width }, band);
    kernels.brightness(pixels.address, stride * rows, luma.address);
    luma.give({ bytes: plane, at: top * width, stride: width }, band);
  });
  return plane;
}

const TILE = 32;

/** The largest mean square error in any tile of 32 by 32 pixels: an average over the picture would hide a wrong name. */
export function worstTile(one: Uint8Array, other: Uint8Array, size: Size): number {
  const { width } = size;
  const { planes, stride, bytes, each } = inBands(size, ['luma', 'luma'], TILE);
  const [left, right] = planes;
  // Beyond the rows' ends both are alike.
  bytes.fill(0);
  let worst = 0;
  each(({ top, rows }) => {
    left.take({ bytes: one, at: top * width, stride: width }, { width, rows });
    right.take({ bytes: other, at: top * width, stride: width }, { width, rows });
    worst = Math.max(worst, kernels.worstTile(left.address, right.address, stride, width, rows));
  });
  return worst;
}
