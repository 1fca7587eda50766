/** Pixels in tests: straight (not premultiplied) RGBA, rows from the top. */
import sharp from 'sharp';

export interface RawImage {
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}

export type Colour = [red: number, green: number, blue: number, alpha: number];

/** Decodes a PNG, JPEG or WebP from a file or from bytes. */
export async function decodeImage(source: string | Uint8Array): Promise<RawImage> {
  const { data, info } = await sharp(source).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
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

/** Distance of two pixels: 0 for equal ones, 255 for white against black. Alpha counts by what it shows on grey. */
export function colourDistance(a: Colour, b: Colour): number {
  const shown = ([red, green, blue, alpha]: Colour) =>
    [red, green, blue].map((value) => 128 + ((value - 128) * alpha) / 255);
  const [one, other] = [shown(a), shown(b)];
  const squares = one.map((value, channel) => (value - other[channel]!) ** 2);
  squares.push(((a[3] - b[3]) / 2) ** 2);
  return Math.sqrt(squares.reduce((total, square) => total + square, 0) / 3);
}
