/** The names that layers use, in order of appearance. */
import { type Layer, layerLabel } from './layers.ts';
import { readPath } from './property-path.ts';
import { exampleOf, placeholderUses, type VariableUse } from './variable-uses.ts';

/** The property that a layer's `variable` binds; null for a type that has none. */
export const MAIN_PROPERTY = {
  text: 'text',
  image: 'src',
  video: 'src',
  caption: 'src',
  qr: 'data',
  shape: null,
  barcode: 'data',
  rating: 'value',
  group: null,
} as const satisfies Record<Layer['type'], string | null>;

export function layersUses(
  layers: Layer[],
  prefix: string,
  scene: string | null,
  examples: Record<string, string>,
): VariableUse[] {
  return layers.flatMap((layer, index) => {
    const path = `${prefix}layers[${index}]`;
    const label = layerLabel(layer, index);
    const own = layerUses(layer, path, examples).map((use) => ({ ...use, scene, layer: label }));
    if (layer.type !== 'group') return own;
    const inner = layersUses(layer.layers, `${path}.`, scene, examples);
    return [...own, ...inner.map((use) => ({ ...use, layer: innerLabel(label, use.layer) }))];
  });
}

/** A layer of a group is called after both: `card / photo`. */
export function innerLabel(group: string, layer: string | null): string {
  return `${group} / ${layer}`;
}

type PlacedUse = Pick<VariableUse, 'name' | 'path' | 'example'>;

/** A layer's own uses: its binding first, then its other bindings, then placeholders in the order of its fields. */
function layerUses(layer: Layer, path: string, examples: Record<string, string>): PlacedUse[] {
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

/** Properties that name things rather than show them, and layers, which have properties of their own. */
export const NOT_FILLED: ReadonlySet<string> = new Set([
  ...['id', 'name', 'type', 'variable', 'bind', 'place_after', 'layers'],
]);

function bindingUse(
  layer: Layer,
  variable: string,
  property: string,
  path: string,
  examples: Record<string, string>,
): PlacedUse {
  const name = variable.trim();
  const literal = readPath(layer, property);
  const shown = typeof literal === 'string' || typeof literal === 'number' ? String(literal) : '';
  return { name, path: `${path}.${property}`, example: shown === '' ? exampleOf(examples, name) : shown };
}
