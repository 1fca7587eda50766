import type { LayerOf, TimedLayer } from '../../contract/template/layers.ts';
import {
  around,
  isEmptyBox,
  layerBox,
  movedBy,
  overlap,
  type PixelBox,
  type Placement,
  paintedBox,
  rounded,
  type Size,
  wholeOf,
} from '../layers/box.ts';
import type { PreparedLayer } from '../layers/layer.ts';
import type { VisibleLayer } from './events.ts';
import type { LayerLook } from './layer-look.ts';
import { lineBoxes } from './paint-look.ts';
import type { PreparedVideo } from './prepare-video.ts';

/**
 * The pixels that a layer can touch in the place where its scene stands; null when that is not known. Empty boxes lie within
 * the frame.
 */
export function visibleBounds(
  { span, look }: VisibleLayer,
  { painted, clips, timeline }: PreparedVideo,
): PixelBox | null {
  if (look?.as && isPlainBar(span.layer, look))
    return withinFrame(barBounds(span.layer, look, timeline), timeline);
  const [layer, clip] = [painted.get(span), clips.get(span)];
  const bounds = layer ? withSlidingLines(layer, look, timeline) : clip?.bounds;
  const placement = (layer ?? clip)?.placement;
  // Anew, with another size or other words, it may reach anywhere.
  if (!bounds || !placement || (look?.as && !isSameSize(look.as))) return null;
  return withinFrame(look ? moved(bounds, placement, look) : bounds, timeline);
}

/** A line that slides in shows all over its place, also where its letters will not stand. */
function withSlidingLines(layer: PreparedLayer, look: LayerLook | undefined, frame: Size): PixelBox {
  if (!look?.reveals?.some(({ part }) => part === 'lines')) return layer.bounds;
  return around(layer.bounds, paintedBox(layer.placement, lineBoxes(layer).reduce(around), frame));
}

function isSameSize({ width, height, text }: NonNullable<LayerLook['as']>): boolean {
  return width === undefined && height === undefined && text === undefined;
}

/** A bar that fills up changes on every frame: it is worth knowing where. */
function isPlainBar(layer: TimedLayer, { as, scale }: LayerLook): layer is LayerOf<'shape'> & TimedLayer {
  return (
    layer.type === 'shape' &&
    (layer.shape === 'rect' || layer.shape === 'ellipse') &&
    !layer.place_after &&
    layer.shadow === null &&
    layer.blur === 0 &&
    scale === undefined &&
    as?.text === undefined
  );
}

function barBounds(layer: TimedLayer, { as, dx = 0, dy = 0, turn = 0 }: LayerLook, frame: Size): PixelBox {
  const box = layerBox({ ...layer, ...as }, frame);
  const placement = movedBy({ ...box, rotation: box.rotation + turn }, dx, dy);
  return paintedBox(placement, placement, frame);
}

function moved(bounds: PixelBox, placement: Placement, look: LayerLook): PixelBox {
  const { dx = 0, dy = 0, scale = 1, turn = 0 } = look;
  if (dx === 0 && dy === 0 && scale === 1 && turn === 0) return bounds;
  const [centreX, centreY] = [placement.x + placement.width / 2, placement.y + placement.height / 2];
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const corners = [
    [bounds.x, bounds.y],
    [bounds.x + bounds.width, bounds.y],
    [bounds.x, bounds.y + bounds.height],
    [bounds.x + bounds.width, bounds.y + bounds.height],
  ].map(([x = 0, y = 0]) => ({
    x: centreX + dx + (x - centreX) * cos - (y - centreY) * sin,
    y: centreY + dy + (x - centreX) * sin + (y - centreY) * cos,
  }));
  // One pixel more on each side: anti-aliasing paints into the neighbours.
  const left = Math.min(...corners.map(({ x }) => x)) - 1;
  const top = Math.min(...corners.map(({ y }) => y)) - 1;
  const width = Math.max(...corners.map(({ x }) => x)) + 1 - left;
  const height = Math.max(...corners.map(({ y }) => y)) + 1 - top;
  return rounded({ x: left, y: top, width, height });
}

function withinFrame(bounds: PixelBox, frame: Size): PixelBox {
  const seen = overlap(bounds, wholeOf(frame));
  if (!isEmptyBox(seen)) return seen;
  const clamped = (value: number, most: number) => Math.min(Math.max(0, value), most - 1);
  return { x: clamped(seen.x, frame.width), y: clamped(seen.y, frame.height), width: 0, height: 0 };
}
