import type { Source } from '../source.ts';
import { type Animation, compact, degrees, fraction } from '../values.ts';

const ANIMATIONS: Record<string, string> = {
  'text-typewriter': 'typewriter',
  'text-slide': 'lines',
  'text-reveal': 'lines',
  'text-appear': 'words',
  'text-fly': 'words',
  'text-counter': 'count',
  'circular-wipe': 'wipe',
  'color-wipe': 'wipe',
  'film-roll': 'slide',
};

const TRANSITIONS: Record<string, string> = {
  'circular-wipe': 'circle',
  'color-wipe': 'wipe',
  'film-roll': 'push',
  scale: 'zoom',
};

const DIRECTIONS: Record<number, string> = { 0: 'right', 90: 'down', 180: 'left', 270: 'up' };

/** In and out animations, how the element enters from the one before, and a zoom as long as the element. */
export function readAnimations(element: Source): {
  animations: Animation[];
  transition: Record<string, unknown> | undefined;
  zoom: { from: number; to: number } | undefined;
} {
  const animations: Animation[] = [];
  let transition: Record<string, unknown> | undefined;
  let zoom: { from: number; to: number } | undefined;
  for (const key of ['enter', 'exit'] as const) {
    const entry = element.child(key);
    if (entry) animations.push(animation(entry, key === 'enter' ? 'in' : 'out'));
  }
  const before = element.child('transition');
  if (before) transition = transitionOf(before);
  for (const entry of element.children('animations')) {
    if (entry.take('transition') === true) {
      entry.ignore('time');
      transition = transitionOf(entry);
    } else if (entry.take('type') === 'scale' && entry.take('duration') === '100%') {
      entry.ignore('time', 'scope', 'easing', 'fade');
      zoom = { from: fraction(entry.take('start_scale')) ?? 1, to: fraction(entry.take('end_scale')) ?? 1 };
    } else animations.push(animation(entry, isExit(entry) ? 'out' : 'in'));
  }
  return { animations, transition, zoom };
}

/** They write an exit as one that is played backwards, or at the end. */
function isExit(entry: Source): boolean {
  const reversed = entry.take('reversed') === true;
  return entry.take('time') === 'end' || reversed;
}

function animation(entry: Source, at: 'in' | 'out'): Animation {
  const type = entry.text('type') ?? 'fade';
  // Texts of theirs split by letter unless told otherwise.
  const split = entry.text('split');
  return compact({
    type: type.startsWith('text-') && split === 'word' ? 'words' : (ANIMATIONS[type] ?? type),
    at,
    duration: entry.number('duration') ?? 1,
    easing: easingOf(entry),
    direction: directionOf(entry),
    from: type === 'scale' ? fraction(entry.take('start_scale')) : undefined,
    to: type === 'scale' ? fraction(entry.take('end_scale')) : undefined,
  });
}

function transitionOf(entry: Source): Record<string, unknown> {
  const type = entry.text('type') ?? 'fade';
  return compact({
    type: TRANSITIONS[type] ?? type,
    duration: entry.number('duration') ?? 1,
    easing: easingOf(entry),
    direction: directionOf(entry),
  });
}

function easingOf(entry: Source): string | undefined {
  const easing = entry.text('easing');
  if (easing === undefined || easing === 'linear') return easing;
  const [, kind, way] = /^(.+?)-(in-out|in|out)$/.exec(easing) ?? [];
  if (kind === undefined) return easing;
  return ['back', 'elastic', 'bounce'].includes(kind) ? kind : `ease-${way}`;
}

function directionOf(entry: Source): string | undefined {
  const value = entry.take('direction') ?? entry.take('start_angle');
  const angle = degrees(value);
  return angle === undefined
    ? (value as string | undefined)
    : DIRECTIONS[(((Math.round(angle / 90) * 90) % 360) + 360) % 360];
}
