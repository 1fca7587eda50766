/**
 * Layers in two steps: `prepareLayer` does all that may wait or fail (media, fonts, layout), `paintLayer` only paints, so
 * that a video paints the same prepared layer on many frames.
 */
import { isBlankLayer } from '../../contract/template/fill-layers.ts';
import type { Layer } from '../../contract/template/layers.ts';
import { drawBarcode, prepareBarcode } from './barcode.ts';
import { isEmptyBox, layerBox, movedBy, type Placement, paintedBox, wholeOf } from './box.ts';
import { followOffset } from './follow.ts';
import { drawGroup, prepareGroup } from './group.ts';
import { drawImage, prepareImage } from './image.ts';
import { applyLook, type LayerContent, prepareLook } from './look.ts';
import { moveLayer, type PreparedLayer } from './paint-layer.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { drawQr, prepareQr } from './qr.ts';
import { drawRating, prepareRating } from './rating.ts';
import { drawShape, prepareShape } from './shape.ts';
import { textParts } from './text/text-parts.ts';
import { drawText, prepareText } from './text.ts';

export { type PreparedLayer, paintLayer } from './paint-layer.ts';

/** Layers that a canvas paints; clips are moving pictures and belong to the video half. */
export type PaintedLayer = Exclude<Layer, { type: 'video' | 'caption' }>;

/**
 * Makes a filled layer ready to paint; null when it shows nothing (blank, invisible, fully transparent, outside).
 * @throws {RenderFailure} naming scene, layer and variable.
 */
export async function prepareLayer(
  layer: PaintedLayer,
  environment: PrepareEnvironment,
): Promise<PreparedLayer | null> {
  if (!layer.visible || layer.opacity === 0 || isBlankLayer(layer)) return null;
  const { frame, parent, detail = 1, window = wholeOf(frame) } = environment;
  const placement = layerBox(layer, frame, parent);
  const plain = await prepareContent(layer, placement, environment);
  if (!plain) return null;
  const look = await prepareLook(layer, placement, environment);
  const { reach, draw } = applyLook(plain, look);
  const shown = plain.shown ?? placement;
  const { dx, dy } = await followOffset(layer, shown, environment);
  const bounds = paintedBox(movedBy(placement, dx, dy), movedBy(reach, dx, dy), window);
  if (isEmptyBox(bounds)) return null;
  const { opacity, blend } = layer;
  const { parts } = plain;
  const prepared = {
    bounds: movedBy(bounds, -dx, -dy),
    opacity,
    placement,
    shown,
    blend,
    detail,
    ...(parts && { parts }),
    draw,
  };
  return moveLayer(prepared, dx, dy);
}

async function prepareContent(
  layer: PaintedLayer,
  placement: Placement,
  environment: PrepareEnvironment,
): Promise<LayerContent | null> {
  switch (layer.type) {
    case 'text': {
      const text = prepareText(layer, placement, environment);
      return (
        text && { ...text, parts: textParts(text, placement), draw: (context) => drawText(context, text) }
      );
    }
    case 'image': {
      const image = await prepareImage(layer, placement, environment);
      return image && { reach: image.reach, framed: true, draw: (context) => drawImage(context, image) };
    }
    case 'shape': {
      const shape = prepareShape(layer, placement, environment);
      return { reach: shape.reach, draw: (context) => drawShape(context, shape) };
    }
    case 'qr': {
      const code = await prepareQr(layer, placement, environment);
      return { reach: code.reach, rounded: code.square, draw: (context) => drawQr(context, code) };
    }
    case 'barcode': {
      const code = prepareBarcode(layer, placement, environment);
      return { reach: placement, rounded: placement, draw: (context) => drawBarcode(context, code) };
    }
    case 'rating': {
      const rating = prepareRating(layer, placement, environment);
      return rating && { ...rating, draw: (context) => drawRating(context, rating) };
    }
    case 'group': {
      const group = await prepareGroup(layer, placement, environment, prepareLayer);
      return group && { ...group, draw: (context) => drawGroup(context, group) };
    }
    default:
      return layer satisfies never;
  }
}
