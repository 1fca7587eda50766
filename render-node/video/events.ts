/**
 * What changes from frame to frame. A video of text and pictures stands still most of the time: it is a short list of
 * distinct pictures, each held for some frames. Only a picture is painted; a held frame is the same bytes again.
 */
import { type LayerSpan, layerFade, type SceneSpan, sceneOpacity, type Timeline } from './timeline.ts';

/** One distinct picture of the video and how long it stands. */
export interface Picture {
  /** Its first frame, counted from the video's beginning. */
  start: number;
  /** Frames it is held, at least 1. */
  frames: number;
  /** What it shows, bottom to top; two scenes while one fades in over the other. */
  scenes: VisibleScene[];
}

export interface VisibleScene {
  span: SceneSpan;
  opacity: number;
  layers: VisibleLayer[];
}

export interface VisibleLayer {
  span: LayerSpan;
  /** What its fades leave of it; the layer's own opacity comes on top. */
  opacity: number;
  /** Which frame of a clip shows, counted at the video's frame rate from the clip's trimmed beginning; null otherwise. */
  clipFrame: number | null;
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
      opacity: sceneOpacity(span, frame - span.start),
      layers: visibleLayers(span, clipFrames, frame - span.start),
    }));
}

function visibleLayers(scene: SceneSpan, clipFrames: ClipFrames, sceneFrame: number): VisibleLayer[] {
  return scene.layers.flatMap((span): VisibleLayer[] => {
    const opacity = layerFade(span, sceneFrame);
    if (opacity === 0) return [];
    if (span.layer.type !== 'video') return [{ span, opacity, clipFrame: null }];
    const clipFrame = frameOfClip(span.layer.when_short, sceneFrame - span.start, clipFrames.get(span) ?? 1);
    return clipFrame === null ? [] : [{ span, opacity, clipFrame }];
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
        scene.opacity === other.opacity &&
        scene.layers.length === other.layers.length &&
        scene.layers.every((layer, place) => isSameLayer(layer, other.layers[place]!))
      );
    })
  );
}

function isSameLayer(one: VisibleLayer, other: VisibleLayer): boolean {
  return one.span === other.span && one.opacity === other.opacity && one.clipFrame === other.clipFrame;
}
