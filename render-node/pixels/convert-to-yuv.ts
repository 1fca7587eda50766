/**
 * A canvas picture as the encoder takes it: planar YUV 4:2:0, BT.709, limited range. Done here once per distinct picture
 * rather than by ffmpeg once per frame: a held picture then costs a third of the bytes and no conversion
 * (docs/decisions/yuv-in-the-node.md).
 */
import { inBands, type PlaneRows } from './bands.ts';
import { kernels } from './kernels.ts';

export interface PictureSize {
  /** Pixels, both even. */
  width: number;
  height: number;
}

export function yuvBytes({ width, height }: PictureSize): number {
  return (width * height * 3) / 2;
}

/** Part of a picture: pixels, all even. */
export interface PictureArea extends PictureSize {
  x: number;
  y: number;
}

/** The smallest such part around a box: colour is kept once for two by two pixels. */
export function onEvenPixels({ x, y, width, height }: PictureArea): PictureArea {
  const [left, top] = [x - (x % 2), y - (y % 2)];
  const [right, bottom] = [x + width, y + height];
  return { x: left, y: top, width: right + (right % 2) - left, height: bottom + (bottom % 2) - top };
}

/** The planes of a picture, from a pixel on: both even. */
export function yuvPlanes(
  bytes: Uint8Array,
  { width, height }: PictureSize,
  x: number,
  y: number,
): { luma: PlaneRows; blue: PlaneRows; red: PlaneRows } {
  const pixels = width * height;
  const colour = (y * width) / 4 + x / 2;
  return {
    luma: { bytes, at: y * width + x, stride: width },
    blue: { bytes, at: pixels + colour, stride: width / 2 },
    red: { bytes, at: pixels * 1.25 + colour, stride: width / 2 },
  };
}

/**
 * @param rgba opaque pixels of the area alone, rows from the top.
 * @param into the whole picture.
 * @param area where in the picture `rgba` lies. Default: it is all of it.
 * @param part what of the area is converted; everything else of `into` stays as it is. Default: all of it.
 */
export function convertToYuv(
  rgba: Uint8Array | Uint8ClampedArray,
  size: PictureSize,
  into: Uint8Array,
  area: PictureArea = { x: 0, y: 0, ...size },
  part: PictureArea = area,
): Uint8Array {
  const { stride, planes, each } = inBands(part, ['rgba', 'luma', 'colour', 'colour']);
  const [pixels, luma, blue, red] = planes;
  each(({ top, rows }) => {
    const band = { width: part.width, rows };
    const first = (part.y + top - area.y) * area.width + part.x - area.x;
    pixels.take({ bytes: rgba, at: 4 * first, stride: 4 * area.width }, band);
    kernels.convert(pixels.address, stride, rows, luma.address, blue.address, red.address);
    const to = yuvPlanes(into, size, part.x, part.y + top);
    luma.give(to.luma, band);
    blue.give(to.blue, band);
    red.give(to.red, band);
  });
  return into;
}
