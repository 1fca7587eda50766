/** QR codes, barcodes and ratings. */
import { inkBox } from '../../../support/ink.ts';
import { BLACK, BLUE, GREEN, RED, rgb, WHITE } from '../colours.ts';
import { amount, box, codes, colourAt, extent, figure } from '../measures.ts';
import { type Cases, joinCases } from '../prove.ts';
import { casesOf } from './common-cases.ts';
import { type LayerCase, SAMPLES } from './layer-samples.ts';

const LARGE = { x: 10, y: 0, width: 100, height: 100, color: BLACK, background: WHITE };
const TWENTY_TWO_BYTES = 'abcdefghijklmnopqrstuv';
const THIRTY_BYTES = 'abcdefghijklmnopqrstuvwxyz-123';

/** Its finder is seven modules wide: the more modules, the narrower. */
const finder = figure(1.5, (image) => {
  const { x, y, width } = inkBox(image);
  const dark = Array.from({ length: width }, (_, at) => image.data[(y * image.width + x + at) * 4]! < 128);
  return dark.indexOf(false);
});

export function qrCases(): Cases {
  const from = LARGE;
  const ecc = (before: string, level: string, data: string, was: number, is: number): LayerCase[] => [
    {
      from: { ...LARGE, quiet: 0, data, ecc: before },
      to: { ecc: level },
      see: finder,
      was: 700 / was,
      is: 700 / is,
    },
  ];
  return casesOf(SAMPLES.qr, {
    data: [{ from, to: { data: 'another' }, see: codes(), was: 'QRCode x', is: 'QRCode another' }],
    variable: [{ from, to: { variable: 'v' }, row: { v: 'mine' }, see: codes(), is: 'QRCode mine' }],
    // Modules on a side by the tables of ISO/IEC 18004.
    'ecc=L': ecc('M', 'L', THIRTY_BYTES, 29, 25),
    'ecc=M': ecc('Q', 'M', TWENTY_TWO_BYTES, 29, 25),
    'ecc=Q': ecc('M', 'Q', TWENTY_TWO_BYTES, 25, 29),
    'ecc=H': ecc('Q', 'H', THIRTY_BYTES, 29, 33),
    quiet: [{ from, to: { quiet: 0 }, see: box(), was: [24, 14, 72, 72], is: [10, 0, 100, 100] }],
    color: [{ from, to: { color: RED }, see: amount(RED), was: 0, is: { least: 1_000 } }],
    background: [{ from, to: { background: GREEN }, see: colourAt(12, 2), was: rgb(WHITE), is: rgb(GREEN) }],
    logo: [
      {
        from: { ...LARGE, ecc: 'H' },
        to: { logo: 'asset:blue' },
        see: amount(BLUE),
        was: 0,
        is: { least: 80 },
      },
    ],
    radius: [{ to: { radius: 20 }, see: colourAt(41, 31), was: rgb(BLUE), is: rgb(WHITE) }],
  });
}

export function barcodeCases(): Cases {
  const from = { ...LARGE, width: 280, show_text: true };
  const foot = { x: 0, y: 88, width: 300, height: 10 };
  // An EAN has 113 modules with its quiet zones.
  const template = { width: 300 };
  const format = (name: string, data: string, read: string, before = 'code128'): LayerCase[] => [
    { template, from: { ...from, data, format: before }, to: { format: name }, see: codes(), is: read },
  ];
  const of = (to: object, rest: Pick<LayerCase, 'see' | 'was' | 'is' | 'row'>): LayerCase[] => [
    { template, from, to, ...rest },
  ];
  return casesOf(SAMPLES.barcode, {
    data: of({ data: 'y' }, { see: codes(), was: 'Code128 x', is: 'Code128 y' }),
    variable: of({ variable: 'v' }, { row: { v: 'z' }, see: codes(), is: 'Code128 z' }),
    'format=code128': format('code128', '96385074', 'Code128 96385074', 'ean8'),
    'format=ean8': format('ean8', '96385074', 'EAN8 96385074'),
    'format=ean13': format('ean13', '4006381333931', 'EAN13 4006381333931'),
    // As an EAN 13 that begins with 0, which it is.
    'format=upca': format('upca', '036000291452', 'EAN13 0036000291452'),
    show_text: of(
      { show_text: false },
      { see: amount(BLACK, foot), is: (was: number) => ({ least: was * 2 }) },
    ),
    quiet: of({ quiet: 0 }, { see: extent('width'), is: (was: number) => ({ least: was + 60 }) }),
    color: of({ color: RED }, { see: amount(RED), was: 0, is: { least: 1_000 } }),
    background: of({ background: GREEN }, { see: colourAt(12, 50), was: rgb(WHITE), is: rgb(GREEN) }),
    radius: [{ to: { radius: 20 }, see: colourAt(31, 31), was: rgb(BLUE), is: rgb(WHITE) }],
  });
}

export function ratingCases(): Cases {
  const from = { value: 1, empty_color: RED };
  const icon = (before: string, name: string, x: number, y: number, is: string): LayerCase[] => [
    {
      from: { value: 1, max: 1, icon: before },
      to: { icon: name },
      see: colourAt(x, y),
      is: rgb(is as typeof RED),
    },
  ];
  return joinCases(
    casesOf(SAMPLES.rating, {
      value: [{ from, to: { value: 2 }, see: extent('width', BLUE), was: 20, is: 40 }],
      variable: [{ from, to: { variable: 'v' }, row: { v: '2' }, see: extent('width', BLUE), is: 40 }],
      max: [{ from, to: { max: 2 }, see: extent('width', BLUE), was: 20, is: 30 }],
      halves: [
        { from: { ...from, value: 1.5 }, to: { halves: false }, see: extent('width', BLUE), was: 30, is: 40 },
      ],
      gap: [{ from, to: { gap: 6 }, see: extent('width', BLUE), was: 20, is: 16 }],
      color: [{ from, to: { color: GREEN }, see: amount(GREEN), was: 0, is: { least: 200 } }],
      empty_color: [{ from, to: { empty_color: GREEN }, see: amount(GREEN), was: 0, is: { least: 400 } }],
      // A box of 40: the middle of its top is a star's point and a heart's notch, its left edge only a circle's.
      'icon=star': icon('heart', 'star', 50, 35, BLUE),
      'icon=heart': icon('star', 'heart', 50, 35, WHITE),
      'icon=circle': icon('star', 'circle', 37, 63, BLUE),
    }),
  );
}
