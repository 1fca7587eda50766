/**
 * A template and one row's values → the template as that row shows it: no placeholder, no binding left.
 *
 * The blank rule (API §2.4): a missing key, null and "" are the same. Blank text leaves nothing where the placeholder
 * stood; a blank picture, clip or code is not drawn; any other blank property falls back to its type's default.
 * The example values of a template never appear in an output.
 */

import { DataInvalid } from '../render-failure.ts';
import { fillLayers } from './fill-layers.ts';
import type { RowValues } from './fill-property.ts';
import { fillScene } from './fill-scene.ts';
import { stillLayerSchema } from './layers.ts';
import type { Template } from './template.ts';
import { valueProblem } from './variable-meta.ts';
import { variableUses } from './variables.ts';

/** @throws {DataInvalid} when a value does not fit the property it goes into, naming scene, layer and variable. */
export function fillTemplate<T extends Template>(template: T, values: RowValues): T {
  checkValues(template, values);
  const { direction } = template;
  switch (template.kind) {
    case 'image':
      return {
        ...template,
        layers: fillLayers(template.layers, null, values, { parse: stillLayerSchema.parse, direction }),
      };
    case 'video':
      return {
        ...template,
        scenes: template.scenes.map((scene, index) => fillScene(scene, index, values, direction)),
      };
    default:
      return template satisfies never;
  }
}

/** A value that its author ruled out fails where the variable first shows. */
function checkValues(template: Template, values: RowValues): void {
  for (const [name, meta] of Object.entries(template.variables_meta)) {
    const problem = valueProblem(values.get(name) ?? '', meta);
    if (problem === null) continue;
    const use = variableUses(template).find((found) => found.name === name);
    throw new DataInvalid({ scene: use?.scene ?? null, layer: use?.layer ?? null, variable: name, problem });
  }
}
