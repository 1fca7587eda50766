/**
 * A moving ground, and over it what stands mostly still. What rows change lies above, so that the ground's pictures are
 * painted once for the template; a clip that fills the picture is a ground without any painting.
 */
import { blendsWithGround } from '../layers/paint-layer.ts';
import type { Picture } from '../video/events.ts';
import { filmPicture } from '../video/film-picture.ts';
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
  /** The ground is nothing but a clip: it goes from the decoder to the encoder. */
  isFilm: boolean;
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
    ground: { ...span, pictures: grounds, variables: [], mixes: new Map() },
    isFilm: grounds.every((picture) => filmPicture(picture, video) !== null),
    parts,
  };
}

interface CutScene {
  below: LayerSpan[];
  above: LayerSpan[];
}

/** Above a clip at the bottom, or at the lowest layer that rows change. What spans scenes lies above all of them. */
function cutScene({ layers, overlay }: SceneSpan): CutScene {
  const cutAt = (at: number) => ({ below: layers.slice(0, at), above: layers.slice(at) });
  if (overlay) return cutAt(0);
  const ofRow = layers.findIndex(({ variables, standsAt }) => variables.length > 0 || standsAt !== undefined);
  const lowest = ofRow < 0 ? layers.length : ofRow;
  const aboveClip = cutAt(1);
  return layers[0]?.layer.type === 'video' && lowest > 0 && canBeLaidOver(aboveClip)
    ? aboveClip
    : cutAt(lowest);
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
