/**
 * A canvas picture as the encoder takes it: planar YUV 4:2:0, BT.709, limited range. Done here once per distinct picture
 * rather than by ffmpeg once per frame: a held picture then costs a third of the bytes and no conversion
 * (docs/decisions/yuv-in-the-node.md).
 */

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

/**
 * @param rgba opaque pixels of the area alone, rows from the top.
 * @param into the whole picture.
 * @param area where in the picture `rgba` lies. Default: it is all of it.
 * @param part what of the area is converted; everything else of `into` stays as it is. Default: all of it.
 */
export function convertToYuv(
  rgba: Uint8Array | Uint8ClampedArray,
  { width, height }: PictureSize,
  into: Uint8Array,
  area: PictureArea = { x: 0, y: 0, width, height },
  part: PictureArea = area,
): Uint8Array {
  // Signed: larger numbers would each be an object of their own in the loop.
  const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, area.width * area.height);
  const chroma = width * height;
  const chromaPlane = chroma / 4;
  for (let y = part.y; y < part.y + part.height; y += 2) {
    let upper = (y - area.y) * area.width + part.x - area.x;
    let lower = upper + area.width;
    let upperLuma = y * width + part.x;
    let lowerLuma = upperLuma + width;
    let u = chroma + (y * width) / 4 + part.x / 2;
    for (let column = 0; column < part.width; column += 2, upper += 2, lower += 2, u++) {
      const a = pixels[upper]!;
      const b = pixels[upper + 1]!;
      const c = pixels[lower]!;
      const d = pixels[lower + 1]!;
      into[upperLuma++] = lumaOf(a);
      into[upperLuma++] = lumaOf(b);
      into[lowerLuma++] = lumaOf(c);
      into[lowerLuma++] = lumaOf(d);
      // Colour is kept once for four pixels: their mean.
      const red = (a & 255) + (b & 255) + (c & 255) + (d & 255);
      const green = ((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255);
      const blue = ((a >> 16) & 255) + ((b >> 16) & 255) + ((c >> 16) & 255) + ((d >> 16) & 255);
      into[u] = (CHROMA_ZERO - 6_596 * red - 22_189 * green + 28_785 * blue) >> 18;
      into[u + chromaPlane] = (CHROMA_ZERO + 28_785 * red - 26_146 * green - 2_639 * blue) >> 18;
    }
  }
  return into;
}

/** 128 and the half that rounds, for four pixels in 1/65,536. */
const CHROMA_ZERO = (128 << 18) + (1 << 17);

/**
 * The weights of ITU-R BT.709 (0.2126, 0.7152, 0.0722), scaled to 16–235, in 1/65,536.
 * @param pixel red in the lowest byte, then green and blue.
 */
export function lumaOf(pixel: number): number {
  const weighted = 11_966 * (pixel & 255) + 40_254 * ((pixel >> 8) & 255) + 4_064 * ((pixel >> 16) & 255);
  return (weighted + (16 << 16) + (1 << 15)) >> 16;
}

/** Chroma of a colour of 0–255 each: 128 is grey. */
export function blueness(red: number, green: number, blue: number): number {
  return (CHROMA_ZERO + 4 * (-6_596 * red - 22_189 * green + 28_785 * blue)) >> 18;
}

export function redness(red: number, green: number, blue: number): number {
  return (CHROMA_ZERO + 4 * (28_785 * red - 26_146 * green - 2_639 * blue)) >> 18;
}
