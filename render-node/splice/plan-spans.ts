/**
 * Cuts a row's video into spans, stretches that each begin with a key picture and build on nothing before. They are cut so
 * that what many rows share stands apart from what few do: where one scene replaces another, and where a longer stretch
 * begins that takes other variables than the one before.
 */
import type { Picture } from '../video/events.ts';
import type { SceneSpan } from '../video/timeline.ts';

export interface PlannedSpan {
  /** Its first frame, counted from the video's beginning. */
  start: number;
  frames: number;
  /** In order; none is shared with another span. */
  pictures: Picture[];
  /** Variables it takes, sorted. None: all rows of the template show it alike. */
  variables: string[];
  /** Pictures that need not be coded: they are mixed of the coded ones before and after them, as `mixedPicture` tells. */
  mixes: ReadonlyMap<Picture, number>;
}

/** Names what rows may show again: spans of one kind take the same variables. */
export function kindOf({ variables }: PlannedSpan): string {
  return variables.join('\n');
}

/** A shorter stretch is not worth a key picture of its own. */
const SHORTEST_SECONDS = 1;
/** Key pictures need others between them. */
const FEWEST_FRAMES = 2;

const NO_MIXES: PlannedSpan['mixes'] = new Map();

/** @param pictures the whole video's, in order. @returns spans whose pictures are all coded; `withMixes` looks which need not be. */
export function planSpans(pictures: Iterable<Picture>, fps: number): PlannedSpan[] {
  const stretches: PlannedSpan[][] = [[]];
  let before: Picture | null = null;
  for (const picture of pictures) {
    if (before && isCut(before, picture)) stretches.push([]);
    addPicture(stretches.at(-1)!, picture);
    before = picture;
  }
  const spans = stretches.flatMap((shot) => joinShort(shot, Math.round(SHORTEST_SECONDS * fps)));
  return joinShort(spans, FEWEST_FRAMES);
}

/** No scene goes on; what lies over all scenes does not count. */
function isCut(before: Picture, now: Picture): boolean {
  const scenes = new Set<SceneSpan>(now.scenes.map(({ span }) => span));
  return !before.scenes.some(({ span }) => !span.overlay && scenes.has(span));
}

function addPicture(stretches: PlannedSpan[], picture: Picture): void {
  const variables = variablesOf(picture);
  const last = stretches.at(-1);
  if (last && last.variables.join() === variables.join()) {
    last.pictures.push(picture);
    last.frames += picture.frames;
  } else {
    const { start, frames } = picture;
    stretches.push({ start, frames, pictures: [picture], variables, mixes: NO_MIXES });
  }
}

function variablesOf({ scenes }: Picture): string[] {
  const names = scenes.flatMap(({ span, layers }) => [
    ...span.variables,
    ...layers.flatMap((layer) => (layer.span.standsAt ? neighbourVariables(span) : layer.span.variables)),
  ]);
  return [...new Set(names)].sort();
}

/** A layer that stands after another one moves with what that one takes. */
function neighbourVariables({ layers }: SceneSpan): string[] {
  return layers.flatMap(({ variables }) => variables);
}

/** A short stretch joins the neighbour that it makes the least dearer. */
function joinShort(spans: PlannedSpan[], shortest: number): PlannedSpan[] {
  const joined = [...spans];
  for (;;) {
    const short = joined.findIndex(({ frames }) => frames < shortest);
    if (short < 0 || joined.length === 1) return joined;
    const costs = [short - 1, short + 1].map((index) => costOfJoining(joined[index], joined[short]!));
    const first = costs[0]! <= costs[1]! ? short - 1 : short;
    joined.splice(first, 2, join(joined[first]!, joined[first + 1]!));
  }
}

/** @returns pictures of the neighbour that rows come to encode anew; infinite when there is none on that side. */
function costOfJoining(neighbour: PlannedSpan | undefined, short: PlannedSpan): number {
  if (!neighbour) return Number.POSITIVE_INFINITY;
  const { variables, pictures } = neighbour;
  const takesMore = short.variables.some((name) => !variables.includes(name));
  // What rows differ in already is shared by fewer of them.
  const sharedLess = takesMore ? pictures.length * (variables.length === 0 ? 1 : SHARED_BY_FEWER) : 0;
  // Where something moves all over, no part of the picture can be left out.
  const sliced = moves(short) && !moves(neighbour) ? pictures.length : 0;
  return sharedLess + sliced;
}

const SHARED_BY_FEWER = 0.1;
/** Of its frames. */
const MOVING = 0.5;

/** All the time, or nearly. */
export function moves(span: PlannedSpan): boolean {
  return codedPictures(span) > span.frames * MOVING;
}

export function codedPictures({ pictures, mixes }: PlannedSpan): number {
  return pictures.length - mixes.size;
}

function join(first: PlannedSpan, second: PlannedSpan): PlannedSpan {
  return {
    start: first.start,
    frames: first.frames + second.frames,
    // Moving stretches are long lists: the first one's grows instead of being copied each time.
    pictures: append(first.pictures, second.pictures),
    variables: [...new Set([...first.variables, ...second.variables])].sort(),
    mixes: NO_MIXES,
  };
}

function append<T>(list: T[], more: T[]): T[] {
  for (const item of more) list.push(item);
  return list;
}
