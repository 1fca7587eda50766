/** A scene as one row shows it. */
import { DataInvalid } from '../render-failure.ts';
import { audioLabel, type SceneAudio, sceneAudioSchema } from './audio.ts';
import { evaluateCondition } from './condition.ts';
import { fillLayers } from './fill-layers.ts';
import { fillFor, hasBraces, namesIn, type RowValues } from './fill-property.ts';
import { timedLayerSchema } from './layers.ts';
import { MAX_SCENE_SECONDS, type Scene, sceneLabel, sceneSchema } from './scene.ts';
import type { Template } from './template.ts';
import { fillSchema } from './values.ts';

/** @throws {DataInvalid} when a value does not fit the property it goes into, naming scene, layer and variable. */
export function fillScene(
  scene: Scene,
  index: number,
  values: RowValues,
  direction: Template['direction'],
): Scene {
  const label = sceneLabel(scene, index);
  const visible = fillVisible(scene, label, values);
  // What is left out cannot be wrong.
  if (!visible) return { ...scene, visible, audio: [], layers: [] };
  return {
    ...scene,
    visible,
    duration: fillDuration(scene, label, values),
    background: fillBackground(scene, label, values),
    audio: scene.audio.map((audio, place) => fillAudio(audio, place, label, values)),
    layers: fillLayers(scene.layers, label, values, { parse: timedLayerSchema.parse, direction }),
  };
}

function fillVisible({ visible }: Scene, label: string, values: RowValues): boolean {
  if (typeof visible === 'boolean') return visible;
  return fillFor({ scene: label, layer: null, property: 'visible' }, visible, values, evaluateCondition);
}

/** Blank: `auto`. */
function fillDuration({ duration }: Scene, label: string, values: RowValues): Scene['duration'] {
  if (typeof duration === 'number' || duration === 'auto') return duration;
  const filled = String(
    fillFor<unknown>({ scene: label, layer: null, property: 'duration' }, duration, values),
  );
  if (filled.trim() === '') return 'auto';
  const seconds = Number(filled);
  if (seconds > 0 && seconds <= MAX_SCENE_SECONDS) return seconds;
  throw new DataInvalid({
    scene: label,
    layer: null,
    variable: namesIn(duration)[0] ?? null,
    problem: `duration must be a number of seconds, more than 0 and at most ${MAX_SCENE_SECONDS}`,
  });
}

function fillBackground(scene: Scene, label: string, values: RowValues): Scene['background'] {
  const place = { scene: label, layer: null, property: 'background' };
  const filled = fillFor<unknown>(place, scene.background, values);
  if (filled === '') return sceneSchema.parse({}).background;
  const parsed = fillSchema.safeParse(filled);
  if (parsed.success && !hasBraces(filled)) return parsed.data;
  throw new DataInvalid({
    scene: label,
    layer: null,
    variable: namesIn(scene.background)[0] ?? null,
    problem: `background ${parsed.error?.issues[0]?.message ?? 'cannot hold braces'}`,
  });
}

function fillAudio(audio: SceneAudio, index: number, scene: string, values: RowValues): SceneAudio {
  const names = namesIn(audio.src);
  if (names.length === 0) return audio;
  const layer = audioLabel(audio, index);
  const src = fillFor<unknown>({ scene, layer, property: 'src' }, audio.src, values);
  const parsed = sceneAudioSchema.shape.src.safeParse(src);
  if (parsed.success && !hasBraces(src)) return { ...audio, src: parsed.data };
  throw new DataInvalid({
    scene,
    layer,
    variable: names[0] ?? null,
    problem: `src ${parsed.error?.issues[0]?.message ?? 'cannot hold braces'}`,
  });
}
