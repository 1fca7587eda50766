import { usedProperties } from '../../contract/template/fill-layers.ts';
import { innerLabel, MAIN_PROPERTY } from '../../contract/template/layer-variables.ts';
import { type Layer, layerLabel } from '../../contract/template/layers.ts';
import type { LayerPlace } from './prepare-environment.ts';

/** What to call a layer when it fails. Takes the layer as the template has it: a filled one knows no variables any more. */
export function layerPlace(layer: Layer, index: number, scene: string | null): LayerPlace {
  return placeOf(layer, layerLabel(layer, index), scene);
}

/** The place of something else than a layer's main property, such as `mask.src`. */
export function placeOfProperty(place: LayerPlace, property: string): LayerPlace {
  const { variables = {} } = place;
  const [whole = ''] = property.split('.');
  const key = [property, whole].find((name) => Object.hasOwn(variables, name));
  return { ...place, variable: key === undefined ? null : variables[key]! };
}

function placeOf(layer: Layer, label: string, scene: string | null): LayerPlace {
  const uses = [...usedProperties(layer)].flatMap(([property, { names }]) =>
    names.slice(0, 1).map((name) => [property, name]),
  );
  const place = { scene, layer: label, variable: null, variables: Object.fromEntries(uses) };
  const named = placeOfProperty(place, MAIN_PROPERTY[layer.type] ?? '');
  if (layer.type !== 'group') return named;
  const inner = layer.layers.map((child, index) =>
    placeOf(child, innerLabel(label, layerLabel(child, index)), scene),
  );
  return { ...named, inner };
}
