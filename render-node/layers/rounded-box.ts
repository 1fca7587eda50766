import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Length } from '../../contract/template/values.ts';
import { type Box, pixels, type Size } from './box.ts';

export interface Radii {
  x: number;
  y: number;
}

/** CSS `border-radius`: a percentage refers to the box's own sides; corners never meet beyond the middle. */
export function cornerRadii(radius: Length, box: Size, frame: Size): Radii {
  const x = Math.max(0, pixels(radius, box.width, frame));
  const y = Math.max(0, pixels(radius, box.height, frame));
  const shrink = Math.min(1, box.width / (2 * x || 1), box.height / (2 * y || 1));
  return { x: x * shrink, y: y * shrink };
}

/** Begins a path around the box, drawn in by `inset` pixels on each side. */
export function roundedBoxPath(context: SKRSContext2D, box: Box, radii: Radii, inset = 0): void {
  const [width, height] = [Math.max(0, box.width - 2 * inset), Math.max(0, box.height - 2 * inset)];
  const corner = { x: Math.max(0, radii.x - inset), y: Math.max(0, radii.y - inset) };
  context.beginPath();
  if (corner.x === 0 || corner.y === 0) context.rect(box.x + inset, box.y + inset, width, height);
  else context.roundRect(box.x + inset, box.y + inset, width, height, [corner]);
}
