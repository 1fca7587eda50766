/**
 * Which pictures of a span need not be coded. While nothing changes but how far layers have faded in, a picture lies on the
 * line between an earlier and a later one, pixel by pixel; a decoder can mix it of those two (`mixed-picture.ts`).
 */
import { grown, isEmptyBox, overlap, type PixelBox } from '../layers/box.ts';
import { isSameLook, type Picture, type VisibleLayer } from '../video/events.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import type { LayerSpan } from '../video/timeline.ts';
import { visibleBounds } from '../video/visible-bounds.ts';
import { WHOLE_MIX } from './mixed-picture.ts';
import type { PlannedSpan } from './plan-spans.ts';

/**
 * Streams order pictures by numbers of 7 bits, two for each, for it might be two fields: what is decoded ahead may not be farther
 * away than half of that.
 */
const MOST_FRAMES = 30;
/** One line after the other, without a place for a key picture. */
const MOST_SECONDS_IN_A_ROW = 2;
/** Of an opacity; nobody sees less. */
const OFF_THE_LINE = 1 / 256;

/** The same span; what it has planned before is forgotten. */
export function withMixes(span: PlannedSpan, video: PreparedVideo): PlannedSpan {
  const { pictures } = span;
  const mixes = new Map<Picture, number>();
  let inARow = 0;
  for (let from = 0; from < pictures.length; ) {
    const { to, frames } = longestLine(pictures, from, video);
    if (to <= from + 1 || inARow + frames > MOST_SECONDS_IN_A_ROW * video.timeline.fps) {
      inARow = 0;
      from++;
      continue;
    }
    const line = lineBetween(pictures[from]!, pictures[to]!, video)!;
    for (const picture of pictures.slice(from + 1, to)) mixes.set(picture, inParts(partOn(line, picture)!));
    inARow += frames;
    from = to;
  }
  return { ...span, mixes };
}

function inParts(part: number): number {
  return Math.min(Math.max(Math.round(part * WHOLE_MIX), 1), WHOLE_MIX - 1);
}

/** The farthest picture with nothing but mixes on the way to it, and how many frames those are. */
function longestLine(
  pictures: Picture[],
  from: number,
  video: PreparedVideo,
): { to: number; frames: number } {
  let frames = 0;
  for (let to = from + 2; to < pictures.length; to++) {
    const more = pictures[to - 1]!.frames;
    const line = frames + more > MOST_FRAMES ? null : lineBetween(pictures[from]!, pictures[to]!, video);
    const isStraight =
      line && pictures.slice(from + 1, to).every((picture) => partOn(line, picture) !== null);
    if (!isStraight) return { to: to - 1, frames };
    frames += more;
  }
  return { to: pictures.length - 1, frames };
}

interface Line {
  from: Picture;
  /** All that is seen on the way, with its opacities at both ends. */
  layers: Map<LayerSpan, { layer: VisibleLayer; was: number; is: number }>;
  /** Changes most. */
  leader: LayerSpan;
}

/** Null when more than opacities differs, nothing does, or layers that fade lie over one another. */
function lineBetween(from: Picture, to: Picture, video: PreparedVideo): Line | null {
  if (!areSameScenes(from, to)) return null;
  const layers: Line['layers'] = new Map();
  for (const layer of layersOf(from)) layers.set(layer.span, { layer, was: layer.opacity, is: 0 });
  for (const layer of layersOf(to)) {
    const known = layers.get(layer.span);
    if (known && !isSameLook(known.layer, layer)) return null;
    layers.set(layer.span, { layer, was: known?.was ?? 0, is: layer.opacity });
  }
  const fading = [...layers.values()].filter(({ was, is }) => was !== is);
  const [leader] = fading.sort((one, other) => change(other) - change(one));
  if (!leader || change(leader) <= OFF_THE_LINE || overlapping(fading, video)) return null;
  return { from, layers, leader: leader.layer.span };
}

function change({ was, is }: { was: number; is: number }): number {
  return Math.abs(is - was);
}

/** Where fading layers cover one another they do not add up. */
function overlapping(fading: { layer: VisibleLayer }[], video: PreparedVideo): boolean {
  if (fading.length < 2) return false;
  const boxes = fading.map(({ layer }) => visibleBounds(layer, video));
  return boxes.some((box, index) => boxes.slice(index + 1).some((other) => mayOverlap(box, other)));
}

function mayOverlap(one: PixelBox | null, other: PixelBox | null): boolean {
  // Two pixels have their colour in common.
  return !one || !other || !isEmptyBox(overlap(grown(one, 2), other));
}

/** How much of the line's later end the picture shows, between 0 and 1; null when it lies elsewhere. */
function partOn({ from, layers, leader }: Line, picture: Picture): number | null {
  if (!areSameScenes(from, picture)) return null;
  const opacities = new Map<LayerSpan, number>();
  for (const layer of layersOf(picture)) {
    const known = layers.get(layer.span);
    if (!known || !isSameLook(known.layer, layer)) return null;
    opacities.set(layer.span, layer.opacity);
  }
  const ends = layers.get(leader)!;
  const part = ((opacities.get(leader) ?? 0) - ends.was) / (ends.is - ends.was);
  if (part <= 0 || part >= 1) return null;
  for (const [span, { was, is }] of layers) {
    const expected = was + (is - was) * part;
    if (Math.abs((opacities.get(span) ?? 0) - expected) > OFF_THE_LINE) return null;
  }
  return part;
}

function areSameScenes({ scenes }: Picture, other: Picture): boolean {
  return (
    scenes.length === other.scenes.length &&
    scenes.every(({ span, entered }, index) => {
      const scene = other.scenes[index]!;
      return scene.span === span && scene.entered === entered;
    })
  );
}

function layersOf({ scenes }: Picture): VisibleLayer[] {
  return scenes.flatMap(({ layers }) => layers);
}
