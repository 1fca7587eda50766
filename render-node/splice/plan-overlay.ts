/**
 * A moving ground that all rows share, and over it what a row changes: the ground's pictures are painted once for the
 * template, a row pays for what it lays over them and for the encoder.
 */
import { blendsWithGround } from '../layers/paint-layer.ts';
import type { Picture } from '../video/events.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import type { LayerSpan, SceneSpan } from '../video/timeline.ts';
import type { PlannedSpan } from './plan-spans.ts';

export interface OverlayPlan {
  /** The video without what rows change and what lies above that. */
  below: PreparedVideo;
  /** Only that. */
  above: PreparedVideo;
  /** The ground alone: its different pictures, in order. */
  ground: PlannedSpan;
  /** Pictures that can be taken apart. All others are painted in one. */
  parts: ReadonlyMap<Picture, OverlaidPicture>;
}

export interface OverlaidPicture {
  /** Its ground's place among the ground's pictures. */
  ground: number;
  above: Picture;
}

/** Fewer are as well painted in one with what lies over them. */
const FEWEST_GROUNDS = 12;

/** Null when the ground does not move by itself, or cannot be told apart. */
export function planOverlay({ pictures, ...span }: PlannedSpan, video: PreparedVideo): OverlayPlan | null {
  const scenes = [...new Set(pictures.flatMap((picture) => picture.scenes.map((scene) => scene.span)))];
  const cuts = new Map(scenes.map((scene) => [scene, cutScene(scene)]));
  if (scenes.some((scene) => scene.variables.length > 0) || ![...cuts.values()].every(canBeLaidOver))
    return null;
  const below = new Map(scenes.map((scene) => [scene, { ...scene, layers: cuts.get(scene)!.below }]));
  const above = new Map(
    scenes.map((scene) => [scene, { ...scene, overlay: true, layers: cuts.get(scene)!.above }]),
  );
  const grounds: Picture[] = [];
  const parts = new Map<Picture, OverlaidPicture>();
  let last = '';
  for (const picture of pictures) {
    const isOneScene = picture.scenes.filter((scene) => !scene.span.overlay).length === 1;
    if (!isOneScene || picture.scenes.some(({ entered }) => entered !== 1)) continue;
    const ground = restrict(picture, below);
    const state = pictureState(ground);
    if (state === last) grounds.at(-1)!.frames += picture.frames;
    else grounds.push(ground);
    last = state;
    parts.set(picture, { ground: grounds.length - 1, above: restrict(picture, above) });
  }
  if (grounds.length < FEWEST_GROUNDS || grounds.length < pictures.length / 2) return null;
  return {
    below: only(video, below),
    above: only(video, above),
    ground: { ...span, pictures: grounds, variables: [] },
    parts,
  };
}

interface CutScene {
  below: LayerSpan[];
  above: LayerSpan[];
}

/** At the lowest layer that rows change. What spans scenes lies above all of them. */
function cutScene({ layers, overlay }: SceneSpan): CutScene {
  const first = layers.findIndex(({ variables, standsAt }) => variables.length > 0 || standsAt !== undefined);
  const at = overlay ? 0 : first < 0 ? layers.length : first;
  return { below: layers.slice(0, at), above: layers.slice(at) };
}

/** A clip is no still overlay, and what mixes with its ground takes part in its movement. */
function canBeLaidOver({ above }: CutScene): boolean {
  return above.every(({ layer }) => layer.type !== 'video' && !blendsWithGround(layer));
}

/** What is left of a picture's layers, in scenes that have only those. */
function restrict(picture: Picture, scenes: ReadonlyMap<SceneSpan, SceneSpan>): Picture {
  return {
    ...picture,
    scenes: picture.scenes.flatMap(({ span, layers, ...state }) => {
      const kept = scenes.get(span)!;
      if (kept.overlay && kept.layers.length === 0) return [];
      return [{ ...state, span: kept, layers: layers.filter((layer) => kept.layers.includes(layer.span)) }];
    }),
  };
}

/** Of a span's pictures those with equal states show the same. */
export function pictureState({ scenes }: Picture): string {
  return JSON.stringify(
    scenes.map(({ span, layers }) => [
      span.start,
      layers.map(({ span: layer, opacity, clipFrame, look }) => [
        span.layers.indexOf(layer),
        opacity,
        clipFrame,
        look,
      ]),
    ]),
  );
}

function only(video: PreparedVideo, scenes: ReadonlyMap<SceneSpan, SceneSpan>): PreparedVideo {
  return { ...video, timeline: { ...video.timeline, scenes: [...scenes.values()] } };
}
