import { MAIN_PROPERTY, NOT_FILLED } from './layer-variables.ts';
import type { Layer } from './layers.ts';
import { placeholderNames } from './placeholders.ts';
import type { Template } from './template.ts';
import type { TemplateFault } from './template-fault.ts';

export function layerFaults(template: Template): TemplateFault[] {
  const lists: [string, Layer[]][] =
    template.kind === 'image'
      ? [['', template.layers]]
      : template.scenes.map((scene, index) => [`scenes[${index}].`, scene.layers]);
  return lists.flatMap(([prefix, layers]) =>
    layers.flatMap((layer, index) => bindingFaults(layer, `${prefix}layers[${index}]`)),
  );
}

function bindingFaults(layer: Layer, path: string): TemplateFault[] {
  const faults: TemplateFault[] = [];
  if (layer.variable !== null && MAIN_PROPERTY[layer.type] === null)
    faults.push({ path: `${path}.variable`, message: `a ${layer.type} has no main property; use bind` });
  for (const property of Object.keys(layer.bind))
    if (!Object.hasOwn(layer, property) || NOT_BINDABLE.has(property))
      faults.push({
        path: `${path}.bind.${property}`,
        message: `a ${layer.type} layer has no property "${property}" to bind`,
      });
    else if (OF_PARTS.has(property))
      faults.push({
        path: `${path}.bind.${property}`,
        message: `${property} has parts and cannot be bound as a whole; put {{name}} into its color`,
      });
  for (const property of ['id', 'name'] as const)
    if (placeholderNames(layer[property] ?? '').length > 0)
      faults.push({ path: `${path}.${property}`, message: 'names a layer and cannot take a placeholder' });
  return faults;
}

const NOT_BINDABLE: ReadonlySet<string> = new Set([...NOT_FILLED, 'animations']);
const OF_PARTS: ReadonlySet<string> = new Set(['stroke', 'border']);
