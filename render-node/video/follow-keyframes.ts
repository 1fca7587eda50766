/** Where keyframes put a layer at a moment. Values are interpolated in pixels, degrees and sRGB. */
import type { TimedLayer } from '../../contract/template/layers.ts';
import type { Length } from '../../contract/template/values.ts';
import { pixels, type Size } from '../layers/box.ts';
import { ease } from './ease.ts';
import type { LayerChange, LayerLook } from './layer-look.ts';
import { mixColours } from './mix-colours.ts';

type Keyed = Pick<LayerLook, 'dx' | 'dy' | 'scale' | 'turn'> & { opacity?: number; as: LayerChange };

/** @param seconds since the layer's start. */
export function followKeyframes(layer: TimedLayer, seconds: number, canvas: Size): Keyed {
  const { x, y, width, height, opacity, rotation, scale, fill } = layer.keyframes;
  const across = (length: Length) => pixels(length, canvas.width, canvas);
  const down = (length: Length) => pixels(length, canvas.height, canvas);
  const number = (track: Track<number>) => valueAt(track, seconds, mix);
  const length = (track: Track<Length>, toPixels: (length: Length) => number) =>
    valueAt(track, seconds, (from, to, share) => mix(toPixels(from), toPixels(to), share));
  const left = length(x, across);
  const top = length(y, down);
  const turn = number(rotation);
  const wide = length(width, across);
  const high = length(height, down);
  const colour = valueAt(fill, seconds, mixColours);
  return {
    dx: left === null ? 0 : left - across(layer.x),
    dy: top === null ? 0 : top - down(layer.y),
    scale: number(scale) ?? 1,
    turn: turn === null ? 0 : turn - layer.rotation,
    ...(opacity.length > 0 ? { opacity: number(opacity) ?? 1 } : {}),
    as: {
      ...(wide === null ? {} : { width: Math.round(wide * 100) / 100 }),
      ...(high === null ? {} : { height: Math.round(high * 100) / 100 }),
      ...(colour === null ? {} : { fill: colour }),
    },
  };
}

type Track<Value> = { t: number; v: Value; easing: string }[];

function valueAt<Value, Mixed>(
  track: Track<Value>,
  seconds: number,
  between: (from: Value, to: Value, share: number) => Mixed,
): Mixed | null {
  const next = track.findIndex(({ t }) => t > seconds);
  const from = track[next < 0 ? track.length - 1 : Math.max(0, next - 1)];
  if (!from) return null;
  const to = next > 0 ? track[next]! : from;
  const share = to === from ? 0 : (seconds - from.t) / (to.t - from.t);
  return between(from.v, to.v, ease(from.easing, share));
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
