import { inBands } from './bands.ts';
import { kernels } from './kernels.ts';

/** Red, green and blue of each pixel. @param rgba opaque pixels. @param into three bytes for each. */
export function withoutAlpha<Bytes extends Uint8Array>(
  rgba: Uint8Array,
  size: { width: number; height: number },
  into: Bytes,
): Bytes {
  const { width } = size;
  const { planes, stride, each } = inBands(size, ['rgba', 'rgb']);
  const [pixels, colours] = planes;
  each(({ top, rows }) => {
    const band = { width, rows };
    pixels.take({ bytes: rgba, at: 4 * top * width, stride: 4 * width }, band);
    kernels.dropAlpha(pixels.address, stride * rows, colours.address);
    colours.give({ bytes: into, at: 3 * top * width, stride: 3 * width }, band);
  });
  return into;
}
