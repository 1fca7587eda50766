import { audioLabel } from './audio.ts';
import { layersUses } from './layer-variables.ts';
import { type Scene, sceneLabel } from './scene.ts';
import { exampleOf, placeholderUses, type VariableUse } from './variable-uses.ts';

/** The names that a scene uses: its own properties' first, then its sounds', then its layers'. */
export function sceneUses(scene: Scene, index: number, examples: Record<string, string>): VariableUse[] {
  const label = sceneLabel(scene, index);
  const path = `scenes[${index}]`;
  const uses = (value: unknown, place: string, layer: string | null = null): VariableUse[] =>
    placeholderUses(value, `${path}.${place}`).map((use) => ({
      ...use,
      scene: label,
      layer,
      example: exampleOf(examples, use.name),
    }));
  return [
    ...uses(scene.duration, 'duration'),
    ...uses(scene.background, 'background'),
    ...uses(scene.visible, 'visible'),
    ...scene.audio.flatMap((audio, place) =>
      uses(audio.src, `audio[${place}].src`, audioLabel(audio, place)),
    ),
    ...layersUses(scene.layers, `${path}.`, label, examples),
  ];
}
