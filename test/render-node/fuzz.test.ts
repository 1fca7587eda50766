/**
 * Templates and rows that nobody would write: put together at random, the same ones in every run. Whatever they say, a
 * template is drawn or refused with a path, a row is drawn or fails with a sentence that names its place.
 */
import { expect, test } from 'vitest';
import { RenderFailure } from '../../contract/render-failure.ts';
import { fillTemplate } from '../../contract/template/fill-template.ts';
import type { ImageTemplate } from '../../contract/template/image-template.ts';
import { lintTemplate } from '../../contract/template/lint-template.ts';
import { templateVariables } from '../../contract/template/variables.ts';
import { assetFailureSentence } from '../../render-node/assets/asset-failure.ts';
import type { RenderMedia } from '../../render-node/assets/render-media.ts';
import { compileImage } from '../../render-node/compile/compile-image.ts';
import { drawImage } from '../../render-node/image/draw-image.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { fonts } from './draw-template.ts';

const NAMES = ['a', 'First Name', 'constructor', '__proto__', 'b', 'é'];
const HOSTILE = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    'NaN',
    'true',
    'no',
    '50%',
    '-5000',
    '999999999',
    '#ff000080',
    'tomato',
    'url(#x)',
  ],
  ...[
    '{{a}}',
    '\\{{',
    '{{',
    '}}',
    '{{a|upper}}',
    '\u0000',
    '\ud800',
    '\u202e\u2066',
    'e\u0301'.repeat(200),
    '👩‍👩‍👧‍👦'.repeat(50),
  ],
  ...[
    'asset:none',
    'https://example.com/x.png',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    '../../x',
    '<svg onload=x>',
  ],
  ...[
    'ا'.repeat(300),
    'กขค'.repeat(200),
    'x'.repeat(5_000),
    'a b '.repeat(500),
    '\n'.repeat(300),
    "' or 1 == 1",
    '2026-02-30',
  ],
  ...['M0 0 L', 'rgb(1,2', '9'.repeat(400), '4006381333931', 'multiply', 'center', '12.5', '3'],
];
const TEXTS = [
  'Hello {{a}}',
  '{{First Name|upper|truncate:3}}',
  '{{b|number:"0,0.00"}}',
  '\\{{x}}',
  '{{constructor}}{{__proto__}}',
  'x',
  '',
];
const TYPES = ['text', 'image', 'shape', 'qr', 'barcode', 'rating', 'group'];

test('500 templates are drawn or refused by path', async () => {
  const random = randomFrom(20_26);
  const outcomes = { refused: 0, drawn: 0, failed: 0 };
  for (let round = 0; round < 500; round++) {
    const document = randomTemplate(random);
    const lint = lintTemplate(document);
    if (!lint.ok) {
      outcomes.refused++;
      expect(lint.faults.length).toBeGreaterThan(0);
      for (const { path, message } of lint.faults)
        expect([path, message], JSON.stringify(document)).toEqual([
          expect.stringMatching(/^[a-z]/),
          expect.stringMatching(/./),
        ]);
      continue;
    }
    const row = Object.fromEntries(
      templateVariables(lint.template).map(({ name }) => [name, random.pick(HOSTILE)]),
    );
    outcomes[await outcomeOf(lint.template as ImageTemplate, row, JSON.stringify(document))]++;
  }
  expect(Math.min(...Object.values(outcomes)), JSON.stringify(outcomes)).toBeGreaterThan(50);
});

test('500 hostile rows of a template with everything in it are drawn or fail by name', async () => {
  const random = randomFrom(7);
  const outcomes = { drawn: 0, failed: 0 };
  const lint = lintTemplate(EVERYTHING);
  if (!lint.ok) throw new Error(JSON.stringify(lint.faults));
  const names = templateVariables(lint.template).map(({ name }) => name);
  for (let round = 0; round < 500; round++) {
    // Most values are blank: one bad one is enough to fail a row, and would hide all others.
    const row = Object.fromEntries(
      names.map((name) => [name, random.next() < 0.06 ? random.pick(HOSTILE) : '']),
    );
    outcomes[await outcomeOf(lint.template as ImageTemplate, row, JSON.stringify(row))]++;
  }
  expect(Math.min(...Object.values(outcomes)), JSON.stringify(outcomes)).toBeGreaterThan(50);
});

test('500 videos are refused by path, or filled or refused by name', async () => {
  const random = randomFrom(99);
  const outcomes = { refused: 0, filled: 0, failed: 0 };
  for (let round = 0; round < 500; round++) {
    const document = randomVideo(random);
    const lint = lintTemplate(document);
    if (!lint.ok) {
      outcomes.refused++;
      for (const { path } of lint.faults) expect(path, JSON.stringify(document)).toMatch(/^[a-z]/);
      continue;
    }
    const names = templateVariables(lint.template).map(({ name }) => name);
    const row = new Map(names.map((name) => [name, random.pick(HOSTILE)]));
    try {
      fillTemplate(lint.template, row);
      outcomes.filled++;
    } catch (error) {
      outcomes.failed++;
      expect((error as RenderFailure).message, JSON.stringify(document)).toMatch(
        /^Scene "\d".* \(variable ".+"\): .+/su,
      );
    }
  }
  expect(Math.min(...Object.values(outcomes)), JSON.stringify(outcomes)).toBeGreaterThan(30);
});

const media: RenderMedia = {
  picture: async (source, place) => {
    throw assetFailureSentence(place, 'picture', source)('asset_unreachable', 'could not be fetched: 404');
  },
  file: async (source, _kind, place) => {
    throw assetFailureSentence(place, 'clip', source)('asset_unreachable', 'could not be fetched: 404');
  },
  identity: async () => null,
};

async function outcomeOf(
  template: ImageTemplate,
  row: Record<string, string>,
  about: string,
): Promise<'drawn' | 'failed'> {
  const tools = { fonts, media, notes: new Set<string>() };
  try {
    const plan = await compileImage(template, tools);
    const canvas = await drawImage(plan, new Map(Object.entries(row)), tools);
    expect(canvas.data().length, about).toBe(canvas.width * canvas.height * 4);
    return 'drawn';
  } catch (error) {
    expect(error, about).toBeInstanceOf(RenderFailure);
    expect((error as RenderFailure).message, about).toMatch(/^(Layer|Template)\b.*\S: .+/su);
    return 'failed';
  }
}

/** Mostly sound, with a wild property here and there. */
function randomTemplate(random: Random): object {
  return {
    kind: 'image',
    name: 'Fuzz',
    width: random.whole(16, 80),
    height: random.whole(16, 80),
    output: { format: random.pick(['png', 'jpg', 'webp']), scale: random.pick([1, 1, 0.1, 2]) },
    background: random.pick(['#ffffff', 'transparent', randomGradient(random)]),
    layers: Array.from({ length: random.whole(1, 4) }, () => randomLayer(random, 0)),
    ...(random.next() < 0.03
      ? { [random.pick(['scenes', 'width', 'tags', 'extra'])]: random.pick(HOSTILE) }
      : {}),
  };
}

function randomVideo(random: Random): object {
  const scene = () => ({
    ...(random.next() < 0.5 ? { duration: random.pick([1, 4.04, 600]) } : {}),
    ...(random.next() < 0.3
      ? { background: random.pick(['#123', '{{a}}', randomGradient(random), 'no colour']) }
      : {}),
    ...(random.next() < 0.3 ? { transition: { type: random.pick(['cut', 'fade', 'melt']) } } : {}),
    layers: Array.from({ length: random.whole(0, 2) }, () => ({
      ...randomLayer(random, 1),
      ...(random.next() < 0.2
        ? { start: random.pick([0, 2.5, -1]), duration: random.pick([1, 'end', '{{a}}']) }
        : {}),
    })),
  });
  return {
    ...{ kind: 'video', name: 'Fuzz', width: 64, height: random.pick([64, 64, 64, 65]) },
    scenes: Array.from({ length: random.whole(1, 3) }, scene),
  };
}

function randomLayer(random: Random, depth: number): object {
  const type = random.pick(depth < 3 ? TYPES : TYPES.slice(0, -1));
  const layer: Record<string, unknown> = { type };
  const properties = { ...COMMON, ...OF_TYPE[type] };
  for (const [property, make] of Object.entries(properties))
    if (random.next() < 0.25) layer[property] = make(random);
  if (type === 'group')
    layer.layers = Array.from({ length: random.whole(0, 3) }, () => randomLayer(random, depth + 1));
  if (type === 'shape' && layer.shape === 'path') layer.path = 'M0 0 L10 10 L0 20 Z';
  if (random.next() < 0.04)
    layer[random.pick(Object.keys(properties))] = random.pick<unknown>([...HOSTILE, null, {}, [], 1e308, -1]);
  return layer;
}

type Make = (random: Random) => unknown;
const length: Make = (random) =>
  random.pick([0, 5, -20, 33.3, '50%', '-10%', '6 vmin', '300 vh', 100_000, '0.001%']);
const colour: Make = (random) => random.pick(['#f00', 'tomato', 'rgba(0,0,0,0.5)', '{{a}}', 'transparent']);
const share: Make = (random) => random.pick([0, 0.3, 1]);
const small: Make = (random) => random.pick([0, 1, 7.5, 60]);
const text: Make = (random) => random.pick(TEXTS);
const name: Make = (random) => random.pick(NAMES);
const randomGradient: Make = (random) => ({
  type: random.pick(['linear', 'radial']),
  stops: [{ offset: share(random), color: '#123' }, { offset: 1 }],
});

const COMMON: Record<string, Make> = {
  ...{
    id: (random) => random.pick(['x', 'y', 'z']),
    x: length,
    y: length,
    width: length,
    height: length,
    radius: length,
  },
  anchor: (random) => random.pick(['top-left', 'center', 'bottom-right']),
  rotation: (random) => random.pick([0, 45, -360, 89.9]),
  opacity: share,
  visible: (random) => random.pick([true, false, '{{a}}', "{{b}} == 'x' or not {{a}}", '{{a}} > 3']),
  bind: (random) =>
    random.pick([{ opacity: 'a' }, { x: 'b' }, { visible: 'é' }, { width: 'a', rotation: 'b' }]),
  border: (random) => ({ color: colour(random), width: small(random) }),
  shadow: (random) => ({ color: colour(random), blur: small(random), x: small(random) }),
  blur: (random) => random.pick([0, 0.5, 20, 200]),
  blend: (random) => random.pick(['multiply', 'normal', 'hue', 'difference']),
  mask: (random) =>
    random.pick([
      { shape: 'ellipse' },
      { shape: 'rect', radius: '50%' },
      { shape: 'path', path: 'M0 0h9v9z' },
      { src: '{{é}}' },
    ]),
  place_after: (random) => ({
    layer: random.pick(['x', 'y']),
    side: random.pick(['top', 'left', 'right', 'bottom']),
  }),
};

const OF_TYPE: Record<string, Record<string, Make>> = {
  text: {
    ...{
      text,
      color: colour,
      variable: name,
      font_family: (random) => random.pick(['Inter', 'Nothing', ['{{a}}', 'Inter']]),
    },
    font_size: (random) => random.pick(['auto', 0, 12, '50%', 900]),
    overflow: (random) => random.pick(['shrink', 'ellipsis', 'clip', 'visible']),
    max_lines: (random) => random.pick([1, 3]),
    stroke: (random) => ({ color: colour(random), width: small(random) }),
  },
  image: {
    src: (random) => random.pick(['', '{{a}}', 'asset:none']),
    on_error: (random) => random.pick(['hide', 'placeholder', 'fail']),
    fit: (random) => random.pick(['cover', 'contain', 'contain-blur', 'none']),
    filters: () => ({ grayscale: 1 }),
    zoom: () => ({ from: 10 }),
  },
  shape: {
    shape: (random) => random.pick(['rect', 'ellipse', 'line', 'polygon', 'star', 'path']),
    fill: (random) => random.pick([colour(random), randomGradient(random)]),
    stroke: (random) => ({
      color: colour(random),
      width: small(random),
      dash: random.pick([[], [0, 0], [3], [1e-3, 1e-3]]),
      start: share(random),
      end: share(random),
    }),
    sides: (random) => random.pick([3, 100]),
    view_box: () => [0, 0, 1e-6, 1e6],
  },
  qr: { data: text, variable: name, quiet: (random) => random.pick([0, 20]), color: colour },
  barcode: {
    data: text,
    variable: name,
    format: (random) => random.pick(['code128', 'ean13', 'ean8', 'upca']),
    quiet: () => 0,
  },
  rating: {
    value: (random) => random.pick([0, 2.5, 5, '{{a}}', '3']),
    variable: name,
    gap: small,
    icon: (random) => random.pick(['star', 'heart']),
  },
  group: {
    clip: (random) => random.pick([true, false]),
    layout: (random) => random.pick(['none', 'row', 'column']),
    ...{ gap: small, align: (random) => random.pick(['start', 'center', 'end']) },
  },
};

const EVERYTHING = {
  kind: 'image',
  name: 'Everything',
  width: 60,
  height: 60,
  variables_meta: { title: { max_length: 300 } },
  layers: [
    {
      type: 'text',
      id: 'title',
      text: '{{title}} {{when|date:"D MMM"}} {{price|currency:"EUR"}}',
      bind: { color: 'ink', font_size: 'size', x: 'x' },
    },
    {
      type: 'image',
      variable: 'photo',
      bind: { fit: 'fit', radius: 'radius', opacity: 'fade' },
      filters: { tint: '{{tint}}' },
    },
    {
      type: 'shape',
      shape: 'ellipse',
      fill: '{{brand}}',
      stroke: { width: 3 },
      bind: { 'stroke.end': 'share', rotation: 'turn', blend: 'blend' },
    },
    {
      type: 'group',
      layout: 'row',
      visible: "{{show}} != 'no'",
      bind: { gap: 'gap' },
      layers: [
        { type: 'qr', variable: 'link', width: 20 },
        { type: 'barcode', variable: 'ean', format: 'ean13', width: 20 },
        { type: 'rating', variable: 'stars', width: 20 },
        {
          type: 'text',
          text: '{{note|truncate:10}}',
          shadow: { color: '{{shade}}' },
          place_after: { layer: 'title' },
        },
      ].map((layer) => ({ ...layer, place_after: undefined })),
    },
    { type: 'text', text: '{{more}}', mask: { src: '{{mask}}' }, place_after: { layer: 'title', gap: 2 } },
  ],
};
