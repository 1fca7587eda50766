import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { PixelBox } from '../layers/box.ts';
import { blendsWithGround, type PreparedLayer, paintLayer } from '../layers/paint-layer.ts';

/** How often a layer was asked for, until it is worth looking at its pixels. */
const asked = new WeakMap<PreparedLayer, number>();
const inked = new WeakMap<PreparedLayer, PixelBox>();

/** A layer that changes once or twice is painted faster than it is looked at. */
const WORTH_LOOKING = 2;

/**
 * Whole pixels of the frame that a layer can touch. A text's box is larger than its letters: of a layer that changes again
 * and again, as a fade does, the pixels themselves are asked, once.
 */
export function inkBox(layer: PreparedLayer): PixelBox {
  const times = (asked.get(layer) ?? 0) + 1;
  asked.set(layer, times);
  return times < WORTH_LOOKING ? knownInkBox(layer) : lookedUp(layer);
}

/** The same of a text, at once. */
export function textInkBox(layer: PreparedLayer): PixelBox {
  return layer.parts ? lookedUp(layer) : knownInkBox(layer);
}

/** The same without looking. */
export function knownInkBox(layer: PreparedLayer): PixelBox {
  return inked.get(layer) ?? layer.bounds;
}

function lookedUp(layer: PreparedLayer): PixelBox {
  if (blendsWithGround(layer) || (layer.detail ?? 1) !== 1) return layer.bounds;
  const ink = inked.get(layer) ?? lookAtInk(layer);
  inked.set(layer, ink);
  return ink;
}

function lookAtInk(layer: PreparedLayer): PixelBox {
  const { x, y, width, height } = layer.bounds;
  const context = emptyCanvas(layer.bounds).getContext('2d');
  context.setTransform(1, 0, 0, 1, -x, -y);
  // What is faint now may be seen at another opacity.
  paintLayer(context, { ...layer, opacity: 1 });
  const { data } = context.getImageData(0, 0, width, height);
  const pixels = new Int32Array(data.buffer, data.byteOffset, width * height);
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let row = 0; row < height; row++) {
    const start = row * width;
    let first = 0;
    while (first < width && pixels[start + first] === 0) first++;
    if (first === width) continue;
    let end = width;
    while (pixels[start + end - 1] === 0) end--;
    left = Math.min(left, first);
    right = Math.max(right, end);
    top = Math.min(top, row);
    bottom = row + 1;
  }
  if (right === 0) return { x, y, width: 0, height: 0 };
  return { x: x + left, y: y + top, width: right - left, height: bottom - top };
}

let kept = createCanvas(1, 1);
/** Pixels. */
const MOST_KEPT = 2_000_000;

/** At least as large. The next look is given the same one, as long as that is large enough. */
function emptyCanvas({ width, height }: PixelBox): Canvas {
  if (width * height > MOST_KEPT) return createCanvas(width, height);
  if (kept.width < width || kept.height < height)
    kept = createCanvas(Math.max(kept.width, width), Math.max(kept.height, height));
  const context = kept.getContext('2d');
  context.resetTransform();
  context.clearRect(0, 0, width, height);
  return kept;
}
