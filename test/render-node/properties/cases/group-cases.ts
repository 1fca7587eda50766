import { BLUE, GREEN, RED, rgb, WHITE } from '../colours.ts';
import { box, colourAt, refusal } from '../measures.ts';
import type { Cases } from '../prove.ts';
import { casesOf } from './common-cases.ts';
import { type LayerCase, SAMPLES } from './layer-samples.ts';

/** In a box of 60 × 40. */
const two = {
  layers: [
    { type: 'shape', fill: RED, width: 20, height: 10 },
    { type: 'shape', fill: GREEN, width: 10, height: 20 },
  ],
};
const outside = { clip: false, layers: [{ type: 'shape', fill: BLUE, x: 40 }] };

export function groupCases(): Cases {
  const layouts = { none: [30, 30, 10, 20], row: [50, 30, 10, 20], column: [30, 40, 10, 20] };
  return casesOf(SAMPLES.group, {
    clip: [{ from: outside, to: { clip: true }, see: box(), was: [70, 30, 50, 40], is: [70, 30, 20, 40] }],
    radius: [{ to: { radius: 20 }, see: colourAt(31, 31), was: rgb(BLUE), is: rgb(WHITE) }],
    variable: [
      {
        to: { variable: 'v' },
        see: refusal(),
        was: '',
        is: 'layers[0].variable: a group has no main property; use bind',
      },
    ],
    ...Object.fromEntries(
      Object.entries(layouts).map(([layout, is]) => {
        const from = { ...two, layout: layout === 'none' ? 'row' : 'none' };
        return [`layout=${layout}`, [{ from, to: { layout }, see: box(GREEN), is }]];
      }),
    ),
    gap: [{ from: { ...two, layout: 'row' }, to: { gap: 7 }, see: box(GREEN), is: [57, 30, 10, 20] }],
    ...places('align', { start: [30, 30, 20, 10], center: [30, 45, 20, 10], end: [30, 60, 20, 10] }),
    ...places('justify', { start: [30, 30, 20, 10], center: [45, 30, 20, 10], end: [60, 30, 20, 10] }),
  });
}

/** Where the red one of a row stands. */
function places(property: string, boxes: Record<string, number[]>): Record<string, LayerCase[]> {
  return Object.fromEntries(
    Object.entries(boxes).map(([place, is]) => {
      const from = { ...two, layout: 'row', [property]: place === 'end' ? 'start' : 'end' };
      return [`${property}=${place}`, [{ from, to: { [property]: place }, see: box(RED), is }]];
    }),
  );
}
