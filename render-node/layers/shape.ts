import type { Path2D, SKRSContext2D } from '@napi-rs/canvas';
import type { LayerOf } from '../../contract/template/layers.ts';
import { type Box, grown, type Placement } from './box.ts';
import { canvasFill } from './paint-fill.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { cornerRadii } from './rounded-box.ts';
import { boxedPath, ellipsePath, linePath, polygonPath, roundedBox, starPath } from './shape-path.ts';

export interface PreparedShape {
  layer: LayerOf<'shape'>;
  box: Box;
  /** What is filled; null for a line. */
  surface: Path2D | null;
  outline: Outline | null;
  reach: Box;
}

interface Outline {
  path: Path2D;
  stroke: Stroke;
  width: number;
  /** Only what lies inside the surface is painted. */
  inside: boolean;
}

type Stroke = NonNullable<LayerOf<'shape'>['stroke']>;

export function prepareShape(
  layer: LayerOf<'shape'>,
  box: Placement,
  { frame }: Pick<PrepareEnvironment, 'frame'>,
): PreparedShape {
  const outline = shapeOutline(layer, box, frame);
  const surface = layer.shape === 'line' ? null : shapePath(layer, box, frame, 0);
  return { layer, box, surface, outline, reach: shapeReach(surface, outline, box) };
}

export function drawShape(context: SKRSContext2D, { layer, box, surface, outline }: PreparedShape): void {
  if (surface) {
    context.fillStyle = canvasFill(context, layer.fill, box);
    context.fill(surface);
  }
  if (!outline) return;
  const { path, stroke, width, inside } = outline;
  context.save();
  if (inside && surface) context.clip(surface);
  context.lineWidth = width;
  context.lineCap = stroke.cap;
  context.lineJoin = layer.shape === 'path' ? 'round' : 'miter';
  context.strokeStyle = stroke.color.trim();
  context.setLineDash(stroke.dash);
  context.stroke(path);
  context.restore();
}

/** What a line looks like that has no stroke. */
const LINE_WIDTH = 4;

/** A stroke lies inside the edge of a closed shape, so that it never leaves its box; a line or path has it on both sides. */
function shapeOutline(layer: LayerOf<'shape'>, box: Box, frame: PrepareEnvironment['frame']): Outline | null {
  const stroke = layer.stroke ?? (layer.shape === 'line' ? plainStroke(layer.fill) : null);
  if (!stroke || stroke.width === 0 || stroke.end <= stroke.start) return null;
  const isBox = layer.shape === 'rect' || layer.shape === 'ellipse';
  const inside = layer.shape === 'polygon' || layer.shape === 'star';
  const width = isBox ? Math.min(stroke.width, box.width / 2, box.height / 2) : stroke.width;
  const path = shapePath(layer, box, frame, isBox ? width / 2 : 0);
  if (stroke.start > 0 || stroke.end < 1) path.trim(stroke.start, stroke.end);
  return { path, stroke, width: inside ? width * 2 : width, inside };
}

function plainStroke(fill: LayerOf<'shape'>['fill']): Stroke {
  const color = typeof fill === 'string' ? fill : (fill.stops[0]?.color ?? '#000000');
  return { color, width: LINE_WIDTH, dash: [], cap: 'butt', start: 0, end: 1 };
}

function shapePath(
  { shape, radius, sides, inner, path, view_box }: LayerOf<'shape'>,
  box: Box,
  frame: PrepareEnvironment['frame'],
  inset: number,
): Path2D {
  switch (shape) {
    case 'rect':
      return roundedBox(box, cornerRadii(radius, box, frame), inset);
    case 'ellipse':
      return ellipsePath(box, inset);
    case 'line':
      return linePath(box);
    case 'polygon':
      return polygonPath(box, sides);
    case 'star':
      return starPath(box, sides, inner);
    case 'path':
      return boxedPath(path, view_box, box);
    default:
      return shape satisfies never;
  }
}

function shapeReach(surface: Path2D | null, outline: Outline | null, box: Box): Box {
  if (!outline && !surface) return { ...box, width: 0, height: 0 };
  const [left = 0, top = 0, right = 0, bottom = 0] = (surface ?? outline!.path).getBounds();
  const bare = { x: left, y: top, width: right - left, height: bottom - top };
  const onBothSides = outline !== null && !outline.inside;
  // A square cap reaches out by half a width along the line, at the diagonal by 1.5 of that.
  return onBothSides ? grown(bare, outline.width * 0.75) : bare;
}
