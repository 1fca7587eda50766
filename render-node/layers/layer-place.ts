import type { FailurePlace } from '../../contract/render-failure.ts';
import { usedProperties } from '../../contract/template/fill-layers.ts';
import { MAIN_PROPERTY } from '../../contract/template/layer-variables.ts';
import { type Layer, layerLabel } from '../../contract/template/layers.ts';

/** What to call a layer when it fails. Takes the layer as the template has it: a filled one knows no variables any more. */
export function layerPlace(layer: Layer, index: number, scene: string | null): FailurePlace {
  const main = MAIN_PROPERTY[layer.type];
  const variable = main === null ? null : (usedProperties(layer).get(main)?.names[0] ?? null);
  return { scene, layer: layerLabel(layer, index), variable };
}
