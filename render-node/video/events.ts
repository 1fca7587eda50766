/**
 * What changes from frame to frame. A video of text and pictures stands still most of the time: it is a short list of
 * distinct pictures, each held for some frames. Only a picture is painted; a held frame is the same bytes again.
 */
import { isDeepStrictEqual } from 'node:util';
import type { LayerLook } from './layer-look.ts';
import { layerState } from './layer-state.ts';
import { sceneEntered } from './scene-entered.ts';
import type { LayerSpan, SceneSpan, Timeline } from './timeline.ts';

/** One distinct picture of the video and how long it stands. */
export interface Picture {
  /** Its first frame, counted from the video's beginning. */
  start: number;
  /** Frames it is held, at least 1. */
  frames: number;
  /** What it shows, bottom to top; two scenes while one comes in over the other. */
  scenes: VisibleScene[];
}

export interface VisibleScene {
  span: SceneSpan;
  /** How far it has come in, by its transition; 1: it stands. */
  entered: number;
  layers: VisibleLayer[];
}

export interface VisibleLayer {
  span: LayerSpan;
  /** What its animations leave of it; the layer's own opacity comes on top. */
  opacity: number;
  /** Which frame of a clip shows, counted at the video's frame rate from the clip's trimmed beginning; null otherwise. */
  clipFrame: number | null;
  /** How it differs from the way the template puts it; not there when it does not. */
  look?: LayerLook;
}

/** Frames that each clip lasts from its trimmed beginning, at the video's frame rate. */
export type ClipFrames = ReadonlyMap<LayerSpan, number>;

/** The pictures in order; their frames add up to the timeline's. One by one: an hour of moving clips is a long list. */
export function* planPictures(timeline: Timeline, clipFrames: ClipFrames): Generator<Picture> {
  let picture = pictureAt(timeline, clipFrames, 0);
  for (let frame = 1; frame < timeline.frames; frame++) {
    const next = pictureAt(timeline, clipFrames, frame);
    if (showsTheSame(picture.scenes, next.scenes)) {
      picture.frames++;
    } else {
      yield picture;
      picture = next;
    }
  }
  yield picture;
}

/** What a single frame shows. */
export function pictureAt(timeline: Timeline, clipFrames: ClipFrames, frame: number): Picture {
  return { start: frame, frames: 1, scenes: visibleScenes(timeline, clipFrames, frame) };
}

function visibleScenes(timeline: Timeline, clipFrames: ClipFrames, frame: number): VisibleScene[] {
  return timeline.scenes
    .filter(({ start, frames }) => frame >= start && frame < start + frames)
    .map((span) => ({
      span,
      entered: sceneEntered(span, frame - span.start),
      layers: visibleLayers(span, timeline, clipFrames, frame - span.start),
    }))
    .filter(({ span, layers }) => !span.overlay || layers.length > 0);
}

function visibleLayers(
  scene: SceneSpan,
  timeline: Timeline,
  clipFrames: ClipFrames,
  sceneFrame: number,
): VisibleLayer[] {
  return scene.layers.flatMap((span): VisibleLayer[] => {
    const frame = sceneFrame - span.start;
    if (frame < 0 || frame >= span.frames) return [];
    const state = layerState(span, frame, timeline);
    if (!state) return [];
    if (span.layer.type !== 'video') return [{ span, clipFrame: null, ...state }];
    const clipFrame = frameOfClip(span.layer.when_short, frame, clipFrames.get(span) ?? 1);
    return clipFrame === null ? [] : [{ span, clipFrame, ...state }];
  });
}

function frameOfClip(whenShort: 'freeze' | 'loop' | 'hide', frame: number, frames: number): number | null {
  if (frame < frames) return frame;
  switch (whenShort) {
    case 'freeze':
      return frames - 1;
    case 'loop':
      return frame % frames;
    case 'hide':
      return null;
    default:
      return whenShort satisfies never;
  }
}

function showsTheSame(before: VisibleScene[], now: VisibleScene[]): boolean {
  return (
    before.length === now.length &&
    before.every((scene, index) => {
      const other = now[index]!;
      return (
        scene.span === other.span &&
        scene.entered === other.entered &&
        scene.layers.length === other.layers.length &&
        scene.layers.every((layer, place) => isSameLayer(layer, other.layers[place]!))
      );
    })
  );
}

function isSameLayer(one: VisibleLayer, other: VisibleLayer): boolean {
  return one.span === other.span && one.opacity === other.opacity && isSameLook(one, other);
}

/** The same layer shows the same, but for how far it has faded in. */
export function isSameLook(one: VisibleLayer, other: VisibleLayer): boolean {
  return (
    one.clipFrame === other.clipFrame && (one.look === other.look || isDeepStrictEqual(one.look, other.look))
  );
}
