/** Ratings: a row of icons, filled from the left as far as the value says. */
import type { Path2D, SKRSContext2D } from '@napi-rs/canvas';
import { DataInvalid } from '../../contract/render-failure.ts';
import type { LayerOf } from '../../contract/template/layers.ts';
import { type Box, isEmptyBox, type Placement } from './box.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { ellipsePath, heartPath, starPath } from './shape-path.ts';

export interface PreparedRating {
  layer: LayerOf<'rating'>;
  icons: { path: Path2D; box: Box; filled: number }[];
  reach: Box;
  shown: Box;
}

/**
 * The icons are as large as the box lets them be; they stand at its left, in the middle of its height.
 * @throws {DataInvalid} when the value is more than the rating's maximum.
 */
export function prepareRating(
  layer: LayerOf<'rating'>,
  box: Placement,
  { place }: Pick<PrepareEnvironment, 'place'>,
): PreparedRating | null {
  const { max, gap } = layer;
  const value = Number(layer.value);
  if (!(value <= max))
    throw new DataInvalid({ ...place, problem: `value ${layer.value} is more than ${max}` });
  const side = Math.min(box.height, (box.width - gap * (max - 1)) / max);
  const shown = {
    x: box.x,
    y: box.y + (box.height - side) / 2,
    width: side * max + gap * (max - 1),
    height: side,
  };
  if (side <= 0 || isEmptyBox(shown)) return null;
  const steps = layer.halves ? 2 : 1;
  const reached = Math.round(value * steps) / steps;
  const icons = Array.from({ length: max }, (_, index) => {
    const icon = { x: shown.x + index * (side + gap), y: shown.y, width: side, height: side };
    return { path: iconPath(layer.icon, icon), box: icon, filled: Math.min(1, Math.max(0, reached - index)) };
  });
  return { layer, icons, reach: shown, shown };
}

export function drawRating(context: SKRSContext2D, { layer, icons }: PreparedRating): void {
  for (const { path, box, filled } of icons) {
    if (filled < 1) {
      context.fillStyle = layer.empty_color.trim();
      context.fill(path);
    }
    if (filled === 0) continue;
    context.save();
    context.beginPath();
    // Beyond its right edge nothing is cut off: a full icon keeps its smooth edge.
    context.rect(box.x - 1, box.y - 1, filled === 1 ? box.width + 2 : box.width * filled + 1, box.height + 2);
    context.clip();
    context.fillStyle = layer.color.trim();
    context.fill(path);
    context.restore();
  }
}

function iconPath(icon: LayerOf<'rating'>['icon'], box: Box): Path2D {
  switch (icon) {
    case 'star':
      return starPath(box, 5, 0.42);
    case 'heart':
      return heartPath(box);
    case 'circle':
      return ellipsePath(box);
    default:
      return icon satisfies never;
  }
}
