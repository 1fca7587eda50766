import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from './box.ts';

const GROUND = '#e3e6ea';
const SIGN = '#aeb5bd';

/** A grey box with the sign of a picture, where one could not be had. */
export function drawPlaceholder(context: SKRSContext2D, { x, y, width, height }: Box): void {
  context.fillStyle = GROUND;
  context.fillRect(x, y, width, height);
  const side = Math.min(width, height) * 0.4;
  const [left, top] = [x + (width - side) / 2, y + (height - side) / 2];
  context.fillStyle = SIGN;
  context.beginPath();
  context.arc(left + side * 0.3, top + side * 0.28, side * 0.12, 0, 2 * Math.PI);
  context.fill();
  context.beginPath();
  for (const [across, down] of [
    ...[[0, 0.9] as const, [0.35, 0.45] as const, [0.55, 0.68] as const],
    ...[[0.7, 0.52] as const, [1, 0.9] as const],
  ])
    context.lineTo(left + side * across, top + side * down);
  context.closePath();
  context.fill();
}
