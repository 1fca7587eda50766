/** How any layer can look as a whole: border, corners, shadow, blur, blending, masks, standing after another one. */
import { BLACK, BLUE, GREEN, type Hex, RED, rgb, WHITE } from '../colours.ts';
import { amount, box, colourAt, extent, sideOf } from '../measures.ts';
import type { Cases } from '../prove.ts';
import { casesOf } from './common-cases.ts';
import { type LayerCase, moved, type Sample } from './layer-samples.ts';

export function lookCases(sample: Sample): Cases {
  return casesOf(sample, { ...frames(), ...shadows(), ...blends(), ...masks(), ...following() });
}

function border(width: number, color: Hex = BLACK) {
  return { border: { width, color } };
}

function frames(): Record<string, LayerCase[]> {
  const corner = colourAt(31, 31);
  return {
    'border.color': [
      { from: border(8), to: border(8, RED), see: colourAt(33, 50), was: rgb(BLACK), is: rgb(RED) },
    ],
    'border.width': [{ from: border(2), to: border(8), see: colourAt(36, 50), is: rgb(BLACK) }],
    radius: [{ from: border(8), to: { radius: 20 }, see: corner, was: rgb(BLACK), is: rgb(WHITE) }],
    blur: [{ to: { blur: 3 }, see: extent('width'), is: (was: number) => ({ least: was + 4 }) }],
  };
}

function shadows(): Record<string, LayerCase[]> {
  const from = { x: 10, y: 10, width: 30, height: 20, shadow: { color: RED, blur: 0, x: 40, y: 40 } };
  const shadow = (change: object) => ({ shadow: { ...from.shadow, ...change } });
  return {
    'shadow.x': [{ from, to: shadow({ x: 60 }), see: box(RED), is: moved(20, 0) }],
    'shadow.y': [{ from, to: shadow({ y: 55 }), see: box(RED), is: moved(0, 15) }],
    'shadow.color': [{ from, to: shadow({ color: GREEN }), see: amount(GREEN), was: 0, is: { least: 50 } }],
    'shadow.blur': [
      { from, to: shadow({ blur: 10 }), see: extent('right'), is: (was: number) => ({ least: was + 3 }) },
    ],
  };
}

const GROUND: Hex = '#c8783c';

/** Blue on that ground, as W3C Compositing and Blending Level 1 computes it. */
const BLENDED: Record<string, number[]> = {
  normal: [60, 140, 220],
  multiply: [47, 66, 52],
  screen: [213, 194, 228],
  overlay: [171, 132, 104],
  darken: [60, 120, 60],
  lighten: [200, 140, 220],
  'color-dodge': [255, 255, 255],
  'color-burn': [21, 9, 29],
  'hard-light': [94, 133, 201],
  'soft-light': [177, 125, 106],
  difference: [140, 20, 160],
  exclusion: [166, 128, 176],
  hue: [81, 151, 221],
  saturation: [209, 118, 49],
  color: [73, 153, 233],
  luminosity: [187, 107, 47],
};

function blends(): Record<string, LayerCase[]> {
  return Object.fromEntries(
    Object.entries(BLENDED).map(([blend, is]) => {
      const from = { blend: blend === 'normal' ? 'multiply' : 'normal' };
      return [`blend=${blend}`, [{ from, to: { blend }, ground: GROUND, see: colourAt(60, 50), is }]];
    }),
  );
}

/** A wide border fills the box up to its edge, whatever the layer shows. */
function masks(): Record<string, LayerCase[]> {
  const full = border(8);
  const corner = colourAt(31, 31);
  const mask = (fields: object) => ({ mask: fields });
  const from = (fields: object) => ({ ...border(30), ...mask(fields) });
  const path = (data: string, view_box: number[] | null = null) => ({ shape: 'path', path: data, view_box });
  const [leftHalf, rightHalf] = ['M0 0H30V40H0Z', 'M30 0H60V40H30Z'];
  const [seen, hidden] = [rgb(BLACK), rgb(WHITE)];
  const fits = {
    cover: [40, 30, 40, 40],
    contain: [50, 40, 20, 20],
    fill: [50, 30, 20, 40],
    none: [45, 35, 30, 30],
  };
  return {
    'mask.shape=ellipse': [
      {
        from: { ...full, ...mask({ shape: 'rect' }) },
        to: mask({ shape: 'ellipse' }),
        see: corner,
        was: seen,
        is: hidden,
      },
    ],
    'mask.shape=rect': [
      {
        from: { ...full, ...mask({ shape: 'ellipse' }) },
        to: mask({ shape: 'rect' }),
        see: corner,
        is: seen,
      },
    ],
    'mask.shape=path': [
      {
        from: from({ ...path(leftHalf), shape: 'ellipse' }),
        to: mask(path(leftHalf)),
        see: box(),
        is: [30, 30, 30, 40],
      },
    ],
    'mask.radius': [
      {
        from: { ...full, ...mask({ shape: 'rect' }) },
        to: mask({ shape: 'rect', radius: 20 }),
        see: corner,
        is: hidden,
      },
    ],
    'mask.path': [
      {
        from: from(path(leftHalf)),
        to: mask(path(rightHalf)),
        see: box(),
        was: [30, 30, 30, 40],
        is: [60, 30, 30, 40],
      },
    ],
    'mask.view_box': [
      {
        from: from(path('M0 0H30V20H0Z')),
        to: mask(path('M0 0H30V20H0Z', [0, 0, 30, 20])),
        see: box(),
        was: [30, 30, 30, 20],
        is: [30, 30, 60, 40],
      },
    ],
    'mask.src': [
      {
        from: from({ src: 'asset:clear-right' }),
        to: mask({ src: 'asset:clear-left' }),
        see: box(),
        was: [30, 30, 30, 40],
        is: [60, 30, 30, 40],
      },
    ],
    'mask.mode=luma': [
      {
        from: from({ src: 'asset:black-left' }),
        to: mask({ src: 'asset:black-left', mode: 'luma' }),
        see: box(),
        was: [30, 30, 60, 40],
        is: [60, 30, 30, 40],
      },
    ],
    'mask.mode=alpha': [
      {
        from: from({ src: 'asset:black-left', mode: 'luma' }),
        to: mask({ src: 'asset:black-left', mode: 'alpha' }),
        see: box(),
        is: [30, 30, 60, 40],
      },
    ],
    ...Object.fromEntries(
      Object.entries(fits).map(([fit, is]) => {
        const other = fit === 'fill' ? 'cover' : 'fill';
        const banded = (chosen: string) => ({ src: 'asset:clear-sides', fit: chosen });
        return [`mask.fit=${fit}`, [{ from: from(banded(other)), to: mask(banded(fit)), see: box(), is }]];
      }),
    ),
  };
}

const MARK = { x: 50, y: 40, width: 20, height: 20 };
const marks = [
  { type: 'shape', id: 'mark', fill: RED, ...MARK },
  { type: 'shape', name: 'other', fill: RED, ...MARK, x: 0 },
];

function following(): Record<string, LayerCase[]> {
  const after = (side: string, more: object = {}) => ({ place_after: { layer: 'mark', side, ...more } });
  const from = { ...MARK, ...after('right') };
  return {
    ...Object.fromEntries(
      ['top', 'right', 'bottom', 'left'].map((side) => {
        const before = { ...MARK, ...after(side === 'right' ? 'left' : 'right') };
        return [
          `place_after.side=${side}`,
          [{ from: before, to: after(side), below: marks, see: sideOf(MARK, BLUE), is: side }],
        ];
      }),
    ),
    'place_after.layer': [
      {
        from,
        to: after('right', { layer: 'other' }),
        below: marks,
        see: extent('x', BLUE),
        is: (was: number) => was - 50,
      },
    ],
    'place_after.gap': [
      {
        from,
        to: after('right', { gap: 15 }),
        below: marks,
        see: extent('x', BLUE),
        is: (was: number) => was + 15,
      },
    ],
  };
}
