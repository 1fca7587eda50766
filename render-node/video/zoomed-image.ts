/**
 * Ken Burns: a picture that is moved nearer while it shows. Painted at fractions of a pixel, because whole ones make it
 * shake (rendering trap T14).
 */
import type { LayerOf } from '../../contract/template/layers.ts';
import { type PreparedLayer, prepareLayer } from '../layers/layer.ts';
import type { PrepareEnvironment } from '../layers/prepare-environment.ts';
import { cornerRadii, roundedBoxPath } from '../layers/rounded-box.ts';

/** Whether zooming the finished layer is zooming its picture: nothing else is painted with it. */
export function isPlainZoom({ border, shadow, mask, blur, fit, rotation }: LayerOf<'image'>): boolean {
  return !border?.width && !shadow && !mask && blur === 0 && fit !== 'contain-blur' && rotation === 0;
}

const prepared = new WeakMap<LayerOf<'image'>, Promise<PreparedLayer | null>>();

/** @param zoom the factor at this moment, within those of the layer. Null when there is no picture. */
export async function prepareZoomed(
  layer: LayerOf<'image'>,
  zoom: number,
  environment: PrepareEnvironment,
): Promise<PreparedLayer | null> {
  if (!layer.zoom) return prepareLayer(layer, environment);
  const { from, to, x, y } = layer.zoom;
  const least = Math.min(from, to);
  const widest = prepared.get(layer) ?? prepareWidest(layer, least, Math.max(from, to) / least, environment);
  prepared.set(layer, widest);
  // What could not be had now may be had for the next row.
  widest.catch(() => prepared.delete(layer));
  const base = await widest;
  if (!base) return null;
  const { placement } = base;
  const radii = cornerRadii(layer.radius, placement, environment.frame);
  const centreX = placement.x + (placement.width * Number.parseFloat(x)) / 100;
  const centreY = placement.y + (placement.height * Number.parseFloat(y)) / 100;
  const nearer = zoom / least;
  return {
    ...base,
    draw(context) {
      context.save();
      roundedBoxPath(context, placement, radii);
      context.clip();
      context.translate(centreX, centreY);
      context.scale(nearer, nearer);
      context.translate(-centreX, -centreY);
      base.draw(context);
      context.restore();
    },
  };
}

/**
 * With low smoothing a pixel is made of the four around it, which takes less than half the time; a photo is one per cent less
 * sharp. Where it gets smaller than that, fine detail would flicker.
 */
const NEAREST_WITH_LOW_SMOOTHING = 1.5;

/**
 * As it shows most of the picture, with enough pixels for when it shows least.
 * @param detail how much nearer it comes, at least 1.
 */
async function prepareWidest(
  layer: LayerOf<'image'>,
  least: number,
  detail: number,
  environment: PrepareEnvironment,
): Promise<PreparedLayer | null> {
  const wide = { ...layer, radius: 0, zoom: layer.zoom && { ...layer.zoom, from: least } };
  return prepareLayer(wide, {
    ...environment,
    detail: (environment.detail ?? 1) * detail,
    smoothing: detail <= NEAREST_WITH_LOW_SMOOTHING ? 'low' : 'high',
  });
}
