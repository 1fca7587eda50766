import { describe, expect, test } from 'vitest';
import { lintTemplate } from '../../../contract/template/lint-template.ts';

function faults(layers: object[], more: object = {}): string[] {
  const lint = lintTemplate({ kind: 'image', name: 'Fonts', layers, ...more });
  return lint.ok ? [] : lint.faults.map(({ path, message }) => `${path}: ${message}`);
}

const unknown = (name: string) =>
  `there is no font "${name}": upload one and name it in fonts, or take Inter, Noto Sans or Noto Serif`;
const fonts = [
  { family: 'Brand', src: 'asset:brand.ttf' },
  { family: 'Brand', src: 'asset:brand-bold.ttf', weight: 700 },
  { family: 'Flex', src: 'asset:flex.ttf', weight: [300, 800] },
];

describe('a family', () => {
  test.each([
    [{ font_family: 'Inter' }],
    [{ font_family: 'noto sans THAI' }],
    [{ font_family: 'Noto Sans CJK JP' }],
    [{ font_family: 'brand' }],
    [{ font_family: ['Helvetica Neue', 'Brand'] }],
    [{ font_family: '{{family}}' }],
    [{ font_family: 'Noto Serif', accent: { font_family: 'Brand' } }],
  ])('may be shipped, brought along, or left to the row: %j', (layer) => {
    expect(faults([{ type: 'text', ...layer }], { fonts })).toEqual([]);
  });

  test('that nobody brings is a fault, in groups, scenes and accents, too', () => {
    const text = { type: 'text', font_family: 'Papyrus' };
    expect(faults([{ type: 'shape' }, text])).toEqual([`layers[1].font_family: ${unknown('Papyrus')}`]);
    expect(faults([{ type: 'group', layers: [text] }])).toEqual([
      `layers[0].layers[0].font_family: ${unknown('Papyrus')}`,
    ]);
    expect(faults([{ type: 'text', accent: { font_family: ['A', 'B'] } }])).toEqual([
      `layers[0].accent.font_family: ${unknown('A", "B')}`,
    ]);
    const video = lintTemplate({ kind: 'video', name: 'Film', scenes: [{ layers: [text] }] });
    expect(video).toMatchObject({ faults: [{ path: 'scenes[0].layers[0].font_family' }] });
  });
});

test('a missing weight or slant is a fault of a strict template only', () => {
  const layers = [
    { type: 'text', font_family: 'Brand', font_weight: 900 },
    { type: 'text', font_family: 'Brand', accent: { font_style: 'italic' } },
    { type: 'text', font_family: 'Flex', font_weight: 600, accent: { font_weight: 900 } },
    { type: 'text', font_family: 'Noto Sans Math', font_weight: 600 },
    { type: 'text', font_family: 'Inter', font_weight: 100, font_style: 'italic' },
  ];
  expect(faults(layers, { fonts })).toEqual([]);
  expect(faults(layers, { fonts, strict: true })).toEqual([
    'layers[0].font_weight: the font "Brand" has no weight 900',
    'layers[1].accent.font_style: the font "Brand" has no italic cut',
    'layers[2].accent.font_weight: the font "Flex" has no weight 900',
    'layers[3].font_weight: the font "Noto Sans Math" has no weight 600',
  ]);
});

test('a font needs a name and a file, and cannot come from a row', () => {
  const brought = (font: object) => faults([], { fonts: [font] });
  expect(brought({ family: 'Brand', src: '' })).toEqual([
    'fonts[0].src: a font needs a file: "asset:brand.ttf"',
  ]);
  expect(brought({ family: 'Brand', src: '{{font}}' })).toEqual([
    'fonts: cannot take a placeholder: variables live in scenes and layers only',
  ]);
  expect(brought({ family: 'Brand', src: 'asset:brand.ttf', weight: [800, 200] })).toEqual([
    'fonts[0].weight: the lightest weight comes first',
  ]);
  expect(brought({ src: 'asset:brand.ttf' })).toEqual([expect.stringMatching(/^fonts\[0\]\.family: /)]);
});
