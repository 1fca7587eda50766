import { layersUses } from './layer-variables.ts';
import { type Scene, sceneLabel } from './scene.ts';
import { exampleOf, placeholderUses, type VariableUse } from './variable-uses.ts';

/** The names that a scene uses: its own properties' first, then its layers'. */
export function sceneUses(scene: Scene, index: number, examples: Record<string, string>): VariableUse[] {
  const label = sceneLabel(scene, index);
  const own = placeholderUses(scene.background, `scenes[${index}].background`).map((use) => ({
    ...use,
    scene: label,
    layer: null,
    example: exampleOf(examples, use.name),
  }));
  return [...own, ...layersUses(scene.layers, `scenes[${index}].`, label, examples)];
}
