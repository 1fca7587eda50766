/** What texts and captions have alike: fonts, places, line breaks, colours. */
import { lineBoxes } from '../../../support/ink.ts';
import { GREEN, RED, rgb, WHITE } from '../colours.ts';
import { amount, colourIn, extent, figure, inPart, lines } from '../measures.ts';
import type { Cases } from '../prove.ts';
import { casesOf } from './common-cases.ts';
import { gradientCases } from './gradient-cases.ts';
import { FRAME, type LayerCase, type Sample } from './layer-samples.ts';

/** Letters in a box of 100 × 80, ten pixels from every edge of the frame. */
export const LETTERS = { x: 10, y: 10, width: 100, height: 80, align: 'start', valign: 'top', font_size: 20 };
const HEBREW = 'שלום';

/** @param say the fields that make the sample say a text. */
export function typographyCases(sample: Sample, say: (text: string) => object): Cases {
  const written = (text: string, more: object = {}) => ({ ...LETTERS, ...say(text), ...more });
  return casesOf(sample, {
    ...fonts(written),
    ...places(written),
    ...breaking(written),
    ...colours(written),
    ...accents(written),
    ...gradientCases('fill', (fill) => ({ fill }), written('██', { font_size: 40 })),
  });
}

type Written = (text: string, more?: object) => object;
type Table = Record<string, LayerCase[]>;

function fonts(written: Written): Table {
  const letter = written('I', { font_size: 60 });
  const wider = (was: number) => ({ least: was + 5 });
  const auto = (text: string, more: object = {}) => written(text, { font_size: 'auto', ...more });
  return {
    font_family: [{ from: letter, to: { font_family: 'Noto Serif' }, see: extent('width'), is: wider }],
    'font_style=italic': [{ from: letter, to: { font_style: 'italic' }, see: extent('width'), is: wider }],
    'font_style=normal': [
      {
        from: { ...letter, font_style: 'italic' },
        to: { font_style: 'normal' },
        see: extent('width'),
        is: (was: number) => ({ most: was - 5 }),
      },
    ],
    font_weight: [
      {
        from: { ...letter, font_weight: 300 },
        to: { font_weight: 900 },
        see: extent('width'),
        is: (was: number) => ({ least: was * 1.8 }),
      },
    ],
    font_size: [
      { from: written('HI'), to: { font_size: 40 }, see: extent('height'), is: (was: number) => was * 2 },
      { from: written('HI'), to: { font_size: '50%' }, see: extent('height'), is: (was: number) => was * 2 },
    ],
    'font_size=auto': [
      {
        from: written('Hello'),
        to: { font_size: 'auto' },
        see: extent('width'),
        was: { most: 60 },
        is: { least: 85 },
      },
    ],
    font_size_min: [{ from: auto('word '.repeat(60)), to: { font_size_min: 20 }, see: lines(), is: 3 }],
    font_size_max: [
      {
        from: auto('HI', { font_size_max: 20 }),
        to: { font_size_max: 40 },
        see: extent('height'),
        is: (was: number) => was * 2,
      },
    ],
    letter_spacing: [
      {
        from: written('HIHI'),
        to: { letter_spacing: 10 },
        see: extent('width'),
        is: (was: number) => was + 30,
      },
    ],
    'transform=upper': [
      { from: written('xx'), to: { transform: 'upper' }, see: capitals, was: '--', is: '##' },
    ],
    'transform=lower': [
      { from: written('XX'), to: { transform: 'lower' }, see: capitals, was: '##', is: '--' },
    ],
    'transform=title': [
      { from: written('xx'), to: { transform: 'title' }, see: capitals, was: '--', is: '#-' },
    ],
    'transform=none': [
      {
        from: written('xx', { transform: 'upper' }),
        to: { transform: 'none' },
        see: capitals,
        was: '##',
        is: '--',
      },
    ],
  };
}

/** Which of two letters is as high as a capital of size 20. */
const capitals = figure(0, (image) => {
  const { x, width } = lineBoxes(image)[0]!;
  return [0.1, 0.6]
    .map((share) => heightIn(image, x + Math.floor(width * share), Math.floor(width * 0.3)))
    .join('');
});

function heightIn(image: Parameters<typeof inPart>[0], x: number, width: number): '#' | '-' {
  return inPart(image, { x, y: 0, width, height: FRAME.height }).height > 12 ? '#' : '-';
}

function places(written: Written): Table {
  const [left, right] = [extent('x'), extent('right')];
  const aligned = (
    text: string,
    before: string,
    align: string,
    see: LayerCase['see'],
    is: number,
  ): LayerCase[] => [{ from: written(text, { align: before }), to: { align }, see, is }];
  const height = (before: string, valign: string, see: LayerCase['see'], is: object): LayerCase[] => [
    { from: written('H', { valign: before }), to: { valign }, see, is: is as LayerCase['is'] },
  ];
  const turned = (
    text: string,
    before: string,
    direction: string,
    see: LayerCase['see'],
    is: number,
  ): LayerCase[] => [{ from: written(text, { direction: before }), to: { direction }, see, is }];
  const many = 'aa bb cc dd ee ff gg hh';
  return {
    'align=left': aligned(HEBREW, 'start', 'left', left, 11),
    'align=right': aligned('HI', 'start', 'right', right, 109),
    'align=start': [
      ...aligned('HI', 'right', 'start', left, 11),
      ...aligned(HEBREW, 'left', 'start', right, 109),
    ],
    'align=end': [...aligned('HI', 'left', 'end', right, 109), ...aligned(HEBREW, 'right', 'end', left, 11)],
    'align=center': [
      {
        from: written('HI'),
        to: { align: 'center' },
        see: figure(2, (image) => middleOf(image)),
        is: 60,
      },
    ],
    'align=justify': [
      {
        from: written(many, { width: 96 }),
        to: { align: 'justify' },
        see: right,
        was: { most: 102 },
        is: 105,
      },
    ],
    'valign=top': height('bottom', 'top', extent('y'), { most: 18 }),
    'valign=middle': [
      ...height('top', 'middle', extent('y'), { least: 38 }),
      ...height('bottom', 'middle', extent('bottom'), { most: 62 }),
    ],
    'valign=bottom': height('top', 'bottom', extent('bottom'), { least: 82 }),
    'direction=rtl': turned('HI', 'auto', 'rtl', right, 109),
    'direction=ltr': turned(HEBREW, 'auto', 'ltr', left, 11),
    'direction=auto': [
      { from: written('HI'), to: { direction: 'auto' }, template: { direction: 'rtl' }, see: left, is: 11 },

      ...turned('HI', 'rtl', 'auto', left, 11),
      ...turned(HEBREW, 'ltr', 'auto', right, 109),
    ],
    line_height: [
      { from: written('H\nH'), to: { line_height: 2 }, see: extent('height'), is: (was: number) => was + 16 },
    ],
  };
}

function middleOf(image: Parameters<typeof inPart>[0]): number {
  const { x, width } = inPart(image);
  return x + width / 2;
}

function breaking(written: Written): Table {
  const words = 'Wide words here';
  const long = 'aaaa bbbbbbbb';
  const fixed = written('Words that are too many', {
    font_size: 24,
    height: 40,
    line_height: 1,
    overflow: 'visible',
  });
  const [bottom, within] = [extent('bottom'), { most: 51 }];
  return {
    'wrap=word': [
      { from: written(words, { wrap: 'none' }), to: { wrap: 'word' }, see: lines(), was: 1, is: 3 },
      { from: written(long, { wrap: 'char' }), to: { wrap: 'word' }, see: firstLine, is: { most: 60 } },
    ],
    'wrap=char': [
      {
        from: written(long, { wrap: 'word' }),
        to: { wrap: 'char' },
        see: firstLine,
        was: { most: 60 },
        is: { least: 80 },
      },
    ],
    'wrap=none': [{ from: written(words), to: { wrap: 'none' }, see: lines(), was: 3, is: 1 }],
    'overflow=visible': [
      {
        from: { ...fixed, overflow: 'clip' },
        to: { overflow: 'visible' },
        see: bottom,
        was: within,
        is: { least: 70 },
      },
    ],
    'overflow=clip': [
      { from: fixed, to: { overflow: 'clip' }, see: bottom, is: within },
      { from: { ...fixed, overflow: 'ellipsis' }, to: { overflow: 'clip' }, see: lines(), was: 1, is: 2 },
    ],
    'overflow=ellipsis': [
      { from: fixed, to: { overflow: 'ellipsis' }, see: lines(), was: { least: 3 }, is: 1 },
    ],
    'overflow=shrink': [
      { from: fixed, to: { overflow: 'shrink' }, see: bottom, is: within },
      {
        from: { ...fixed, overflow: 'clip' },
        to: { overflow: 'shrink' },
        see: firstLine,
        is: (was: number) => ({ least: was + 6 }),
      },
    ],
    max_lines: [{ from: written(words), to: { max_lines: 1 }, see: lines(), was: 3, is: 1 }],
  };
}

const firstLine = figure(2, (image) => lineBoxes(image)[0]!.width);

function colours(written: Written): Table {
  const block = written('█', { font_size: 30, x: 40, y: 30 });
  const [stroke, highlight] = [
    (more: object) => ({ stroke: { color: RED, width: 2, ...more } }),
    (more: object) => ({ highlight: { color: RED, padding: 5, ...more } }),
  ];
  const wider = (by: number) => (was: number) => was + by;
  return {
    color: [{ from: block, to: { color: RED }, see: amount(RED), was: 0, is: { least: 300 } }],
    'stroke.color': [
      {
        from: { ...block, ...stroke({}) },
        to: stroke({ color: GREEN }),
        see: amount(GREEN),
        was: 0,
        is: { least: 50 },
      },
    ],
    'stroke.width': [
      { from: { ...block, ...stroke({}) }, to: stroke({ width: 6 }), see: extent('width'), is: wider(8) },
    ],
    'highlight.color': [
      {
        from: { ...block, ...highlight({}) },
        to: highlight({ color: GREEN }),
        see: amount(GREEN),
        was: 0,
        is: { least: 50 },
      },
    ],
    'highlight.padding': [
      {
        from: { ...block, ...highlight({}) },
        to: highlight({ padding: 15 }),
        see: extent('width'),
        is: wider(20),
      },
    ],
    'highlight.radius': [
      {
        from: { ...block, ...highlight({}) },
        to: highlight({ radius: 12 }),
        see: colourCorner,
        was: rgb(RED),
        is: rgb(WHITE),
      },
    ],
  };
}

const colourCorner = colourIn(0.06, 0.06);

function accents(written: Written): Table {
  const of = (
    text: string,
    accent: object,
    see: LayerCase['see'],
    is: LayerCase['is'],
    more: object = {},
  ) => [{ from: written(text, { font_size: 40, accent: {}, ...more }), to: { accent }, see, is }];
  const width = extent('width');
  const wider = (was: number) => ({ least: was + 3 });
  const plain = { font_weight: 400 };
  return {
    'accent.color': of('a*a*', { color: RED }, amount(RED), { least: 20 }),
    'accent.font_weight': of('I*I*', { font_weight: 900 }, width, wider, plain),
    'accent.font_family': of('*I*', { font_family: 'Noto Serif' }, width, wider, plain),
    'accent.font_style=italic': of('*I*', { font_style: 'italic' }, width, wider, plain),
    'accent.font_style=normal': of(
      '*I*',
      { font_style: 'normal' },
      width,
      (was: number) => ({ most: was - 3 }),
      { ...plain, font_style: 'italic' },
    ),
  };
}
