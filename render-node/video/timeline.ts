/**
 * A filled video template in whole frames: when each scene and layer shows. Everything after this counts frames and
 * never seconds, so that picture and sound agree and the total is exact: 3 s + 3 s with a fade of 0.5 s at 30 fps is 165.
 */
import { type FailurePlace, RenderFailure } from '../../contract/render-failure.ts';
import { isBlankLayer } from '../../contract/template/fill-layers.ts';
import type { TimedLayer } from '../../contract/template/layers.ts';
import { type Scene, sceneLabel } from '../../contract/template/scene.ts';
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import { layerPlace } from '../layers/layer-place.ts';

export interface Timeline {
  fps: number;
  /** Pixels, both even. */
  width: number;
  height: number;
  /** Frames of the whole video. */
  frames: number;
  scenes: SceneSpan[];
}

export interface SceneSpan {
  label: string;
  scene: Scene;
  /** Its first frame, counted from the video's beginning. */
  start: number;
  frames: number;
  /** Frames at its beginning that it shares with the scene before, fading in over it; 0 for a cut. */
  enter: number;
  /** Frames at its end that it shares with the scene after. */
  leave: number;
  /** Bottom to top; layers that show nothing are left out. */
  layers: LayerSpan[];
}

export interface LayerSpan {
  /** Names it when it fails. */
  place: FailurePlace;
  layer: TimedLayer;
  /** Its first frame, counted from its scene's beginning. */
  start: number;
  frames: number;
  fadeIn: number;
  fadeOut: number;
}

/**
 * @param template the template as stored: only there it still says which variable a layer takes.
 * @throws {RenderFailure} `template_invalid` for no scenes, or a fade longer than half of a scene next to it.
 */
export function planTimeline(filled: VideoTemplate, template: VideoTemplate): Timeline {
  const { fps, width, height } = filled;
  const scenes: SceneSpan[] = [];
  for (const [index, scene] of filled.scenes.entries()) {
    const before = scenes.at(-1);
    const label = sceneLabel(scene, index);
    const frames = atLeastOneFrame(scene.duration, fps);
    const enter = before ? enterFrames(scene, fps) : 0;
    if (before) before.leave = enter;
    scenes.push({
      label,
      scene,
      start: before ? before.start + before.frames - enter : 0,
      frames,
      enter,
      leave: 0,
      layers: planLayers(scene, template.scenes[index] ?? scene, label, frames, fps),
    });
  }
  const last = scenes.at(-1);
  if (!last) throw new RenderFailure('template_invalid', 'The template has no scenes, so there is no video.');
  return { fps, width, height, frames: last.start + last.frames, scenes };
}

/** A time in seconds as a frame of this timeline, kept within the video. */
export function frameAt(timeline: Timeline, seconds: number): number {
  return Math.min(Math.max(0, Math.round(seconds * timeline.fps)), timeline.frames - 1);
}

/** How much of the scene shows at a frame counted from its beginning: below 1 only while it fades in. */
export function sceneOpacity({ enter }: SceneSpan, frame: number): number {
  return rising(frame, enter);
}

/** Opacity that a layer's fades give it at a frame counted from its scene's beginning; 0 when it does not show. */
export function layerFade({ start, frames, fadeIn, fadeOut }: LayerSpan, sceneFrame: number): number {
  const frame = sceneFrame - start;
  if (frame < 0 || frame >= frames) return 0;
  return rising(frame, fadeIn) * rising(frames - 1 - frame, fadeOut);
}

/** A fade is sampled at the middle of each frame: the way in mirrors the way out, and neither wastes a frame on 0 or 1. */
function rising(frame: number, fadeFrames: number): number {
  return frame < fadeFrames ? (frame + 0.5) / fadeFrames : 1;
}

function atLeastOneFrame(seconds: number, fps: number): number {
  return Math.max(1, Math.round(seconds * fps));
}

/** At most half of the shorter scene beside it: longer fades are refused when a template is saved. */
function enterFrames({ transition }: Scene, fps: number): number {
  return transition.type === 'cut' ? 0 : atLeastOneFrame(transition.duration, fps);
}

function planLayers(
  filled: Scene,
  scene: Scene,
  sceneLabel: string,
  sceneFrames: number,
  fps: number,
): LayerSpan[] {
  return filled.layers.flatMap((layer, index) => {
    if (!layer.visible || isBlankLayer(layer)) return [];
    const start = Math.round(layer.start * fps);
    const end = layer.duration === 'end' ? sceneFrames : Math.round((layer.start + layer.duration) * fps);
    const frames = Math.min(Math.max(end, start + 1), sceneFrames) - start;
    if (frames <= 0) return [];
    const fades = {
      fadeIn: fadeFrames(layer, 'in', frames, fps),
      fadeOut: fadeFrames(layer, 'out', frames, fps),
    };
    const place = layerPlace(scene.layers[index] ?? layer, index, sceneLabel);
    return [{ place, layer, start, frames, ...fades }];
  });
}

function fadeFrames({ animations }: TimedLayer, at: 'in' | 'out', layerFrames: number, fps: number): number {
  const seconds = Math.max(0, ...animations.filter((fade) => fade.at === at).map((fade) => fade.duration));
  return Math.min(Math.round(seconds * fps), layerFrames);
}
