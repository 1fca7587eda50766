/** Transparent pixels as they are laid over pictures in planar YUV 4:2:0, BT.709, limited range. */
import { blueness, lumaOf, type PictureArea, type PictureSize, redness } from './convert-to-yuv.ts';

/** The bytes that an overlay changes in a picture, and what to. */
export interface YuvOverlay {
  places: Int32Array;
  values: Uint8Array;
  /** How far each goes over to its value, 0–256. */
  alphas: Uint16Array;
}

/**
 * @param rgba of the area alone, rows from the top, straight (not premultiplied).
 * @param area where they lie in the picture.
 */
export function overlayToYuv(
  rgba: Uint8Array | Uint8ClampedArray,
  { width, height }: PictureSize,
  area: PictureArea,
): YuvOverlay {
  const most = area.width * area.height * 1.5;
  const overlay = {
    places: new Int32Array(most),
    values: new Uint8Array(most),
    alphas: new Uint16Array(most),
  };
  let count = 0;
  const put = (place: number, value: number, alpha: number) => {
    overlay.places[count] = place;
    overlay.values[count] = value;
    overlay.alphas[count++] = alpha;
  };
  const pixels = new Int32Array(rgba.buffer, rgba.byteOffset, area.width * area.height);
  for (let y = 0; y < area.height; y++)
    for (let x = 0, at = y * area.width; x < area.width; x++, at++) {
      const pixel = pixels[at]!;
      const alpha = pixel >>> 24;
      if (alpha > 0) put((area.y + y) * width + area.x + x, lumaOf(pixel), of256(alpha));
    }
  const chroma = width * height;
  for (let y = 0; y < area.height; y += 2)
    for (let x = 0, at = y * area.width; x < area.width; x += 2, at += 2) {
      const four = [pixels[at]!, pixels[at + 1]!, pixels[at + area.width]!, pixels[at + area.width + 1]!];
      const covered = four.reduce((sum, pixel) => sum + (pixel >>> 24), 0);
      if (covered === 0) continue;
      const mean = (shift: number) =>
        four.reduce((sum, pixel) => sum + ((pixel >> shift) & 255) * (pixel >>> 24), 0) / covered;
      const [red, green, blue] = [mean(0), mean(8), mean(16)];
      const place = chroma + (((area.y + y) * width) >> 2) + ((area.x + x) >> 1);
      put(place, blueness(red, green, blue), of256(covered / 4));
      put(place + chroma / 4, redness(red, green, blue), of256(covered / 4));
    }
  const { places, values, alphas } = overlay;
  return { places: places.slice(0, count), values: values.slice(0, count), alphas: alphas.slice(0, count) };
}

/** @param alpha 0–255 */
function of256(alpha: number): number {
  return Math.round((alpha * 256) / 255);
}

export function applyOverlay({ places, values, alphas }: YuvOverlay, picture: Uint8Array): void {
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!;
    const below = picture[place]!;
    picture[place] = below + (((values[index]! - below) * alphas[index]! + 128) >> 8);
  }
}
