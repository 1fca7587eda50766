/** How long a scene lasts whose template says `auto`: as long as the longest thing in it that has a length of its own. */
import { type FailurePlace, RenderFailure } from '../../contract/render-failure.ts';
import { audioLabel } from '../../contract/template/audio.ts';
import { isBlankLayer } from '../../contract/template/fill-layers.ts';
import { namesIn } from '../../contract/template/fill-property.ts';
import type { TimedLayer } from '../../contract/template/layers.ts';
import { MAX_SCENE_SECONDS, type Scene, sceneLabel } from '../../contract/template/scene.ts';
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import { loadSound } from '../audio/load-sound.ts';
import { layerPlace } from '../layers/layer-place.ts';
import type { RenderTools } from '../render-tools.ts';
import { loadClip, playedSeconds } from './prepare-clip.ts';

type MeasureTools = Pick<RenderTools, 'media' | 'cacheFolder' | 'signal'>;

/**
 * @returns seconds by the scene's index in the template; scenes without anything to go by are left out.
 * @throws {RenderFailure} when something that has a length cannot be had, naming its place.
 */
export async function measureScenes(
  tools: MeasureTools,
  filled: VideoTemplate,
  template: VideoTemplate,
): Promise<Map<number, number>> {
  const measured = await Promise.all(
    filled.scenes.map(async (scene, index) => {
      if (!scene.visible || scene.duration !== 'auto') return null;
      const seconds = await longest(tools, scene, template.scenes[index] ?? scene, sceneLabel(scene, index));
      return seconds > 0 ? ([index, Math.min(seconds, MAX_SCENE_SECONDS)] as const) : null;
    }),
  );
  return new Map(measured.filter((scene) => scene !== null));
}

async function longest(tools: MeasureTools, scene: Scene, stored: Scene, label: string): Promise<number> {
  const ends = await Promise.all([
    ...scene.layers.map((layer, index) => {
      const place = layerPlace(stored.layers[index] ?? layer, index, label);
      return layerEnd(tools, layer, place);
    }),
    ...scene.audio.map((audio, index) => {
      const variable = namesIn(stored.audio[index]?.src ?? '')[0] ?? null;
      return audioEnd(tools, audio, { scene: label, layer: audioLabel(audio, index), variable });
    }),
  ]);
  return Math.max(0, ...ends);
}

/** 0 for what is as long as its scene. */
async function layerEnd(tools: MeasureTools, layer: TimedLayer, place: FailurePlace): Promise<number> {
  if (!layer.visible || isBlankLayer(layer) || layer.span !== 'scene') return 0;
  if (layer.type === 'caption') return layer.start + Math.max(0, ...layer.cues.map(({ end }) => end));
  if (layer.type !== 'video') return 0;
  if (layer.duration !== 'end') return layer.start + layer.duration;
  try {
    const { stream } = await loadClip(place, layer, tools);
    return layer.start + playedSeconds(layer, stream.seconds);
  } catch (error) {
    if (layer.on_error === 'hide' && error instanceof RenderFailure) return 0;
    throw error;
  }
}

async function audioEnd(
  tools: MeasureTools,
  audio: Scene['audio'][number],
  place: FailurePlace,
): Promise<number> {
  if (audio.src === '' || audio.span !== 'scene') return 0;
  const { seconds } = await loadSound(tools, audio, place);
  return audio.start + Math.min(Math.max(0, seconds - audio.trim_start), audio.trim_duration ?? seconds);
}
