import { BLUE, GREEN, mixed, RED, rgb, WHITE } from '../colours.ts';
import { amount, atFrame, box, colourAt, refusal } from '../measures.ts';
import { type Cases, joinCases } from '../prove.ts';
import { casesOf } from './common-cases.ts';
import { FRAMES, type LayerCase, SAMPLES } from './layer-samples.ts';

/** A third each of red, green and blue, 90 × 30 in a box of 60 × 40. */
const bands = { src: 'asset:across' };
const missing = { src: 'asset:none' };
const REFUSED = 'Layer "1 (image)": the picture "none" does not exist: no asset of that name was uploaded';

export function imageCases(): Cases {
  const stills: Record<string, LayerCase[]> = {
    src: [{ to: bands, see: colourAt(60, 50), was: rgb(BLUE), is: rgb(GREEN) }],
    variable: [
      { to: { variable: 'photo' }, row: { photo: 'asset:across' }, see: colourAt(60, 50), is: rgb(GREEN) },
      { to: { variable: 'photo' }, see: amount(), is: 0 },
    ],
    focus: [
      { from: bands, to: { focus: '0% 50%' }, see: box(RED), was: [30, 30, 10, 40], is: [30, 30, 40, 40] },
      { from: { src: 'asset:down' }, to: { focus: '50% 100%' }, see: amount(RED), is: 0 },
      {
        from: { src: 'asset:spot-right' },
        to: { focus: 'attention' },
        see: amount(RED),
        was: 0,
        is: { least: 200 },
      },
    ],
    radius: [{ to: { radius: 20 }, see: colourAt(31, 31), was: rgb(BLUE), is: rgb(WHITE) }],
    'on_error=fail': [
      {
        from: { ...missing, on_error: 'hide' },
        to: { on_error: 'fail' },
        see: refusal(),
        was: '',
        is: REFUSED,
      },
    ],
    'on_error=hide': [
      { from: { ...missing, on_error: 'placeholder' }, to: { on_error: 'hide' }, see: amount(), is: 0 },
      { from: missing, to: { on_error: 'hide' }, see: refusal(), was: REFUSED, is: '' },
    ],
    'on_error=placeholder': [
      {
        from: { ...missing, on_error: 'hide' },
        to: { on_error: 'placeholder' },
        see: colourAt(32, 32),
        is: [0xe3, 0xe6, 0xea],
      },
    ],
    ...fits(),
    ...filters(),
    ...zooms(),
  };
  const nearer = (to: number) => ({ zoom: { from: 1, to } });
  const moving: Record<string, LayerCase[]> = {
    'zoom.to': [
      {
        from: { ...bands, fit: 'fill', ...nearer(1) },
        to: nearer(2),
        see: atFrame(FRAMES - 1, box(GREEN)),
        was: [50, 30, 20, 40],
        is: [40, 30, 40, 40],
      },
    ],
  };
  return joinCases(casesOf(SAMPLES.image, stills), casesOf(SAMPLES.image, moving, 'video'));
}

function fits(): Record<string, LayerCase[]> {
  const green = {
    cover: [40, 30, 40, 40],
    contain: [50, 40, 20, 20],
    fill: [50, 30, 20, 40],
    none: [45, 35, 30, 30],
  };
  return {
    ...Object.fromEntries(
      Object.entries(green).map(([fit, is]) => {
        const other = fit === 'fill' ? 'cover' : 'fill';
        return [`fit=${fit}`, [{ from: { ...bands, fit: other }, to: { fit }, see: box(GREEN), is }]];
      }),
    ),
    'fit=contain-blur': [
      {
        from: { ...bands, fit: 'contain' },
        to: { fit: 'contain-blur' },
        see: box(),
        was: [30, 40, 60, 20],
        is: [30, 30, 60, 40],
      },
      { from: bands, to: { fit: 'contain-blur' }, see: colourAt(44, 50), was: rgb(GREEN), is: rgb(RED) },
    ],
  };
}

/** As CSS filters compute them, of blue. */
function filters(): Record<string, LayerCase[]> {
  const of = (filter: object, is: number[]) => [
    { to: { filters: filter }, see: colourAt(60, 50), was: rgb(BLUE), is },
  ];
  return {
    'filters.brightness': of({ brightness: 0.5 }, [30, 70, 110]),
    'filters.contrast': of({ contrast: 0.5 }, [94, 134, 174]),
    'filters.saturation': of({ saturation: 0 }, [129, 129, 129]),
    'filters.grayscale': of({ grayscale: 1 }, [129, 129, 129]),
    'filters.tint': of({ tint: `${RED}80` }, mixed(BLUE, RED, 0.5)),
  };
}

function zooms(): Record<string, LayerCase[]> {
  const near = (more: object = {}) => ({ zoom: { from: 2, ...more } });
  const from = { ...bands, fit: 'fill' };
  return {
    'zoom.from': [{ from, to: near(), see: box(GREEN), was: [50, 30, 20, 40], is: [40, 30, 40, 40] }],
    'zoom.x': [{ from: { ...from, ...near() }, to: near({ x: '0%' }), see: box(RED), is: [30, 30, 40, 40] }],
    'zoom.y': [
      {
        from: { src: 'asset:down', fit: 'fill', ...near() },
        to: near({ y: '100%' }),
        see: amount(RED),
        is: 0,
      },
    ],
  };
}
