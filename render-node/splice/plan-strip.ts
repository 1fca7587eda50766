/**
 * Which rows of macroblocks a span changes, from row to row of the batch or from frame to frame. All above and below is coded
 * once for the template, as slices of its own; only the strip between goes through an encoder. What moves far from the left
 * edge has a strip that begins there, with a slice for each row of macroblocks and one for what lies before it.
 */
import { createHash } from 'node:crypto';
import { MACROBLOCK } from '../encoder/picture-stream-arguments.ts';
import { around, isEmptyBox, type PixelBox } from '../layers/box.ts';
import type { VisibleLayer } from '../video/events.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import type { SceneSpan } from '../video/timeline.ts';
import { visibleBounds } from '../video/visible-bounds.ts';
import type { VideoDescription } from './describe-video.ts';
import { codedPictures, type PlannedSpan } from './plan-spans.ts';
import { stillLayers } from './still-layers.ts';
import type { PictureRows } from './yuv-rows.ts';

export interface Strip extends PictureRows {
  /** Names what shows around it: equal names, equal pixels. */
  ground: string;
  /** From edge to edge, in place of one that begins farther right; null: it is that itself. */
  wide: Strip | null;
}

/**
 * Motion reaches no farther than two macroblocks, 32 pixels, beyond what moves (`picture-stream-arguments.ts` sees to it). So
 * far the strip holds still what lies there. In a slice of many rows what is held may take over the motion of what moves above
 * it, and reach one row farther down.
 */
const REACH = 2;
const MARGIN = { narrow: REACH, wide: REACH + 1 };
/** Strips' heights are multiples of so many macroblocks, so that few encoders serve all of a template's. */
const STEP = 5;
/** Of a picture's height. What is taller is not much cheaper than the whole picture. */
const TALLEST = 0.75;
/** Strips begin at multiples of this part of the picture's width, for the same reason. */
const LEFT_STEP = 0.25;
/** A slice for each row of macroblocks takes more bytes, mostly in key pictures: many others have to be worth it. */
const FEWEST_PICTURES = 6;

/** Null: it changes too much, or nobody can say where. */
export function planStrip(
  span: PlannedSpan,
  video: PreparedVideo,
  description: VideoDescription,
): Strip | null {
  const { pictures } = span;
  const { width, height } = video.timeline;
  // What no row of the batch changes and no frame.
  const still = stillLayers(
    pictures.map(({ scenes }) => scenes),
    takesVariable,
  );
  if (pictures[0]?.scenes.some(({ span }) => span.variables.length > 0)) return null;
  if (!still?.spans.every((span) => description.isComparable(span))) return null;
  let changed: PixelBox = { x: 0, y: 0, width: 0, height: 0 };
  for (const { scenes } of pictures)
    for (const { layers } of scenes)
      for (const layer of layers) {
        if (still.layers.has(layer.span)) continue;
        const bounds = visibleBounds(layer, video);
        if (!bounds) return null;
        changed = around(changed, bounds);
        if (changed.height > TALLEST * height) return null;
      }
  if (isEmptyBox(changed)) return null;
  const shown = [still.states, still.spans.map((span) => description.of(span))];
  const stripAt = (left: number, margin: number, wide: Strip | null): Strip => {
    const rows = stripRows(changed, Math.ceil(height / MACROBLOCK), margin);
    const ground = createHash('sha256')
      .update(JSON.stringify([rows, ...shown]))
      .digest('hex');
    return { ...rows, left, ground, wide };
  };
  const wide = stripAt(0, pictures.length > 1 ? MARGIN.wide : 0, null);
  if (wide.height > TALLEST * height) return null;
  const left = codedPictures(span) < FEWEST_PICTURES ? 0 : stripLeft(changed, Math.ceil(width / MACROBLOCK));
  return left === 0 ? wide : stripAt(left, MARGIN.narrow, wide);
}

/** In pixels. @param count columns of macroblocks in the picture. */
function stripLeft({ x }: PixelBox, count: number): number {
  const step = Math.ceil(count * LEFT_STEP);
  return Math.max(0, Math.floor((x / MACROBLOCK - MARGIN.narrow) / step) * step * MACROBLOCK);
}

/** In pixels. @param count rows of macroblocks in the picture. */
function stripRows({ y, height }: PixelBox, count: number, margin: number): Omit<PictureRows, 'left'> {
  const first = Math.max(0, Math.floor(y / MACROBLOCK) - margin);
  const end = Math.min(count, Math.ceil((y + height) / MACROBLOCK) + margin);
  const tall = Math.min(count, Math.ceil((end - first) / STEP) * STEP);
  // Where there is a choice they begin at multiples, too: texts that differ by a descender have one ground.
  const [lowest, highest] = [Math.max(0, end - tall), Math.min(first, count - tall)];
  const stepped = Math.floor(highest / STEP) * STEP;
  const top = stepped >= lowest ? stepped : highest;
  return { top: top * MACROBLOCK, height: tall * MACROBLOCK };
}

/** Itself, or what it stands after. */
function takesVariable({ span }: VisibleLayer, scene: SceneSpan): boolean {
  if (span.variables.length > 0) return true;
  return span.standsAt !== undefined && scene.layers.some(({ variables }) => variables.length > 0);
}
