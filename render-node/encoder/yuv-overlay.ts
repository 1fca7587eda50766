/** Transparent pixels as they are laid over pictures in planar YUV 4:2:0, BT.709, limited range. */
import { blueness, lumaOf, type PictureArea, type PictureSize, redness } from './convert-to-yuv.ts';

export interface YuvOverlay {
  /**
   * What is laid over pictures from now on.
   * @param rgba of the area alone, rows from the top, straight (not premultiplied).
   * @param area where they lie in the picture.
   */
  show(rgba: Uint8Array | Uint8ClampedArray, area: PictureArea): void;
  /** @param picture all of it. */
  layOver(picture: Uint8Array): void;
}

/** @param size of the pictures. */
export function createYuvOverlay({ width, height }: PictureSize): YuvOverlay {
  let area: PictureArea = { x: 0, y: 0, width: 0, height: 0 };
  /** Of each row of the area. */
  let covered: Part[] = [];
  /** Of each row of colour, which is two of pixels. */
  let coveredColour: Part[] = [];
  // What becomes of each byte of a plane, packed. The memory is used again for each area that is no larger.
  let luma = new Int32Array();
  let blue = new Int32Array();
  let red = new Int32Array();

  function makeRoom(pixels: number) {
    if (luma.length >= pixels) return;
    luma = new Int32Array(pixels);
    blue = new Int32Array(pixels / 4);
    red = new Int32Array(pixels / 4);
  }

  return {
    show(rgba, shown) {
      area = shown;
      makeRoom(area.width * area.height);
      const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, area.width * area.height);
      covered = Array.from({ length: area.height }, (_, y) =>
        coveredPart(pixels, y * area.width, area.width),
      );
      coveredColour = Array.from({ length: area.height / 2 }, (_, y) =>
        halved(covered[2 * y]!, covered[2 * y + 1]!),
      );
      for (const [y, [from, to]] of covered.entries())
        packLuma(pixels, y * area.width + from, y * area.width + to, luma);
      for (const [y, part] of coveredColour.entries()) packColour(pixels, area.width, y, part, { blue, red });
    },
    layOver(picture) {
      for (const [y, [from, to]] of covered.entries()) {
        layRow(luma, y * area.width + from, picture, (area.y + y) * width + area.x + from, to - from);
      }
      const [blueAt, redAt] = [width * height, (width * height * 5) >> 2];
      const [left, top] = [area.x >> 1, area.y >> 1];
      for (const [y, [from, to]] of coveredColour.entries()) {
        const packed = y * (area.width >> 1) + from;
        const place = (top + y) * (width >> 1) + left + from;
        layRow(blue, packed, picture, blueAt + place, to - from);
        layRow(red, packed, picture, redAt + place, to - from);
      }
    },
  };
}

/** Of a row: the first that is not transparent, and the one after the last. */
type Part = [from: number, to: number];

function halved(upper: Part, lower: Part): Part {
  return [Math.min(upper[0], lower[0]) >> 1, (Math.max(upper[1], lower[1]) + 1) >> 1];
}

function coveredPart(pixels: Int32Array, row: number, width: number): Part {
  let from = 0;
  let to = width;
  while (from < to && pixels[row + from]! >>> 24 === 0) from++;
  while (to > from && pixels[row + to - 1]! >>> 24 === 0) to--;
  return [from, to];
}

/** How far what lies below gives way, in 1/256, by the sum of the alphas (0–255) of four pixels. */
const SHARES = Uint16Array.from({ length: 4 * 255 + 1 }, (_, alphas) => Math.round((alphas * 64) / 255));

/**
 * How much of what lies below is kept, in the upper 16 bits, and what is added to it, in the lower ones, both in 1/256.
 * @param value 0–255. @param share 0–256.
 */
function pack(value: number, share: number): number {
  return ((256 - share) << 16) | (value * share + HALF);
}

const HALF = 128;

function packLuma(pixels: Int32Array, from: number, to: number, luma: Int32Array): void {
  for (let at = from; at < to; at++) {
    const pixel = pixels[at]!;
    luma[at] = pack(lumaOf(pixel), SHARES[4 * (pixel >>> 24)]!);
  }
}

/** Colour is kept once for four pixels: their mean, as far as each is opaque. */
function packColour(
  pixels: Int32Array,
  width: number,
  y: number,
  [from, to]: Part,
  packed: { blue: Int32Array; red: Int32Array },
): void {
  for (let x = from; x < to; x++) {
    const upper = 2 * y * width + 2 * x;
    const lower = upper + width;
    const a = pixels[upper]!;
    const b = pixels[upper + 1]!;
    const c = pixels[lower]!;
    const d = pixels[lower + 1]!;
    const alphas = (a >>> 24) + (b >>> 24) + (c >>> 24) + (d >>> 24);
    const opacity = alphas || 1;
    const red = (weighted(a, 0) + weighted(b, 0) + weighted(c, 0) + weighted(d, 0)) / opacity;
    const green = (weighted(a, 8) + weighted(b, 8) + weighted(c, 8) + weighted(d, 8)) / opacity;
    const blue = (weighted(a, 16) + weighted(b, 16) + weighted(c, 16) + weighted(d, 16)) / opacity;
    const at = y * (width >> 1) + x;
    packed.blue[at] = pack(blueness(red, green, blue), SHARES[alphas]!);
    packed.red[at] = pack(redness(red, green, blue), SHARES[alphas]!);
  }
}

/** A pixel's red, green or blue, by its bit, times its alpha. */
function weighted(pixel: number, bit: number): number {
  return ((pixel >> bit) & 255) * (pixel >>> 24);
}

function layRow(packed: Int32Array, at: number, picture: Uint8Array, place: number, length: number): void {
  for (let index = 0; index < length; index++) {
    const change = packed[at + index]!;
    picture[place + index] = (picture[place + index]! * (change >> 16) + (change & 0xffff)) >> 8;
  }
}
