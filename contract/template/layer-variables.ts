/** The names that layers use, in order of appearance. */
import { type Layer, layerLabel } from './layers.ts';
import { exampleOf, placeholderUses, type VariableUse } from './variable-uses.ts';

/** The property that a layer's `variable` binds; null for a type that has none. */
export const MAIN_PROPERTY = {
  text: 'text',
  image: 'src',
  video: 'src',
  qr: 'data',
  shape: null,
} as const satisfies Record<Layer['type'], string | null>;

export function layersUses(
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
