/** How a layer shows at one of its frames: what animations, keyframes, a zoom or captions make of it. Pure. */
import type { TimedLayer } from '../../contract/template/layers.ts';
import { animate } from './animate.ts';
import { captionAt } from './captions/caption-at.ts';
import { followKeyframes } from './follow-keyframes.ts';
import type { LayerChange, LayerLook } from './layer-look.ts';
import type { LayerSpan, Timeline } from './timeline.ts';

export interface LayerState {
  /** 0–1; the layer's own comes on top. */
  opacity: number;
  look?: LayerLook;
}

/**
 * @param frame counted from the layer's start.
 * @returns null when nothing of it shows.
 */
export function layerState(
  span: LayerSpan,
  frame: number,
  timeline: Pick<Timeline, 'fps' | 'width' | 'height'>,
): LayerState | null {
  if (isAtRest(span, frame)) return PLAIN;
  const { layer } = span;
  const caption = layer.type === 'caption' ? captionAt(layer, frame / timeline.fps) : {};
  if (!caption) return null;
  const animated = animate(span, frame, timeline);
  const keyed = followKeyframes(layer, frame / timeline.fps, timeline);
  const opacity = rounded(animated.opacity * (keyed.opacity ?? 1));
  if (opacity <= 0) return null;
  const look = compact({
    dx: rounded((animated.dx ?? 0) + (keyed.dx ?? 0)),
    dy: rounded((animated.dy ?? 0) + (keyed.dy ?? 0)),
    scale: rounded((animated.scale ?? 1) * (keyed.scale ?? 1)),
    turn: rounded(keyed.turn ?? 0),
    reveals: animated.reveals,
    as: { ...animated.as, ...keyed.as, ...zoomAt(layer, frame, span.frames), ...caption.as },
    word: caption.word,
  });
  if (look?.scale === 0) return null;
  return look ? { opacity, look } : { opacity };
}

const PLAIN: LayerState = { opacity: 1 };

/** Most layers are, on most frames: those cost next to nothing. */
function isAtRest({ changes, animations }: LayerSpan, frame: number): boolean {
  if (changes !== 'at_its_ends') return changes === 'never';
  return animations.every(({ at, first, frames }) => (at === 'in' ? frame >= first + frames : frame < first));
}

/** A still shows `from`, the last frame `to`. */
function zoomAt(layer: TimedLayer, frame: number, frames: number): LayerChange {
  if (layer.type !== 'image' || !layer.zoom) return {};
  const { from, to } = layer.zoom;
  const zoom = from + (to - from) * (frames > 1 ? frame / (frames - 1) : 0);
  return { zoom: Math.round(zoom * 1e6) / 1e6 };
}

/** Finer than anybody sees, and coarse enough for equal moments to be equal. */
function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

/** Without what leaves the layer as it is; undefined when nothing else is left. */
function compact({ dx, dy, scale, turn, reveals, as, word }: LayerLook): LayerLook | undefined {
  const look: LayerLook = {
    ...(dx ? { dx } : {}),
    ...(dy ? { dy } : {}),
    ...(scale === 1 ? {} : { scale }),
    ...(turn ? { turn } : {}),
    ...(reveals?.length ? { reveals } : {}),
    ...(as && Object.keys(as).length > 0 ? { as } : {}),
    ...(word === undefined ? {} : { word }),
  };
  return Object.keys(look).length > 0 ? look : undefined;
}
