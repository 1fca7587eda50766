/** What a layer's animations make of it at one of its frames. Times are whole frames, taken in their middle. */
import type { TimedLayer } from '../../contract/template/layers.ts';
import { layerBox, pixels, type Size } from '../layers/box.ts';
import { splitGraphemes } from '../layers/text/break-text.ts';
import { countNumbers } from './count-numbers.ts';
import { ease } from './ease.ts';
import type { Direction, LayerLook, Reveal } from './layer-look.ts';
import type { AnimationSpan, LayerSpan } from './timeline.ts';

type Animated = Pick<LayerLook, 'dx' | 'dy' | 'scale' | 'reveals' | 'as'> & { opacity: number };

export function animate({ layer, animations }: LayerSpan, frame: number, canvas: Size): Animated {
  const state: Animated = { opacity: 1 };
  for (const animation of animations) apply(state, animation, shareShown(animation, frame), layer, canvas);
  return state;
}

/**
 * How much of the way is done: 1 is the layer as it stands, so that what goes out mirrors what comes in. For one that runs
 * at a time of its own, 0 until then and 1 afterwards.
 */
function shareShown({ at, first, frames, easing, type }: AnimationSpan, frame: number): number {
  const passed = at === 'out' && type !== 'pan' ? first + frames - 1 - frame : frame - first;
  return ease(easing ?? EASING[type], (passed + 0.5) / frames);
}

const EASING: Record<AnimationSpan['type'], string> = {
  fade: 'linear',
  slide: 'ease-out',
  wipe: 'ease-in-out',
  scale: 'ease-out',
  pan: 'linear',
  bounce: 'bounce',
  typewriter: 'linear',
  words: 'linear',
  lines: 'linear',
  count: 'ease-out',
};

function apply(
  state: Animated,
  animation: AnimationSpan,
  share: number,
  layer: TimedLayer,
  canvas: Size,
): void {
  const { type: kind, at } = animation;
  switch (kind) {
    case 'fade':
      state.opacity *= Math.min(1, Math.max(0, share));
      return;
    case 'slide':
      move(state, animation, 'up', at === 'out' ? 1 - share : share - 1, 1, layer, canvas);
      return;
    case 'pan':
      move(state, animation, 'left', share, PAN_SHARE, layer, canvas);
      return;
    case 'bounce':
      if (typeof at === 'number') move(state, animation, 'down', -hop(share), HOP_SHARE, layer, canvas);
      else move(state, animation, 'down', at === 'out' ? 1 - share : share - 1, 1, layer, canvas);
      return;
    case 'scale':
      state.scale = (state.scale ?? 1) * scaleAt(animation, share);
      return;
    case 'wipe':
      reveal(state, wiped(animation, share));
      return;
    case 'typewriter':
      reveal(state, typed(layer, share));
      return;
    case 'words':
    case 'lines':
      reveal(state, { part: kind, share: rounded(share), direction: animation.direction ?? 'up' });
      return;
    case 'count':
      if (layer.type === 'text' && share < 1)
        state.as = { ...state.as, text: countNumbers(layer.text, animation.from ?? 0, share) };
      return;
    default:
      kind satisfies never;
  }
}

/** How far a pan goes, and a hop, in sides of the layer. */
const PAN_SHARE = 0.2;
const HOP_SHARE = 0.2;

/** Two hops, the second lower. */
function hop(share: number): number {
  return share <= 0 || share >= 1 ? 0 : Math.abs(Math.sin(share * 2 * Math.PI)) * (1 - share);
}

/** @param times of the distance, along the direction. @param sides the distance where none is said. */
function move(
  state: Animated,
  { direction, distance }: AnimationSpan,
  usual: Direction,
  times: number,
  sides: number,
  layer: TimedLayer,
  canvas: Size,
): void {
  if (times === 0) return;
  const [across, down] = STEPS[direction ?? usual];
  const box = layerBox(layer, canvas);
  const side = across === 0 ? box.height : box.width;
  const way = times * (distance === null ? sides * side : pixels(distance, side, canvas));
  state.dx = (state.dx ?? 0) + across * way;
  state.dy = (state.dy ?? 0) + down * way;
}

export const STEPS: Record<Direction, [across: number, down: number]> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

function scaleAt({ at, from, to }: AnimationSpan, share: number): number {
  switch (at) {
    case 'in':
      return mix(from ?? 0, to ?? 1, share);
    case 'out':
      return mix(to ?? 0, from ?? 1, share);
    default:
      return mix(from ?? 1, to ?? 1.2, share);
  }
}

/** Out, the edge runs on the same way: what is left is the far end. */
function wiped({ at, direction }: AnimationSpan, share: number): Reveal | null {
  if (share >= 1) return null;
  const [from, to] = at === 'out' ? [rounded(1 - share), 1] : [0, rounded(share)];
  return { part: 'box', direction: direction ?? 'right', from, to };
}

function typed(layer: TimedLayer, share: number): Reveal | null {
  if (layer.type !== 'text' || share >= 1) return null;
  return { part: 'letters', shown: Math.round(share * splitGraphemes(layer.text).length) };
}

function reveal(state: Animated, part: Reveal | null): void {
  if (part === null || ('share' in part && part.share >= 1)) return;
  state.reveals = [...(state.reveals ?? []), part];
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
