import type { CanvasGradient, SKRSContext2D } from '@napi-rs/canvas';
import type { Fill } from '../../contract/template/values.ts';
import type { Box } from './box.ts';

/** A fill as the canvas takes it. Gradients run over the box: linear ones as in CSS, from corner to corner. */
export function canvasFill(context: SKRSContext2D, fill: Fill, box: Box): string | CanvasGradient {
  if (typeof fill === 'string') return fill.trim();
  const gradient = createGradient(context, fill, box);
  for (const { offset, color } of fill.stops) gradient.addColorStop(offset, color.trim());
  return gradient;
}

function createGradient(context: SKRSContext2D, fill: Exclude<Fill, string>, box: Box): CanvasGradient {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  switch (fill.type) {
    case 'linear': {
      const angle = (fill.angle * Math.PI) / 180;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const half = (Math.abs(box.width * cos) + Math.abs(box.height * sin)) / 2;
      return context.createLinearGradient(x - cos * half, y - sin * half, x + cos * half, y + sin * half);
    }
    case 'radial':
      return context.createRadialGradient(x, y, 0, x, y, Math.hypot(box.width, box.height) / 2);
    default:
      return fill satisfies never;
  }
}
