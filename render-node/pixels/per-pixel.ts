/** What becomes of each pixel alone, whatever lies beside it. */
import { inBands, type PlaneKind } from './bands.ts';
import { kernels } from './kernels.ts';

interface Size {
  /** Pixels. */
  width: number;
  height: number;
}

/** A byte for each pixel, as it is in a converted picture. @param rgba opaque pixels. */
export function brightnessOf(rgba: Uint8Array, size: Size): Uint8Array {
  const into = new Uint8Array(size.width * size.height);
  perPixel(rgba, size, 'luma', { bytes: into, perPixel: 1 }, kernels.brightness);
  return into;
}

/** Red, green and blue of each pixel. @param rgba opaque pixels. @param into three bytes for each. */
export function withoutAlpha(rgba: Uint8Array, size: Size, into: Uint8Array): void {
  perPixel(rgba, size, 'rgb', { bytes: into, perPixel: 3 }, kernels.dropAlpha);
}

function perPixel(
  rgba: Uint8Array,
  size: Size,
  kind: PlaneKind,
  into: { bytes: Uint8Array; perPixel: number },
  kernel: (rgba: number, pixels: number, into: number) => void,
): void {
  const { width } = size;
  const { planes, stride, each } = inBands(size, ['rgba', kind]);
  const [pixels, made] = planes;
  each(({ top, rows }) => {
    const band = { width, rows };
    pixels.take({ bytes: rgba, at: 4 * top * width, stride: 4 * width }, band);
    kernel(pixels.address, stride * rows, made.address);
    made.give({ bytes: into.bytes, at: into.perPixel * top * width, stride: into.perPixel * width }, band);
  });
}
