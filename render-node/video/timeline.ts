/**
 * A filled video template in whole frames: when each scene and layer shows. Everything after this counts frames and
 * never seconds, so that picture and sound agree and the total is exact: 3 s + 3 s with a fade of 0.5 s at 30 fps is 165.
 */
import { type FailurePlace, RenderFailure } from '../../contract/render-failure.ts';
import { isBlankLayer, variablesOf } from '../../contract/template/fill-layers.ts';
import { namesIn } from '../../contract/template/fill-property.ts';
import type { Animation } from '../../contract/template/layers/timed.ts';
import type { TimedLayer } from '../../contract/template/layers.ts';
import { AUTO_SECONDS, type Scene, sceneLabel, sceneSchema } from '../../contract/template/scene.ts';
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import { layerPlace } from '../layers/layer-place.ts';
import type { FollowTarget } from '../layers/prepare-environment.ts';

export interface Timeline {
  fps: number;
  /** Pixels, both even. */
  width: number;
  height: number;
  /** Frames of the whole video. */
  frames: number;
  /** In order; last, when there are any, the layers that span scenes, as a scene of their own over all others. */
  scenes: SceneSpan[];
}

export interface SceneSpan {
  label: string;
  scene: Scene;
  /** Its first frame, counted from the video's beginning. */
  start: number;
  frames: number;
  /** Frames at its beginning that it shares with the scene before, coming in over it; 0 for a cut. */
  enter: number;
  /** Frames at its end that it shares with the scene after. */
  leave: number;
  /** It has no ground of its own and lies over all other scenes. */
  overlay: boolean;
  /** Bottom to top; layers that show nothing are left out. */
  layers: LayerSpan[];
  /** Variables that the scene itself takes, its layers not counted. */
  variables: string[];
}

export interface LayerSpan {
  /** Names it when it fails. */
  place: FailurePlace;
  layer: TimedLayer;
  /** Its first frame, counted from its scene's beginning. */
  start: number;
  frames: number;
  animations: AnimationSpan[];
  /** When it looks other than the template puts it: never, as it comes and goes, or at any time. */
  changes: 'never' | 'at_its_ends' | 'always';
  /** What the layer shows that it is placed after, which decides where it stands; set when that is known. */
  standsAt?: FollowTarget;
  /** Variables that the layer takes; rows that agree in them show it alike. */
  variables: string[];
  /** All rows that show it show it alike: if it takes variables, they only say whether it shows. */
  sameInAllRows: boolean;
}

export interface AnimationSpan extends Animation {
  /** Its first frame, counted from the layer's. */
  first: number;
  /** At least 1. */
  frames: number;
}

/**
 * @param template the template as stored: only there it still says which variable a layer takes.
 * @param autoSeconds of each scene of the template, by its index: what `auto` comes to; 4 where it says nothing.
 * @throws {RenderFailure} `template_invalid` for no scenes, `data_invalid` when none of them shows for this row.
 */
export function planTimeline(
  filled: VideoTemplate,
  template: VideoTemplate,
  autoSeconds: ReadonlyMap<number, number> = new Map(),
): Timeline {
  const { fps, width, height } = filled;
  if (filled.scenes.length === 0)
    throw new RenderFailure('template_invalid', 'The template has no scenes, so there is no video.');
  const scenes: SceneSpan[] = [];
  const spanning: SpanningLayer[] = [];
  for (const [index, scene] of filled.scenes.entries()) {
    if (!scene.visible) continue;
    const before = scenes.at(-1);
    const stored = template.scenes[index] ?? scene;
    const label = sceneLabel(scene, index);
    const seconds =
      typeof scene.duration === 'number' ? scene.duration : (autoSeconds.get(index) ?? AUTO_SECONDS);
    const frames = atLeastOneFrame(seconds, fps);
    const enter = before ? enterFrames(scene, before, frames, fps) : 0;
    if (before) before.leave = enter;
    const start = before ? before.start + before.frames - enter : 0;
    const placed = placedLayers(scene, stored, label);
    const ofScene = placed.filter(({ layer }) => layer.span === 'scene');
    spanning.push(
      ...placed.filter(({ layer }) => layer.span !== 'scene').map((layer) => ({ ...layer, start })),
    );
    scenes.push({
      label,
      scene,
      start,
      frames,
      enter,
      leave: 0,
      overlay: false,
      layers: ofScene.flatMap((layer) => planLayer(layer, 0, frames, fps)),
      variables: sceneVariables(stored),
    });
  }
  const last = scenes.at(-1);
  if (!last)
    throw new RenderFailure(
      'data_invalid',
      'No scene of the template shows for this row, so there is no video.',
    );
  const frames = last.start + last.frames;
  return { fps, width, height, frames, scenes: [...scenes, ...overlay(spanning, frames, fps)] };
}

/** A time in seconds as a frame of this timeline, kept within the video. */
export function frameAt(timeline: Timeline, seconds: number): number {
  return Math.min(Math.max(0, Math.round(seconds * timeline.fps)), timeline.frames - 1);
}

/** Whether a layer looks the same in all frames that it shows in. */
export function isStill({ changes }: LayerSpan): boolean {
  return changes === 'never';
}

function sceneVariables({ duration, background }: Scene): string[] {
  return [...new Set(namesIn([duration, background]))];
}

function atLeastOneFrame(seconds: number, fps: number): number {
  return Math.max(1, Math.round(seconds * fps));
}

/** At most half of the shorter scene beside it. Longer ones are refused when a template is saved, where that is known. */
function enterFrames({ transition }: Scene, before: SceneSpan, frames: number, fps: number): number {
  if (transition.type === 'cut') return 0;
  const longest = Math.floor(Math.min(frames, before.frames) / 2);
  return Math.min(atLeastOneFrame(transition.duration, fps), longest);
}

interface PlacedLayer {
  place: FailurePlace;
  layer: TimedLayer;
  variables: string[];
  sameInAllRows: boolean;
}

interface SpanningLayer extends PlacedLayer {
  /** First frame of the scene that it stands in. */
  start: number;
}

function placedLayers(filled: Scene, stored: Scene, sceneLabel: string): PlacedLayer[] {
  return filled.layers.flatMap((layer, index) => {
    if (!layer.visible || isBlankLayer(layer)) return [];
    const original = stored.layers[index] ?? layer;
    const place = layerPlace(original, index, sceneLabel);
    const variables = variablesOf(original, stored.layers);
    const shown =
      original.visible === true ? variables : variablesOf({ ...original, visible: true }, stored.layers);
    return [{ place, layer, variables, sameInAllRows: shown.length === 0 }];
  });
}

/** @param from the frame that the layer's times count from. @param end the frame that it is gone at. */
function planLayer({ layer, ...placed }: PlacedLayer, from: number, end: number, fps: number): LayerSpan[] {
  const start = from + Math.round(layer.start * fps);
  const wanted = layer.duration === 'end' ? end : from + Math.round((layer.start + layer.duration) * fps);
  const frames = Math.min(Math.max(wanted, start + 1), end) - start;
  if (frames <= 0) return [];
  const animations = layer.animations.map((animation) => planAnimation(animation, frames, fps));
  return [{ ...placed, layer, start, frames, animations, changes: changesOf(layer) }];
}

function changesOf(layer: TimedLayer): LayerSpan['changes'] {
  if (layer.type === 'video' || layer.type === 'caption') return 'always';
  if (layer.type === 'image' && layer.zoom && layer.zoom.from !== layer.zoom.to) return 'always';
  if (Object.values(layer.keyframes).some((track) => track.length > 0)) return 'always';
  if (layer.animations.length === 0) return 'never';
  return layer.animations.every(restsBetween) ? 'at_its_ends' : 'always';
}

/** Once it is through, or before it begins, the layer is as if there were no animation. */
function restsBetween({ type, at, from, to }: Animation): boolean {
  if (typeof at === 'number' || type === 'pan') return false;
  return type !== 'scale' || (at === 'in' ? to : from) === null;
}

function planAnimation(animation: Animation, layerFrames: number, fps: number): AnimationSpan {
  const frames = Math.min(atLeastOneFrame(animation.duration, fps), layerFrames);
  switch (animation.at) {
    case 'in':
      return { ...animation, first: 0, frames };
    case 'out':
      return { ...animation, first: layerFrames - frames, frames };
    default:
      return { ...animation, first: Math.round(animation.at * fps), frames };
  }
}

function overlay(spanning: SpanningLayer[], frames: number, fps: number): SceneSpan[] {
  const layers = spanning.flatMap((placed) =>
    planLayer(placed, placed.layer.span === 'to_end' ? placed.start : 0, frames, fps),
  );
  if (layers.length === 0) return [];
  const scene = sceneSchema.parse({ background: 'transparent' });
  return [
    { label: 'overlay', scene, start: 0, frames, enter: 0, leave: 0, overlay: true, layers, variables: [] },
  ];
}
