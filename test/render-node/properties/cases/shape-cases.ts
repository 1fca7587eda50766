import { BLUE, RED, rgb, WHITE } from '../colours.ts';
import { amount, box, colourAt, extent, refusal } from '../measures.ts';
import type { Cases } from '../prove.ts';
import { casesOf } from './common-cases.ts';
import { gradientCases } from './gradient-cases.ts';
import { SAMPLES } from './layer-samples.ts';

const corner = colourAt(31, 31);
const [painted, left] = [rgb(BLUE), rgb(WHITE)];
const flag = 'M0 0H20V10H0Z';
const line = (stroke: object) => ({ shape: 'line', stroke: { color: BLUE, width: 20, ...stroke } });

export function shapeCases(): Cases {
  return casesOf(SAMPLES.shape, {
    'shape=rect': [
      { from: { shape: 'ellipse' }, to: { shape: 'rect' }, see: corner, was: left, is: painted },
    ],
    'shape=ellipse': [
      { to: { shape: 'ellipse' }, see: corner, was: painted, is: left },
      { from: { shape: 'polygon' }, to: { shape: 'ellipse' }, see: colourAt(60, 69), is: painted },
    ],
    'shape=line': [{ to: { shape: 'line' }, see: box(), is: [30, 48, 60, 4] }],
    'shape=polygon': [
      { from: { shape: 'star' }, to: { shape: 'polygon' }, see: colourAt(60, 64), was: left, is: painted },
      { to: { shape: 'polygon' }, see: corner, was: painted, is: left },
    ],
    'shape=star': [{ from: { shape: 'polygon' }, to: { shape: 'star' }, see: colourAt(60, 64), is: left }],
    'shape=path': [{ from: { path: flag }, to: { shape: 'path' }, see: box(), is: [30, 30, 20, 10] }],
    path: [
      {
        from: { shape: 'path', path: flag },
        to: { path: 'M0 0H40V10H0Z' },
        see: box(),
        is: [30, 30, 40, 10],
      },
    ],
    view_box: [
      {
        from: { shape: 'path', path: flag },
        to: { view_box: [0, 0, 40, 10] },
        see: box(),
        is: [30, 30, 30, 40],
      },
    ],
    sides: [
      { from: { shape: 'polygon', sides: 4 }, to: { sides: 3 }, see: extent('bottom'), was: 70, is: 60 },
      // Of the points of a star one is at the bottom when they are even.
      { from: { shape: 'star' }, to: { sides: 4 }, see: colourAt(60, 66), was: left, is: painted },
    ],
    inner: [
      {
        from: { shape: 'star', inner: 0.2 },
        to: { inner: 0.9 },
        see: amount(BLUE),
        is: (was: number) => ({ least: was * 2 }),
      },
    ],
    // In a frame of 120 × 100.
    width: [
      { to: { width: '25 vw' }, see: extent('width'), is: 30 },
      { to: { width: '40 vmax' }, see: extent('width'), is: 48 },
      { to: { width: '40 vh' }, see: extent('width'), is: 40 },
      { to: { width: '35px' }, see: extent('width'), is: 35 },
    ],
    radius: [{ to: { radius: 20 }, see: corner, was: painted, is: left }],
    variable: [
      {
        to: { variable: 'v' },
        see: refusal(),
        was: '',
        is: 'layers[0].variable: a shape has no main property; use bind',
      },
    ],
    ...gradientCases('fill', (fill) => ({ fill })),
    ...strokes(),
  });
}

function strokes() {
  return {
    'stroke.color': [
      { from: line({}), to: line({ color: RED }), see: colourAt(60, 50), was: painted, is: rgb(RED) },
    ],
    'stroke.width': [
      { from: line({}), to: line({ width: 10 }), see: box(), was: [30, 40, 60, 20], is: [30, 45, 60, 10] },
    ],
    'stroke.dash': [
      { from: line({}), to: line({ dash: [10, 10] }), see: amount(BLUE), is: (was: number) => was / 2 },
    ],
    'stroke.cap=butt': [
      { from: line({ cap: 'square' }), to: line({ cap: 'butt' }), see: extent('width'), is: 60 },
    ],
    'stroke.cap=round': [
      { from: line({}), to: line({ cap: 'round' }), see: extent('width'), was: 60, is: 80 },
      {
        from: line({ cap: 'square' }),
        to: line({ cap: 'round' }),
        see: colourAt(21, 41),
        was: painted,
        is: left,
      },
    ],
    'stroke.cap=square': [
      { from: line({ cap: 'round' }), to: line({ cap: 'square' }), see: colourAt(21, 41), is: painted },
    ],
    'stroke.start': [{ from: line({}), to: line({ start: 0.5 }), see: box(), is: [60, 40, 30, 20] }],
    'stroke.end': [{ from: line({}), to: line({ end: 0.5 }), see: box(), is: [30, 40, 30, 20] }],
  };
}
