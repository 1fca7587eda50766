import type { Animation } from './layers/timed.ts';
import type { TimedLayer } from './layers.ts';
import type { TemplateFault } from './template-fault.ts';

/** Animations and keyframes that their layer cannot follow. */
export function timedLayerFaults(layers: TimedLayer[], prefix: string): TemplateFault[] {
  return layers.flatMap((layer, index) => {
    const path = `${prefix}layers[${index}]`;
    const animations = layer.animations.flatMap((animation, place) =>
      animationFaults(layer, animation, `${path}.animations[${place}]`),
    );
    return [...animations, ...keyframeFaults(layer, `${path}.keyframes`)];
  });
}

const OF_TEXT: ReadonlySet<Animation['type']> = new Set(['typewriter', 'words', 'lines', 'count']);
const AT_ANY_TIME: ReadonlySet<Animation['type']> = new Set(['scale', 'pan', 'bounce']);

function animationFaults(layer: TimedLayer, { type, at }: Animation, path: string): TemplateFault[] {
  const faults: TemplateFault[] = [];
  if (OF_TEXT.has(type) && layer.type !== 'text')
    faults.push({
      path: `${path}.type`,
      message: `${type} moves the letters of a text, and this layer is of type ${layer.type}`,
    });
  if (typeof at === 'number' && !AT_ANY_TIME.has(type))
    faults.push({
      path: `${path}.at`,
      message: `must be "in" or "out": ${type} brings a layer in or takes it out`,
    });
  if (type === 'count' && at === 'out')
    faults.push({ path: `${path}.at`, message: 'must be "in": a count ends at what the text says' });
  return faults;
}

function keyframeFaults({ type, keyframes }: TimedLayer, path: string): TemplateFault[] {
  const moving = type === 'video' || type === 'caption';
  const cannot = [
    { property: 'width', fails: moving, instead: 'use scale' },
    { property: 'height', fails: moving, instead: 'use scale' },
    { property: 'fill', fails: type !== 'shape' && type !== 'text', instead: 'only shapes and texts do' },
  ] as const;
  return cannot
    .filter(({ property, fails }) => fails && keyframes[property].length > 0)
    .map(({ property, instead }) => ({
      path: `${path}.${property}`,
      message: `layers of type ${type} have no ${property} that can change: ${instead}`,
    }));
}
