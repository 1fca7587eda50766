/** Properties that take a colour or a gradient. */
import { BLUE, GREEN, mixed, RED, rgb } from '../colours.ts';
import { colourIn } from '../measures.ts';
import type { LayerCase } from './layer-samples.ts';

/** @param from what the others need to be seen. @param make the fields that fill it so. */
export function gradientCases(
  property: string,
  make: (fill: unknown) => object,
  from: object = {},
): Record<string, LayerCase[]> {
  const stops = (first: number, one = RED, other = GREEN) => [
    { offset: first, color: one },
    { offset: 1, color: other },
  ];
  const linear = (more: object = {}) => make({ type: 'linear', angle: 0, stops: stops(0), ...more });
  const radial = make({ type: 'radial', stops: stops(0) });
  const of = (before: object, to: object, see: LayerCase['see'], was: number[], is: number[]) => [
    { from: { ...from, ...before }, to, see, was, is },
  ];
  const [left, middle] = [colourIn(0.02, 0.5), colourIn(0.5, 0.5)];
  const half = mixed(RED, GREEN, 0.5);
  return {
    [property]: of(make(BLUE), make(RED), middle, rgb(BLUE), rgb(RED)),
    [`${property}.type=linear`]: of(radial, linear(), middle, rgb(RED), half),
    [`${property}.type=radial`]: of(linear(), radial, middle, half, rgb(RED)),
    [`${property}.angle`]: of(linear(), linear({ angle: 180 }), left, rgb(RED), rgb(GREEN)),
    [`${property}.stops.color`]: of(linear(), linear({ stops: stops(0, BLUE) }), left, rgb(RED), rgb(BLUE)),
    [`${property}.stops.offset`]: of(linear(), linear({ stops: stops(0.6) }), middle, half, rgb(RED)),
  };
}
