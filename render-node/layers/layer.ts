/**
 * Layers in two steps: `prepareLayer` does all that may wait or fail (media, fonts, layout), `paintLayer` only paints, so
 * that a video paints the same prepared layer on many frames.
 */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { isBlankLayer } from '../../contract/template/fill-layers.ts';
import type { Layer } from '../../contract/template/layers.ts';
import { type Box, isEmptyBox, layerBox, type PixelBox, type Placement, paintedBox } from './box.ts';
import { drawImage, prepareImage } from './image.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { drawQr, prepareQr } from './qr.ts';
import { drawShape, prepareShape } from './shape.ts';
import { drawText, prepareText } from './text.ts';

export type { PrepareEnvironment };

/** Layers that a canvas paints; clips are moving pictures and belong to the video half. */
export type PaintedLayer = Exclude<Layer, { type: 'video' }>;

export interface PreparedLayer {
  /** Whole pixels of the frame that the layer can touch, stroke and rotation included. */
  readonly bounds: PixelBox;
  /** The layer's own opacity, 0–1. */
  readonly opacity: number;
  readonly placement: Placement;
  /** Paints at full opacity, in the layer's own unrotated coordinates. */
  draw(context: SKRSContext2D): void;
}

/**
 * Makes a filled layer ready to paint; null when it shows nothing (blank, invisible, fully transparent, outside).
 * @throws {RenderFailure} naming scene, layer and variable.
 */
export async function prepareLayer(
  layer: PaintedLayer,
  environment: PrepareEnvironment,
): Promise<PreparedLayer | null> {
  if (!layer.visible || layer.opacity === 0 || isBlankLayer(layer)) return null;
  const placement = layerBox(layer, environment.frame);
  const content = await prepareContent(layer, placement, environment);
  if (!content) return null;
  const bounds = paintedBox(placement, content.reach, environment.frame);
  return isEmptyBox(bounds) ? null : { bounds, opacity: layer.opacity, placement, draw: content.draw };
}

/** Paints a prepared layer; `opacity` (0–1) multiplies the layer's own, as a fade does. */
export function paintLayer(
  context: SKRSContext2D,
  layer: PreparedLayer,
  { opacity = 1 }: { opacity?: number } = {},
): void {
  const shown = layer.opacity * opacity;
  if (shown <= 0) return;
  if (shown >= 1) {
    paintPlaced(context, layer);
    return;
  }
  // Parts of one layer that overlap (stroke under fill, modules on their ground) must not show through each other.
  const { x, y } = layer.bounds;
  context.save();
  context.globalAlpha *= shown;
  context.drawImage(layerSprite(layer), x, y);
  context.restore();
}

const sprites = new WeakMap<PreparedLayer, Canvas>();

/** The layer alone on a transparent ground of the size of its bounds, painted once. */
export function layerSprite(layer: PreparedLayer): Canvas {
  const known = sprites.get(layer);
  if (known) return known;
  const { x, y, width, height } = layer.bounds;
  const sprite = createCanvas(width, height);
  const context = sprite.getContext('2d');
  context.translate(-x, -y);
  paintPlaced(context, layer);
  sprites.set(layer, sprite);
  return sprite;
}

function paintPlaced(context: SKRSContext2D, { placement, draw }: PreparedLayer): void {
  context.save();
  if (placement.rotation !== 0) {
    const centreX = placement.x + placement.width / 2;
    const centreY = placement.y + placement.height / 2;
    context.translate(centreX, centreY);
    context.rotate((placement.rotation * Math.PI) / 180);
    context.translate(-centreX, -centreY);
  }
  draw(context);
  context.restore();
}

/** What a layer type makes of itself: how far it reaches (before rotation) and how it paints. */
interface LayerContent {
  reach: Box;
  draw(context: SKRSContext2D): void;
}

async function prepareContent(
  layer: PaintedLayer,
  placement: Placement,
  environment: PrepareEnvironment,
): Promise<LayerContent | null> {
  switch (layer.type) {
    case 'text': {
      const text = prepareText(layer, placement, environment);
      return text && { reach: text.reach, draw: (context) => drawText(context, text) };
    }
    case 'image': {
      const image = await prepareImage(layer, placement, environment);
      return image && { reach: image.reach, draw: (context) => drawImage(context, image) };
    }
    case 'shape': {
      const shape = prepareShape(layer, placement, environment);
      return { reach: shape.reach, draw: (context) => drawShape(context, shape) };
    }
    case 'qr': {
      const code = prepareQr(layer, placement, environment);
      return { reach: code.reach, draw: (context) => drawQr(context, code) };
    }
    default:
      return layer satisfies never;
  }
}
