/** A scene as one row shows it. */
import { DataInvalid } from '../render-failure.ts';
import { fillLayers } from './fill-layers.ts';
import { fillProperty, hasBraces, namesIn, type RowValues } from './fill-property.ts';
import { timedLayerSchema } from './layers.ts';
import { type Scene, sceneLabel, sceneSchema } from './scene.ts';
import { fillSchema } from './values.ts';

export function fillScene(scene: Scene, index: number, values: RowValues): Scene {
  const label = sceneLabel(scene, index);
  return {
    ...scene,
    background: fillSceneBackground(scene, label, values),
    layers: fillLayers(scene.layers, label, values, timedLayerSchema.parse),
  };
}

function fillSceneBackground(scene: Scene, label: string, values: RowValues): Scene['background'] {
  const filled = fillProperty(scene.background, values);
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
