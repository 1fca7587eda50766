/** What was painted of a picture, and canvases that are painted again and again. */
import type { Canvas } from '@napi-rs/canvas';
import { isSameBox, type PixelBox } from '../layers/box.ts';

export interface PaintedFrame {
  canvas: Canvas;
  /** What of the frame the canvas shows, all of it. */
  area: PixelBox;
}

/** Opaque pixels of an area that lies within what was painted. */
export function opaquePixels({ canvas, area: shown }: PaintedFrame, area = shown): Uint8Array {
  // Without alpha to be divided by: that would take a second surface of the canvas.
  if (isSameBox(area, shown)) return canvas.data();
  const { data } = canvas
    .getContext('2d')
    .getImageData(area.x - shown.x, area.y - shown.y, area.width, area.height);
  return new Uint8Array(data.buffer, data.byteOffset, data.length);
}

/**
 * Before it is painted again, from corner to corner: a canvas that was read keeps what was read, and copies all of it for the
 * first stroke that is painted over it.
 */
export function cleared(canvas: Canvas): Canvas {
  const context = canvas.getContext('2d');
  context.resetTransform();
  context.clearRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Gradients are dithered in cells of so many pixels, counted from the canvas' corner. */
const DITHER_CELL = 8;

/** A part of a picture that looks the same on a canvas of its own: with some pixels more to the left and at the top. */
export function onDitherCells({ x, y, width, height }: PixelBox): PixelBox {
  const [left, top] = [x - (x % DITHER_CELL), y - (y % DITHER_CELL)];
  return { x: left, y: top, width: x + width - left, height: y + height - top };
}
