import { describe, expect, test } from 'vitest';
import { DataInvalid } from '../../../contract/render-failure.ts';
import { isBlankLayer } from '../../../contract/template/fill-layers.ts';
import { fillTemplate } from '../../../contract/template/fill-template.ts';
import type { Layer } from '../../../contract/template/layers.ts';
import { startCpuTime } from '../../support/cpu-time.ts';
import { imageTemplate, videoTemplate } from '../../support/templates.ts';

const row = (values: Record<string, string>) => new Map(Object.entries(values));

/** One layer, filled; only the fields named in it are looked at. */
function fillLayer(layer: object, values: Record<string, string>): Record<string, unknown> {
  return fillTemplate(imageTemplate([layer]), row(values)).layers[0]!;
}

function refusal(layer: object, values: Record<string, string>): DataInvalid {
  try {
    fillLayer(layer, values);
  } catch (error) {
    if (error instanceof DataInvalid) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('values go in', () => {
  test('where placeholders stand, and where a variable is bound', () => {
    expect(fillLayer({ type: 'text', text: 'Hi {{name}}, {{ name }}!' }, { name: 'Zoë' })).toMatchObject({
      text: 'Hi Zoë, Zoë!',
    });
    expect(fillLayer({ type: 'text', text: 'Jane', variable: 'name' }, { name: 'Zoë' })).toMatchObject({
      text: 'Zoë',
      variable: null,
      bind: {},
    });
    expect(fillLayer({ type: 'qr', variable: 'link' }, { link: 'https://a.b' })).toMatchObject({
      data: 'https://a.b',
    });
    expect(fillLayer({ type: 'shape', bind: { fill: 'brand' } }, { brand: 'navy' })).toMatchObject({
      fill: 'navy',
    });
  });

  test('into nested colours', () => {
    const stops = [
      { offset: 0, color: '{{from}}' },
      { offset: 1, color: '#fff' },
    ];
    expect(fillLayer({ type: 'shape', fill: { type: 'radial', stops } }, { from: 'red' })).toMatchObject({
      fill: {
        type: 'radial',
        stops: [
          { offset: 0, color: 'red' },
          { offset: 1, color: '#fff' },
        ],
      },
    });
  });

  test('as numbers and switches where the property is one', () => {
    const bind = { opacity: 'o', rotation: 'r', max_lines: 'm', font_size_max: 'f', visible: 'v', x: 'x' };
    expect(
      fillLayer({ type: 'text', bind }, { o: '0.5', r: '-12', m: '2', f: '40.5', v: 'yes', x: '12' }),
    ).toMatchObject({ opacity: 0.5, rotation: -12, max_lines: 2, font_size_max: 40.5, visible: true, x: 12 });
    for (const off of ['', 'false', '0', 'No', ' off '])
      expect(fillLayer({ type: 'text', bind: { visible: 'v' } }, { v: off })).toMatchObject({
        visible: false,
      });
  });

  test('as text where the property is text, digits or not', () => {
    expect(fillLayer({ type: 'text', variable: 'n' }, { n: '007' })).toMatchObject({ text: '007' });
    expect(
      fillLayer({ type: 'text', bind: { font_size: 's', x: 'x' } }, { s: '48', x: '50%' }),
    ).toMatchObject({
      font_size: '48',
      x: '50%',
    });
  });

  test('as they are: never scanned again, whatever they hold', () => {
    for (const value of ['{{other}}', '\\{{x}}', '$&', '{{', '<b>&amp;</b>', '%{pts}', "O'Brien: a,b;[c]"]) {
      expect(fillLayer({ type: 'text', text: '>{{v}}<' }, { v: value, other: 'NO' })).toMatchObject({
        text: `>${value}<`,
      });
      expect(fillLayer({ type: 'qr', variable: 'v' }, { v: value, other: 'NO' })).toMatchObject({
        data: value,
      });
    }
  });

  test('beside escaped braces, which lose their backslash even without any variable', () => {
    expect(fillLayer({ type: 'text', text: '\\{{name}} = {{name}}' }, { name: 'x' })).toMatchObject({
      text: '{{name}} = x',
    });
    expect(fillLayer({ type: 'text', text: 'write \\{{name}}' }, {})).toMatchObject({
      text: 'write {{name}}',
    });
  });

  test('only where they belong: the template itself stays as it was', () => {
    const template = imageTemplate([{ type: 'text', text: 'Hi {{name}}' }]);
    const before = structuredClone(template);
    fillTemplate(template, row({ name: 'Zoë', unknown: 'x' }));
    expect(template).toEqual(before);
  });

  test('into parts of a property by their path', () => {
    const layer = {
      type: 'text',
      stroke: { width: 2, color: 'red' },
      bind: { 'stroke.color': 'c', 'stroke.width': 'w' },
    };
    expect(fillLayer(layer, { c: 'teal', w: '5' })).toMatchObject({ stroke: { color: 'teal', width: 5 } });
    expect(fillLayer(layer, { w: '1' })).toMatchObject({ stroke: { color: '#000000', width: 1 } });
    expect(refusal(layer, { c: 'blurple', w: '1' }).message).toBe(
      'Layer "1 (text)" (variable "c"): stroke.color must be a colour such as "#1e88e5" or "rgba(0,0,0,0.5)"',
    );
  });

  test('through filters, and fails the row where one cannot take the value', () => {
    const layer = { type: 'text', id: 'price', text: 'from {{price|number:"0,0.00"}} €' };
    expect(fillLayer(layer, { price: '1234' })).toMatchObject({ text: 'from 1,234.00 €' });
    expect(fillLayer(layer, {})).toMatchObject({ text: 'from  €' });
    expect(refusal(layer, { price: 'a lot' }).message).toBe(
      'Layer "price" (variable "price"): text: "a lot" is not a number such as 1234.5',
    );
  });

  test('as conditions that show a layer or not', () => {
    const layer = { type: 'shape', visible: "{{tier}} == 'gold' and not {{hide}}" };
    expect(fillLayer(layer, { tier: 'gold' })).toMatchObject({ visible: true });
    expect(fillLayer(layer, { tier: 'gold', hide: 'yes' })).toMatchObject({ visible: false });
    expect(fillLayer(layer, {})).toMatchObject({ visible: false });
  });

  test('nowhere into what is hidden: that cannot be wrong', () => {
    const layer = { type: 'text', text: '{{day|date:"D MMM"}}', bind: { opacity: 'o' } };
    const values = { day: 'soon', o: '7' };
    expect(fillLayer({ ...layer, visible: '{{dated}}' }, values)).toMatchObject({ visible: false });
    expect(fillLayer({ ...layer, visible: false }, values)).toMatchObject({ visible: false });
    expect(fillLayer({ ...layer, bind: { ...layer.bind, visible: 'dated' } }, values)).toMatchObject({
      visible: false,
    });
    expect(refusal({ ...layer, visible: '{{dated}}' }, { ...values, dated: 'yes' }).message).toContain(
      '"soon" is not a date',
    );
  });

  test('into every scene of a video', () => {
    const template = videoTemplate([
      { background: '{{brand}}', layers: [{ type: 'text', text: '{{a}}', bind: { duration: 'd' } }] },
      { layers: [{ type: 'video', variable: 'clip' }] },
    ]);
    const [first, second] = fillTemplate(
      template,
      row({ brand: 'teal', a: 'A', d: '2', clip: 'asset:c.mp4' }),
    ).scenes;
    expect(first).toMatchObject({ background: 'teal', layers: [{ text: 'A', duration: 2 }] });
    expect(second).toMatchObject({ background: '#000000', layers: [{ src: 'asset:c.mp4' }] });
  });
});

describe('a blank', () => {
  const blanks: Record<string, string>[] = [{}, { v: '' }];

  test('leaves nothing where a placeholder stood, and never shows the example', () => {
    for (const values of blanks) {
      expect(fillLayer({ type: 'text', text: 'Hi {{v}}!' }, values)).toMatchObject({ text: 'Hi !' });
      expect(fillLayer({ type: 'text', text: 'Jane Doe', variable: 'v' }, values)).toMatchObject({
        text: '',
      });
    }
    const template = imageTemplate([{ type: 'text', text: '{{v}}' }], { examples: { v: 'Example' } });
    expect(fillTemplate(template, row({})).layers[0]).toMatchObject({ text: '' });
  });

  test('picture, code or clip is not drawn', () => {
    for (const values of blanks)
      for (const layer of [
        { type: 'image', variable: 'v', src: 'asset:x.png' },
        { type: 'image', src: '{{v}}' },
        { type: 'qr', variable: 'v', data: 'x' },
        { type: 'text', text: '{{v}}' },
      ])
        expect(isBlankLayer(fillLayer(layer, values) as unknown as Layer)).toBe(true);
    const clip = fillTemplate(videoTemplate([{ layers: [{ type: 'video', variable: 'v' }] }]), row({}))
      .scenes[0]!;
    expect(isBlankLayer(clip.layers[0]!)).toBe(true);
    expect(isBlankLayer(fillLayer({ type: 'shape' }, {}) as unknown as Layer)).toBe(false);
  });

  test('colour or number falls back to the default of its kind', () => {
    for (const values of blanks) {
      const bind = { color: 'v', opacity: 'v', x: 'v', font_size: 'v', align: 'v', max_lines: 'v' };
      expect(
        fillLayer({ type: 'text', color: 'red', opacity: 0.3, x: 9, align: 'end', bind }, values),
      ).toMatchObject({
        color: '#000000',
        opacity: 1,
        x: 0,
        font_size: 'auto',
        align: 'start',
        max_lines: null,
      });
      expect(fillLayer({ type: 'shape', fill: '{{v}}' }, values)).toMatchObject({ fill: '#000000' });
      expect(fillLayer({ type: 'shape', stroke: { color: '{{v}}', width: 3 } }, values)).toMatchObject({
        stroke: { color: '#000000', width: 3 },
      });
      const scene = fillTemplate(videoTemplate([{ background: '{{v}}' }]), row(values)).scenes[0]!;
      expect(scene.background).toBe('#000000');
    }
  });

  test('font family is left out of its list', () => {
    expect(fillLayer({ type: 'text', font_family: ['{{v}}', 'Noto Sans'] }, {})).toMatchObject({
      font_family: ['Noto Sans'],
    });
    expect(fillLayer({ type: 'text', font_family: ['{{v}}'] }, {})).toMatchObject({ font_family: 'Inter' });
  });
});

describe('a value that does not fit', () => {
  test.each([
    [
      { type: 'image', id: 'photo', variable: 'photo_url' },
      { photo_url: 'http://example.com/a.png' },
      'Layer "photo" (variable "photo_url"): src must be an https:// URL or an uploaded asset such as "asset:logo.png"',
    ],
    [
      { type: 'text', name: 'Title', bind: { color: 'ink' } },
      { ink: 'blurple' },
      'Layer "Title" (variable "ink"): color must be a colour such as "#1e88e5" or "rgba(0,0,0,0.5)"',
    ],
    [
      { type: 'text', bind: { x: 'left' } },
      { left: 'a bit' },
      'Layer "1 (text)" (variable "left"): x must be a number of pixels, "50%" or "6 vmin"',
    ],
    [
      { type: 'text', bind: { opacity: 'o' } },
      { o: '2' },
      'Layer "1 (text)" (variable "o"): opacity must be at most 1',
    ],
    [
      { type: 'image', variable: 'photo' },
      { photo: 'https://x/{{id}}' },
      'Layer "1 (image)" (variable "photo"): src cannot hold braces',
    ],
    [
      { type: 'shape', fill: '{{brand}}' },
      { brand: '{{x}}' },
      'Layer "1 (shape)" (variable "brand"): fill cannot hold braces',
    ],
  ])('fails the row and names the place: %j', (layer, values, message) => {
    const error = refusal(layer, values as Record<string, string>);
    expect({ message: error.message, code: error.code, retryable: error.retryable }).toEqual({
      message,
      code: 'data_invalid',
      retryable: false,
    });
  });

  test('names the scene too', () => {
    const template = videoTemplate([
      { id: 'intro', background: '{{brand}}' },
      { layers: [{ type: 'image', id: 'photo', src: '{{photo}}' }] },
    ]);
    expect(() => fillTemplate(template, row({ brand: 'x y z' }))).toThrow(
      'Scene "intro" (variable "brand"): background must be a colour such as',
    );
    expect(() => fillTemplate(template, row({ brand: '{{x}}' }))).toThrow(
      'Scene "intro" (variable "brand"): background cannot hold braces',
    );
    expect(() => fillTemplate(template, row({ photo: 'nonsense' }))).toThrow(
      'Scene "2", layer "photo" (variable "photo"): src must be an https:// URL',
    );
  });

  test('is refused quickly when it is huge', () => {
    const cpuMs = startCpuTime();
    const huge = ' '.repeat(250_000);
    refusal({ type: 'text', bind: { color: 'v' } }, { v: `rgb(1${huge}x` });
    refusal({ type: 'text', bind: { x: 'v' } }, { v: `1${huge}x` });
    refusal({ type: 'image', bind: { focus: 'v' } }, { v: `1%${huge}x` });
    expect(cpuMs()).toBeLessThan(500);
  });
});
