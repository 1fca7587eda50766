import type { SKRSContext2D } from '@napi-rs/canvas';
import type { LayerOf } from '../../contract/template/layers.ts';
import type { Box, Placement } from './box.ts';
import { canvasFill } from './paint-fill.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { cornerRadii, type Radii, roundedBoxPath } from './rounded-box.ts';

export interface PreparedShape {
  layer: LayerOf<'shape'>;
  box: Box;
  radii: Radii;
  reach: Box;
}

export function prepareShape(
  layer: LayerOf<'shape'>,
  box: Placement,
  { frame }: Pick<PrepareEnvironment, 'frame'>,
): PreparedShape {
  return { layer, box, radii: cornerRadii(layer.radius, box, frame), reach: box };
}

/** The stroke lies inside the shape's edge, so that a shape never leaves its box. */
export function drawShape(context: SKRSContext2D, { layer, box, radii }: PreparedShape): void {
  shapePath(context, layer, box, radii, 0);
  context.fillStyle = canvasFill(context, layer.fill, box);
  context.fill();
  if (!layer.stroke || layer.stroke.width === 0) return;
  const width = Math.min(layer.stroke.width, box.width / 2, box.height / 2);
  shapePath(context, layer, box, radii, width / 2);
  context.lineWidth = width;
  context.strokeStyle = layer.stroke.color.trim();
  context.stroke();
}

function shapePath(
  context: SKRSContext2D,
  { shape }: LayerOf<'shape'>,
  box: Box,
  radii: Radii,
  inset: number,
): void {
  switch (shape) {
    case 'rect':
      roundedBoxPath(context, box, radii, inset);
      return;
    case 'ellipse': {
      const [radiusX, radiusY] = [box.width / 2 - inset, box.height / 2 - inset];
      context.beginPath();
      context.ellipse(
        box.x + box.width / 2,
        box.y + box.height / 2,
        Math.max(0, radiusX),
        Math.max(0, radiusY),
        0,
        0,
        2 * Math.PI,
      );
      return;
    }
    default:
      shape satisfies never;
  }
}
