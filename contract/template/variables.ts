/**
 * The variables of a template: the distinct names its scenes or layers use, in order of first appearance (API §2.3).
 * One walk finds every use with its place; the schema, the sample CSV, the export's columns, the price and the
 * editor's "which layer adds what" all read from it.
 */
import { layersUses } from './layer-variables.ts';
import { sceneUses } from './scene-variables.ts';
import type { Template } from './template.ts';
import type { VariableUse } from './variable-uses.ts';

export interface Variable {
  name: string;
  /** What the template shows for it: the literal that a binding replaces, or the author's example (API §2.3). */
  exampleValue: string;
}

export function templateVariables(template: Template): Variable[] {
  const found = new Map<string, Variable>();
  for (const { name, example } of variableUses(template)) {
    const variable = found.get(name);
    if (!variable) found.set(name, { name, exampleValue: example });
    else if (variable.exampleValue === '') variable.exampleValue = example;
  }
  return [...found.values()];
}

export function variableUses(template: Template): VariableUse[] {
  switch (template.kind) {
    case 'image':
      return layersUses(template.layers, '', null, template.examples);
    case 'video':
      return template.scenes.flatMap((scene, index) => sceneUses(scene, index, template.examples));
    default:
      return template satisfies never;
  }
}
