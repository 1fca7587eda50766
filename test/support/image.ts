/** Pixels in tests: straight (not premultiplied) RGBA, rows from the top. */
import sharp from 'sharp';

export interface RawImage {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

export type Colour = [red: number, green: number, blue: number, alpha: number];

/** Decodes a PNG, JPEG or WebP from a file or from bytes; scaled to `width` when one is given. */
export async function decodeImage(source: string | Uint8Array, width?: number): Promise<RawImage> {
  const { data, info } = await sharp(source)
    .resize(width ?? null)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export function pixelAt({ data, width }: RawImage, x: number, y: number): Colour {
  const at = (y * width + x) * 4;
  return [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
}

/** Mean colour of a box, in pixels. */
export function averageColour(
  image: RawImage,
  box: { x: number; y: number; width: number; height: number } = { x: 0, y: 0, ...image },
): Colour {
  const sum: Colour = [0, 0, 0, 0];
  for (let y = box.y; y < box.y + box.height; y++)
    for (let x = box.x; x < box.x + box.width; x++)
      for (const [channel, value] of pixelAt(image, x, y).entries()) sum[channel]! += value;
  return sum.map((total) => total / (box.width * box.height)) as Colour;
}

/**
 * Distance of the pixels at one byte offset: 0 for equal ones, 255 for white against black. A colour counts by what it
 * shows on grey, so that nothing hides behind full transparency.
 */
export function colourDistance(a: RawImage['data'], b: RawImage['data'], at: number): number {
  const [alphaA, alphaB] = [a[at + 3]!, b[at + 3]!];
  let squares = ((alphaA - alphaB) / 2) ** 2;
  for (let channel = at; channel < at + 3; channel++) {
    const shownA = ((a[channel]! - 128) * alphaA) / 255;
    const shownB = ((b[channel]! - 128) * alphaB) / 255;
    squares += (shownA - shownB) ** 2;
  }
  return Math.sqrt(squares / 3);
}
