import { MAIN_PROPERTY, NOT_FILLED } from './layer-variables.ts';
import type { Layer } from './layers.ts';
import { placeholderNames } from './placeholders.ts';
import { readPath } from './property-path.ts';
import type { Template } from './template.ts';
import type { TemplateFault } from './template-fault.ts';

export function layerFaults(template: Template): TemplateFault[] {
  const lists: [string, Layer[]][] =
    template.kind === 'image'
      ? [['', template.layers]]
      : template.scenes.map((scene, index) => [`scenes[${index}].`, scene.layers]);
  return lists.flatMap(([prefix, layers]) => listFaults(layers, prefix));
}

/** Layers of one scene, picture or group. */
function listFaults(layers: Layer[], prefix: string): TemplateFault[] {
  return layers.flatMap((layer, index) => {
    const path = `${prefix}layers[${index}]`;
    return [
      ...bindingFaults(layer, path),
      ...contentFaults(layer, path),
      ...maskFaults(layer, path),
      ...followFaults(layers, index, path),
      ...(layer.type === 'group' ? listFaults(layer.layers, `${path}.`) : []),
    ];
  });
}

function bindingFaults(layer: Layer, path: string): TemplateFault[] {
  const faults: TemplateFault[] = [];
  if (layer.variable !== null && MAIN_PROPERTY[layer.type] === null)
    faults.push({ path: `${path}.variable`, message: `a ${layer.type} has no main property; use bind` });
  for (const property of Object.keys(layer.bind)) {
    const message = bindFault(layer, property);
    if (message !== null) faults.push({ path: `${path}.bind.${property}`, message });
  }
  for (const property of ['id', 'name'] as const)
    if (placeholderNames(layer[property] ?? '').length > 0)
      faults.push({ path: `${path}.${property}`, message: 'names a layer and cannot take a placeholder' });
  return faults;
}

const NOT_BINDABLE: ReadonlySet<string> = new Set([...NOT_FILLED, 'animations', 'keyframes', 'cues', 'dash']);
const OF_PARTS: ReadonlySet<string> = new Set([
  'stroke',
  'highlight',
  'accent',
  'border',
  'shadow',
  'mask',
  'filters',
  'zoom',
]);

function bindFault(layer: Layer, property: string): string | null {
  const [whole = '', ...parts] = property.split('.');
  const value = readPath(layer, property);
  if (!Object.hasOwn(layer, whole) || NOT_BINDABLE.has(whole))
    return `a ${layer.type} layer has no property "${property}" to bind`;
  if (parts.length === 0)
    return OF_PARTS.has(whole)
      ? `${property} has parts and cannot be bound as a whole; bind one of them, such as "${property}.color"`
      : null;
  if (readPath(layer, whole) === null) return `the layer has no ${whole}: set one to bind a part of it`;
  return value === undefined || typeof value === 'object'
    ? `a ${layer.type} layer has no property "${property}" to bind`
    : null;
}

/** What a type's own properties must be together. */
function contentFaults(layer: Layer, path: string): TemplateFault[] {
  switch (layer.type) {
    case 'shape':
      return layer.shape === 'path' && layer.path === ''
        ? [
            {
              path: `${path}.path`,
              message: 'a shape of this kind needs its path, such as "M0 0 L10 0 L5 8 Z"',
            },
          ]
        : [];
    case 'qr':
      return layer.logo !== '' && layer.ecc !== 'H'
        ? [
            {
              path: `${path}.ecc`,
              message: 'must be "H" under a logo: readers have to make up for what it hides',
            },
          ]
        : [];
    case 'rating':
      return typeof layer.value === 'number' && layer.value > layer.max
        ? [{ path: `${path}.value`, message: `must be at most max, ${layer.max}` }]
        : [];
    default:
      return [];
  }
}

function maskFaults({ mask, bind }: Layer, path: string): TemplateFault[] {
  if (!mask) return [];
  const isPicture = mask.src !== '' || Object.hasOwn(bind, 'mask.src');
  if (mask.shape === null && !isPicture)
    return [{ path: `${path}.mask`, message: 'needs a shape, such as "ellipse", or the src of a picture' }];
  if (mask.shape !== null && isPicture)
    return [{ path: `${path}.mask`, message: 'is either a shape or a picture: leave out shape or src' }];
  return mask.shape === 'path' && mask.path === ''
    ? [{ path: `${path}.mask.path`, message: 'a mask of this shape needs its path' }]
    : [];
}

/** `place_after` must lead to exactly one other layer of the list, and never in a circle. */
function followFaults(layers: Layer[], index: number, path: string): TemplateFault[] {
  const after = layers[index]?.place_after;
  if (!after) return [];
  const fault = (message: string) => [{ path: `${path}.place_after.layer`, message }];
  const named = layers.filter(({ id, name }) => id === after.layer || name === after.layer);
  if (named.length === 0) return fault(`no layer beside this one has the id or name "${after.layer}"`);
  if (named.length > 1) return fault(`${named.length} layers beside this one are called "${after.layer}"`);
  const seen = new Set<Layer>([layers[index]!]);
  let next = named[0];
  while (next) {
    if (seen.has(next)) return fault('leads back to this layer');
    seen.add(next);
    const target: string | undefined = next.place_after?.layer;
    next = target === undefined ? undefined : layers.find(({ id, name }) => id === target || name === target);
  }
  return [];
}
