import { describe, expect, test } from 'vitest';
import { lintTemplate } from '../../../contract/template/lint-template.ts';

const image = (layers: unknown, more: object = {}) => ({ kind: 'image', name: 'Picture', layers, ...more });
const video = (scenes: unknown, more: object = {}) => ({ kind: 'video', name: 'Film', scenes, ...more });

/** `path: message` of each fault; an empty list when there is none. */
function faults(document: unknown): string[] {
  const lint = lintTemplate(document);
  return lint.ok ? [] : lint.faults.map(({ path, message }) => `${path}: ${message}`);
}

describe('a template is accepted', () => {
  test('with no more than its kind and its name: drafts may be saved', () => {
    expect(lintTemplate({ kind: 'image', name: 'Draft' })).toMatchObject({
      ok: true,
      template: {
        ...{ version: 1, tags: [], examples: {}, variables_meta: {}, width: 1080, height: 1080 },
        ...{ background: 'transparent', base_image: null, layers: [] },
        output: { format: 'jpg', quality: 85, scale: 1 },
      },
    });
    expect(lintTemplate({ kind: 'video', name: 'Draft' })).toMatchObject({
      ok: true,
      template: {
        ...{ version: 1, width: 1080, height: 1080, fps: 30, scenes: [], soundtrack: null },
        ...{ output: { format: 'mp4', quality: 'medium' }, thumbnail_time: 1, estimated_credits: null },
      },
    });
  });

  test('with layers that say only what they are', () => {
    const layers = ['text', 'image', 'shape', 'qr'].map((type) => ({ type }));
    expect(faults(image(layers))).toEqual([]);
    expect(faults(video([{ layers: [...layers, { type: 'video' }] }]))).toEqual([]);
  });

  test('again after it was filled with its own defaults', () => {
    const once = lintTemplate(image([{ type: 'text', text: '{{a}}', stroke: { width: 1 } }]));
    if (!once.ok) throw new Error('refused');
    expect(lintTemplate(structuredClone(once.template))).toEqual(once);
  });
});

describe('faults name their place', () => {
  test.each([
    [null, ': must be an object'],
    ['text', ': must be an object'],
    [{}, 'kind: must be one of "image", "video"'],
    [{ kind: 'gif', name: 'x' }, 'kind: must be one of "image", "video"'],
    [{ kind: 'image' }, 'name: is missing'],
    [{ kind: 'image', name: '  ' }, 'name: must have at least 1 character'],
    [image([], { colour: 'red' }), 'colour: unknown field'],
    [image([], { width: 8193 }), 'width: must be at most 8192'],
    [image([], { version: 2 }), 'version: must be 1'],
    [image({}), 'layers: must be a list'],
    [image([{ type: 'text', txt: 'x' }]), 'layers[0].txt: unknown field'],
    [
      image([{ type: 'shape' }, { type: 'video' }]),
      'layers[1].type: must be one of "text", "image", "shape", "qr", "barcode", "rating", "group"',
    ],
    [
      image([{ type: 'text', font_size: 'huge' }]),
      'layers[0].font_size: must be a number of pixels, "50%" or "6 vmin"',
    ],
    [
      image([{ type: 'text', color: 'blurple' }]),
      'layers[0].color: must be a colour such as "#1e88e5" or "rgba(0,0,0,0.5)"',
    ],
    [image([{ type: 'text', stroke: { width: -1 } }]), 'layers[0].stroke.width: must be at least 0'],
    [
      image([{ type: 'image', src: 'http://example.com/x.png' }]),
      'layers[0].src: must be an https:// URL or an uploaded asset such as "asset:logo.png"',
    ],
    [
      image([{ type: 'image', focus: 'left' }]),
      'layers[0].focus: must be two percentages such as "50% 20%", or "attention"',
    ],
    [
      image([{ type: 'shape', fill: { type: 'linear', stops: [] } }]),
      'layers[0].fill.stops: a gradient needs at least two stops',
    ],
    [
      image([{ type: 'shape', fill: { type: 'linear', stops: [{ offset: 0 }, { offset: 2 }] } }]),
      'layers[0].fill.stops[1].offset: must be at most 1',
    ],
    [
      image([], { width: 3_000, output: { scale: 3 } }),
      'output.scale: makes a side of 9000 pixels, at most 8192 are allowed',
    ],
    [image([{ type: 'text', start: 1 }]), 'layers[0].start: unknown field'],
    [video([], { width: 1081 }), 'width: must be even: H.264 video has no odd sizes'],
    [video([], { fps: 29 }), 'fps: must be one of 24, 25, 30, 50, 60'],
    [
      video([], { estimated_credits: '0.123456' }),
      'estimated_credits: must be a decimal string with at most five places, such as "0.25"',
    ],
    [
      video([], { estimated_credits: '-1' }),
      'estimated_credits: must be a decimal string with at most five places, such as "0.25"',
    ],
    [video([{ duration: 0 }]), 'scenes[0].duration: must be '],
    [
      video([{}, { transition: { type: 'spin' } }]),
      'scenes[1].transition.type: must be one of "cut", "fade"',
    ],
    [
      video([{ layers: [{ type: 'text', animations: [{ type: 'fade', at: 'x' }] }] }]),
      'scenes[0].layers[0].animations[0].at: must be',
    ],
    [video([], { soundtrack: {} }), 'soundtrack.src: is missing'],
  ])('%j', (document, fault) => expect(faults(document)).toEqual([expect.stringContaining(fault)]));

  test('and all of them are told at once', () => {
    expect(
      faults(
        image(
          [
            { type: 'text', color: 1 },
            { type: 'qr', ecc: 'X', extra: 1 },
          ],
          { width: 'wide' },
        ),
      ),
    ).toEqual([
      'width: must be a number',
      'layers[0].color: must be a text',
      'layers[1].ecc: must be one of "L", "M", "Q", "H"',
      'layers[1].extra: unknown field',
    ]);
  });
});

describe('a placeholder is refused', () => {
  test('where no row can fill it', () => {
    const sentence = 'cannot take a placeholder: variables live in scenes and layers only';
    expect(faults(image([], { background: '{{brand}}' }))).toEqual([`background: ${sentence}`]);
    expect(faults(image([], { base_image: 'asset:{{frame}}' }))).toEqual([`base_image: ${sentence}`]);
    expect(faults(video([], { soundtrack: { src: '{{track}}' } }))).toEqual([`soundtrack.src: ${sentence}`]);
    expect(faults(image([{ type: 'text', id: '{{id}}' }]))).toEqual([
      'layers[0].id: names a layer and cannot take a placeholder',
    ]);
  });

  test('when its name is reserved, missing or more than a name', () => {
    expect(faults(image([{ type: 'text', text: '{{external_id}}' }]))).toEqual([
      `layers[0].text: "external_id" is reserved for the row's own identifier`,
    ]);
    expect(faults(image([{ type: 'text', variable: 'external_id' }]))).toEqual([
      `layers[0].text: "external_id" is reserved for the row's own identifier`,
    ]);
    expect(faults(image([{ type: 'text', text: 'Hi {{ }}' }]))).toEqual([
      'layers[0].text: a placeholder needs a name: {{name}}',
    ]);
    expect(faults(image([{ type: 'text', variable: 'name|upper' }]))).toEqual([
      "layers[0].text: a variable's name has no bar: filters go into a text, {{name|upper}}",
    ]);
    expect(faults(image([{ type: 'text', text: '{{name|shout}}' }]))).toEqual([
      'layers[0].text: there is no filter "shout"; there are upper, lower, title, trim, truncate, number, currency, date',
    ]);
  });
});

describe('a binding is refused', () => {
  test.each([
    [{ type: 'shape', variable: 'x' }, 'layers[0].variable: a shape has no main property; use bind'],
    [
      { type: 'text', bind: { sides: 'x' } },
      'layers[0].bind.sides: a text layer has no property "sides" to bind',
    ],
    [
      { type: 'text', bind: { type: 'x' } },
      'layers[0].bind.type: a text layer has no property "type" to bind',
    ],
    [
      { type: 'text', bind: { toString: 'x' } },
      'layers[0].bind.toString: a text layer has no property "toString" to bind',
    ],
    [
      { type: 'text', bind: { stroke: 'x' } },
      'layers[0].bind.stroke: stroke has parts and cannot be bound as a whole; bind one of them, such as "stroke.color"',
    ],
    [{ type: 'text', variable: '{{name}}' }, `layers[0].text: a variable's name has no braces: write "name"`],
    [
      { type: 'text', bind: { color: '{{ ink }}' } },
      `layers[0].color: a variable's name has no braces: write "ink"`,
    ],
  ])('%j', (layer, fault) => expect(faults(image([layer]))).toEqual([fault]));
});

describe('a layer is refused', () => {
  test.each([
    [
      [{ type: 'shape', shape: 'path' }],
      'layers[0].path: a shape of this kind needs its path, such as "M0 0 L10 0 L5 8 Z"',
    ],
    [
      [{ type: 'qr', logo: 'asset:a.png' }],
      'layers[0].ecc: must be "H" under a logo: readers have to make up for what it hides',
    ],
    [[{ type: 'rating', value: 6 }], 'layers[0].value: must be at most max, 5'],
    [
      [{ type: 'shape', stroke: { width: 1, dash: [0.1] } }],
      'layers[0].stroke.dash: must add up to a pixel or more',
    ],
    [
      [{ type: 'text', mask: { shape: 'round' } }],
      'layers[0].mask.shape: must be one of "ellipse", "rect", "path"',
    ],
    [
      [{ type: 'text', mask: {} }],
      'layers[0].mask: needs a shape, such as "ellipse", or the src of a picture',
    ],
    [
      [{ type: 'text', mask: { shape: 'rect', src: 'asset:x' } }],
      'layers[0].mask: is either a shape or a picture: leave out shape or src',
    ],
    [[{ type: 'text', mask: { src: 'x.png' } }], 'layers[0].mask.src: must be an https:// URL'],
    [
      [{ type: 'text', place_after: { layer: 'name' } }],
      'layers[0].place_after.layer: no layer beside this one has the id or name "name"',
    ],
    [
      [
        { type: 'text', id: 'a' },
        { type: 'text', name: 'a' },
        { type: 'text', place_after: { layer: 'a' } },
      ],
      'layers[2].place_after.layer: 2 layers beside this one are called "a"',
    ],
    [
      [{ type: 'text', id: 'a', place_after: { layer: 'a' } }],
      'layers[0].place_after.layer: leads back to this layer',
    ],
    [
      [{ type: 'text', bind: { 'border.color': 'c' } }],
      'layers[0].bind.border.color: the layer has no border: set one to bind a part of it',
    ],
    [
      [{ type: 'text', border: { width: 1 }, bind: { 'border.colour': 'c' } }],
      'layers[0].bind.border.colour: a text layer has no property "border.colour" to bind',
    ],
    [
      [{ type: 'text', visible: 'yes' }],
      'layers[0].visible: must be true, false or a condition with a variable such as "{{member}}"',
    ],
  ])('%j', (layers, fault) => expect(faults(image(layers))).toEqual([expect.stringContaining(fault)]));
});

test('a deeply nested document is refused, not fatal', () => {
  const layers = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
  expect(faults(image(layers))).toEqual([': is nested more than 64 levels deep']);
});

describe('the scenes of a video', () => {
  test('may overlap by half of the shorter one, in whole frames, and no more', () => {
    const fading = (duration: number) =>
      video([{ duration: 3 }, { duration: 1, transition: { type: 'fade', duration } }]);

    expect(faults(fading(0.5))).toEqual([]);
    expect(faults(fading(0.6))).toEqual([
      'scenes[1].transition.duration: is longer than half of the shorter scene beside it: 0.5 s at most',
    ]);
  });

  test('may last an hour together', () => {
    const scenes = (count: number) => video(Array.from({ length: count }, () => ({ duration: 600 })));

    expect(faults(scenes(6))).toEqual([]);
    expect(faults(scenes(7))).toEqual(['scenes: last 4200 s together: 3600 s at most']);
  });
});
