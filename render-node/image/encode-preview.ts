import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { Size } from '../layers/box.ts';

const PREVIEW_WIDTH = 640;
const PREVIEW_QUALITY = 82;

/** Of the last previews, largest first: the next picture is most likely as large. */
let kept: Canvas[] = [];

/** A small JPEG of a picture, for lists. */
export function encodePreview(canvas: Canvas): Buffer {
  const scale = Math.min(1, PREVIEW_WIDTH / canvas.width);
  const size = {
    width: Math.max(1, Math.round(canvas.width * scale)),
    height: Math.max(1, Math.round(canvas.height * scale)),
  };
  const steps = halvings(canvas, size).map((step) => canvasOf(step));
  kept = steps;
  let smaller = canvas;
  for (const step of steps) {
    const context = step.getContext('2d');
    // JPEG knows no transparency, and the canvas still shows the last one.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, step.width, step.height);
    // Down to a half each pixel counts; that is all that the costlier ways would be for.
    context.imageSmoothingQuality = 'low';
    context.drawImage(smaller, 0, 0, step.width, step.height);
    smaller = step;
  }
  return smaller.encodeSync('jpeg', PREVIEW_QUALITY);
}

/** Sizes on the way to a small one, none less than half of the one before. */
function halvings(from: Size, to: Size): Size[] {
  if (to.width * 2 >= from.width && to.height * 2 >= from.height) return [to];
  const half = {
    width: Math.max(to.width, Math.ceil(from.width / 2)),
    height: Math.max(to.height, Math.ceil(from.height / 2)),
  };
  return [half, ...halvings(half, to)];
}

function canvasOf({ width, height }: Size): Canvas {
  const known = kept.find((canvas) => canvas.width === width && canvas.height === height);
  return known ?? createCanvas(width, height);
}
