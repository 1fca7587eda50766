/** Painting of prepared layers: rotation, opacity and blending, alike for every type. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Layer } from '../../contract/template/layers.ts';
import { type Box, movedBy, outputPixels, type PixelBox, type Placement } from './box.ts';
import type { TextParts } from './text/text-parts.ts';

export interface PreparedLayer {
  /** Whole pixels of the frame that the layer can touch; stroke, shadow, blur and rotation included. */
  readonly bounds: PixelBox;
  /** The layer's own opacity, 0–1. */
  readonly opacity: number;
  readonly placement: Placement;
  /** What it really shows before rotation, such as a text's lines; its box where that says nothing else. */
  readonly shown?: Box;
  /** How it mixes with what lies below. One that is not `normal` cannot be painted apart from that. */
  readonly blend?: Layer['blend'];
  /** Pixels of the output to a pixel of the template. */
  readonly detail?: number;
  /** Of a text: where its lines, words and characters lie. */
  readonly parts?: () => TextParts;
  /** Paints at full opacity, in the layer's own unrotated coordinates. */
  draw(context: SKRSContext2D): void;
}

/** Paints a prepared layer; `opacity` (0–1) multiplies the layer's own, as a fade does. */
export function paintLayer(
  context: SKRSContext2D,
  layer: PreparedLayer,
  { opacity = 1 }: { opacity?: number } = {},
): void {
  const shown = layer.opacity * opacity;
  if (shown <= 0) return;
  const blends = blendsWithGround(layer);
  if (shown >= 1 && !blends) {
    paintPlaced(context, layer);
    return;
  }
  // Parts of one layer that overlap (stroke under fill, modules on their ground) must not show through each other.
  const detail = layer.detail ?? 1;
  const { x, y, width, height } = outputPixels(layer.bounds, detail);
  context.save();
  context.globalAlpha *= shown;
  if (layer.blend && blends) context.globalCompositeOperation = canvasBlend(layer.blend);
  context.drawImage(layerSprite(layer), x / detail, y / detail, width / detail, height / detail);
  context.restore();
}

/** Such a layer must be painted onto what lies below it, not onto a ground of its own. */
export function blendsWithGround({ blend = 'normal' }: { blend?: Layer['blend'] }): boolean {
  return blend !== 'normal';
}

/** The same layer elsewhere; whole pixels, so that what is crisp stays crisp. */
export function moveLayer(layer: PreparedLayer, dx: number, dy: number): PreparedLayer {
  if (dx === 0 && dy === 0) return layer;
  return {
    ...layer,
    bounds: movedBy(layer.bounds, dx, dy),
    placement: movedBy(layer.placement, dx, dy),
    shown: movedBy(layer.shown ?? layer.placement, dx, dy),
    draw(context) {
      context.save();
      context.translate(dx, dy);
      layer.draw(context);
      context.restore();
    },
  };
}

const sprites = new WeakMap<PreparedLayer, Canvas>();

/** The layer alone on a transparent ground of the size of its bounds, painted once. */
function layerSprite(layer: PreparedLayer): Canvas {
  const known = sprites.get(layer);
  if (known) return known;
  const { bounds, detail = 1 } = layer;
  // On the output's own pixels: what is painted here is not resampled.
  const { x, y, width, height } = outputPixels(bounds, detail);
  const sprite = createCanvas(width, height);
  const context = sprite.getContext('2d');
  context.translate(-x, -y);
  context.scale(detail, detail);
  paintPlaced(context, layer);
  sprites.set(layer, sprite);
  return sprite;
}

function paintPlaced(context: SKRSContext2D, { placement, draw }: PreparedLayer): void {
  context.save();
  turn(context, placement);
  draw(context);
  context.restore();
}

function turn(context: SKRSContext2D, { x, y, width, height, rotation }: Placement): void {
  if (rotation === 0) return;
  context.translate(x + width / 2, y + height / 2);
  context.rotate((rotation * Math.PI) / 180);
  context.translate(-x - width / 2, -y - height / 2);
}

function canvasBlend(blend: Layer['blend']): SKRSContext2D['globalCompositeOperation'] {
  return blend === 'normal' ? 'source-over' : blend;
}
