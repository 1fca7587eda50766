/**
 * A moving ground, and over it what stands mostly still. What rows change lies above, so that the ground's pictures are
 * painted once for the template; a clip that fills the picture is not painted, only what all rows show over it.
 */
import { blendsWithGround } from '../layers/paint-layer.ts';
import type { Picture } from '../video/events.ts';
import { filmPicture } from '../video/film-picture.ts';
import type { Clip } from '../video/prepare-clip.ts';
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
  /** Null: the ground is painted. */
  film: FilmGround | null;
  /** Pictures that can be taken apart. All others are painted in one. */
  parts: ReadonlyMap<Picture, OverlaidPicture>;
}

/** A ground that goes from the decoder to the encoder: a clip that fills the picture. */
export interface FilmGround {
  /** The video without the clips. */
  above: PreparedVideo;
  /** Of each of the ground's pictures: the clip's frame, and what lies over that. */
  pictures: { clip: Clip; frame: number; above: Picture }[];
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
  const scenes = scenesOf(pictures);
  const cut = cutScenes(scenes, lowestOfRow);
  if (!cut || scenes.some((scene) => scene.variables.length > 0)) return null;
  const { below, above } = cut;
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
    film: planFilm(grounds, only(video, below)),
    parts,
  };
}

function planFilm(grounds: Picture[], video: PreparedVideo): FilmGround | null {
  const cut = cutScenes(scenesOf(grounds), () => 1);
  if (!cut) return null;
  const pictures = grounds.map((picture) => {
    const film = filmPicture(restrict(picture, cut.below), video);
    return film && { ...film, above: restrict(picture, cut.above) };
  });
  return pictures.every((picture) => picture !== null) ? { above: only(video, cut.above), pictures } : null;
}

function scenesOf(pictures: Picture[]): SceneSpan[] {
  return [...new Set(pictures.flatMap(({ scenes }) => scenes.map(({ span }) => span)))];
}

type Cut = ReadonlyMap<SceneSpan, SceneSpan>;

/**
 * Each scene in two: its layers below the one that `cutAt` names, and the others. Null when those cannot be laid over: a clip
 * is no still overlay, and what mixes with its ground takes part in its movement.
 */
function cutScenes(
  scenes: SceneSpan[],
  cutAt: (scene: SceneSpan) => number,
): { below: Cut; above: Cut } | null {
  const part = (more: Partial<SceneSpan>, of: (scene: SceneSpan) => LayerSpan[]): Cut =>
    new Map(scenes.map((scene) => [scene, { ...scene, ...more, layers: of(scene) }]));
  const below = part({}, (scene) => scene.layers.slice(0, cutAt(scene)));
  const above = part({ overlay: true }, (scene) => scene.layers.slice(cutAt(scene)));
  const laidOver = [...above.values()].flatMap(({ layers }) => layers);
  return laidOver.every(({ layer }) => layer.type !== 'video' && !blendsWithGround(layer))
    ? { below, above }
    : null;
}

/** What spans scenes lies above all of them. */
function lowestOfRow({ layers, overlay }: SceneSpan): number {
  if (overlay) return 0;
  const ofRow = layers.findIndex(({ sameInAllRows, standsAt }) => !sameInAllRows || standsAt !== undefined);
  return ofRow < 0 ? layers.length : ofRow;
}

/** What is left of a picture's layers, in scenes that have only those. */
function restrict(picture: Picture, scenes: Cut): Picture {
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

function only(video: PreparedVideo, scenes: Cut): PreparedVideo {
  return { ...video, timeline: { ...video.timeline, scenes: [...scenes.values()] } };
}
