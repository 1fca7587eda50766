/** Where something is painted in a picture, by colour. */
import type { RawImage } from './image.ts';

export interface InkBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type IsInk = (red: number, green: number, blue: number) => boolean;

/** All that is not nearly white. */
const notWhite: IsInk = (red, green, blue) => red + green + blue <= 700;

/** The box around all pixels of the colour, in a part of the picture. */
export function inkBox(image: RawImage, isInk: IsInk = notWhite, part: InkBox = whole(image)): InkBox {
  let [left, top, right, bottom] = [image.width, image.height, 0, 0];
  forEachInk(image, isInk, part, (x, y) => {
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  });
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** How many pixels of a part have the colour. */
export function inkOf(image: RawImage, isInk: IsInk, part: InkBox = whole(image)): number {
  let count = 0;
  forEachInk(image, isInk, part, () => {
    count += 1;
  });
  return count;
}

/** The ink between rows that have none, from top to bottom. */
export function lineBoxes(image: RawImage): InkBox[] {
  const lines: InkBox[] = [];
  for (let y = 0; y < image.height; y++) {
    const row = { x: 0, y, width: image.width, height: 1 };
    let [left, right] = [image.width, 0];
    forEachInk(image, notWhite, row, (x) => {
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
    });
    if (right === 0) continue;
    const last = lines.at(-1);
    if (last && last.y + last.height === y) {
      const x = Math.min(last.x, left);
      Object.assign(last, { x, width: Math.max(last.x + last.width, right) - x, height: last.height + 1 });
    } else lines.push({ x: left, y, width: right - left, height: 1 });
  }
  return lines;
}

function whole({ width, height }: RawImage): InkBox {
  return { x: 0, y: 0, width, height };
}

function forEachInk(
  { data, width }: RawImage,
  isInk: IsInk,
  part: InkBox,
  visit: (x: number, y: number) => void,
): void {
  for (let y = part.y; y < part.y + part.height; y++)
    for (let x = part.x; x < part.x + part.width; x++) {
      const at = (y * width + x) * 4;
      if (isInk(data[at]!, data[at + 1]!, data[at + 2]!)) visit(x, y);
    }
}
