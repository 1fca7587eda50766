/**
 * The variables of a template: the distinct names its scenes or layers use, in order of first appearance (API §2.3).
 * One walk finds every use with its place; the schema, the sample CSV, the export's columns, the price and the
 * editor's "which layer adds what" all read from it.
 */
import { placeholderNames } from './placeholders.ts';
import { type Layer, layerLabel, type Scene, sceneLabel, type Template } from './template.ts';

export interface VariableUse {
  name: string;
  /** Where: `layers[2].text`, `scenes[0].layers[1].src`. */
  path: string;
  /** Label of the scene, null in image templates. */
  scene: string | null;
  /** Label of the layer, null for a scene's own background. */
  layer: string | null;
  example: string;
}

export interface Variable {
  name: string;
  /** What the template shows for it: the literal that a binding replaces, or the author's example (API §2.3). */
  exampleValue: string;
}

/** The property that a layer's `variable` binds; null for a type that has none. */
export const MAIN_PROPERTY = {
  text: 'text',
  image: 'src',
  video: 'src',
  qr: 'data',
  shape: null,
} as const satisfies Record<Layer['type'], string | null>;

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

function sceneUses(scene: Scene, index: number, examples: Record<string, string>): VariableUse[] {
  const label = sceneLabel(scene, index);
  const own = placeholderUses(scene.background, `scenes[${index}].background`).map((use) => ({
    ...use,
    scene: label,
    layer: null,
    example: exampleOf(examples, use.name),
  }));
  return [...own, ...layersUses(scene.layers, `scenes[${index}].`, label, examples)];
}

function layersUses(
  layers: Layer[],
  prefix: string,
  scene: string | null,
  examples: Record<string, string>,
): VariableUse[] {
  return layers.flatMap((layer, index) =>
    layerUses(layer, `${prefix}layers[${index}]`, examples).map((use) => ({
      ...use,
      scene,
      layer: layerLabel(layer, index),
    })),
  );
}

type PlacedUse = Pick<VariableUse, 'name' | 'path' | 'example'>;

/** Uses within one layer: its binding first, then its other bindings, then placeholders in the order of its fields. */
export function layerUses(layer: Layer, path: string, examples: Record<string, string>): PlacedUse[] {
  const main = MAIN_PROPERTY[layer.type];
  const bound: PlacedUse[] = [];
  if (layer.variable !== null && main) bound.push(bindingUse(layer, layer.variable, main, path, examples));
  for (const [property, name] of Object.entries(layer.bind))
    bound.push(bindingUse(layer, name, property, path, examples));

  const replaced = new Set([...(layer.variable !== null && main ? [main] : []), ...Object.keys(layer.bind)]);
  const written: PlacedUse[] = Object.entries(layer)
    .filter(([property]) => !NOT_FILLED.has(property) && !replaced.has(property))
    .flatMap(([property, value]) => placeholderUses(value, `${path}.${property}`))
    .map((use) => ({ ...use, example: exampleOf(examples, use.name) }));
  return [...bound, ...written];
}

/** Properties that name things rather than show them. */
export const NOT_FILLED: ReadonlySet<string> = new Set(['id', 'name', 'type', 'variable', 'bind']);

function bindingUse(
  layer: Layer,
  variable: string,
  property: string,
  path: string,
  examples: Record<string, string>,
): PlacedUse {
  const name = variable.trim();
  const literal = (layer as Record<string, unknown>)[property];
  const shown = typeof literal === 'string' || typeof literal === 'number' ? String(literal) : '';
  return { name, path: `${path}.${property}`, example: shown === '' ? exampleOf(examples, name) : shown };
}

/** A variable may be called `constructor`: only what the author wrote counts. */
function exampleOf(examples: Record<string, string>, name: string): string {
  return Object.hasOwn(examples, name) ? (examples[name] ?? '') : '';
}

function placeholderUses(value: unknown, path: string): { name: string; path: string }[] {
  if (typeof value === 'string') return placeholderNames(value).map((name) => ({ name, path }));
  if (Array.isArray(value)) return value.flatMap((item, index) => placeholderUses(item, `${path}[${index}]`));
  if (value && typeof value === 'object')
    return Object.entries(value).flatMap(([key, item]) => placeholderUses(item, `${path}.${key}`));
  return [];
}
