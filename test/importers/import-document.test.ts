import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintTemplate } from '../../contract/template/lint-template.ts';
import { templateVariables } from '../../contract/template/variables.ts';
import { IMPORT_FORMATS, type ImportFormat, importDocument } from '../../importers/import-document.ts';

describe.each(IMPORT_FORMATS)('a document of %s', (format) => {
  it('becomes a template without faults', () => {
    expect(lintTemplate(imported(format).document)).toMatchObject({ ok: true });
  });

  it('becomes the same template each time', () => {
    expect(imported(format)).toEqual(imported(format));
  });
});

describe('Shotstack', () => {
  it('turns merge fields into variables with their values as examples', () => {
    expect(variablesOf(imported('shotstack'))).toEqual({
      PHOTO: 'https://cdn.harbourtours.example/coffee.jpg',
      TIME: '09:40',
      FIRST_NAME: 'Ada',
      ROUTE: 'North Quay to Gull Island',
    });
  });

  it('turns tracks round, because their first one lies on top', () => {
    expect(
      layersOf('shotstack').map(({ type, start = 0, duration = 'end' }) => [type, start, duration]),
    ).toEqual([
      ['video', 0, 3],
      ['image', 3, 3],
      ['shape', 0, 6],
      ['text', 1, 4],
      ['image', 0, 'end'],
      ['text', 0, 3],
      ['text', 3, 3],
    ]);
  });

  it('places a clip by its corner and moves it by parts of the frame, upwards', () => {
    expect(layersOf('shotstack')[4]).toMatchObject({
      src: 'https://cdn.harbourtours.example/logo.png',
      fit: 'contain',
      anchor: 'top-right',
      x: 1241.6,
      y: 21.6,
      width: 256,
      height: 144,
      opacity: 0.9,
    });
  });

  it('reads their crop as cover, and their cover as fill', () => {
    const fits = ['crop', 'cover', 'contain', undefined].map((fit) => {
      const clip = { asset: { type: 'image', src: 'https://a.example/b.jpg' }, start: 0, length: 1, fit };
      const { document } = importDocument('shotstack', { timeline: { tracks: [{ clips: [clip] }] } });
      return firstScene(document).layers[0]?.fit;
    });
    expect(fits).toEqual(['cover', 'fill', 'contain', 'cover']);
  });

  it('lists by path what it could not carry over', () => {
    const { notes } = imported('shotstack');
    expect(notes).toEqual(
      expect.arrayContaining([
        { path: '', message: 'the variable "SKIPPER" stands nowhere in what was carried over' },
        { path: 'output.fps', message: '29.97 became 30' },
        {
          path: 'timeline.tracks[5].clips[0]',
          message: 'an asset of the type "text-to-speech" has no equal here: the clip is left out',
        },
        { path: 'timeline.tracks[4].clips[0].asset.chromaKey', message: 'has no equal here' },
      ]),
    );
  });

  it('makes an image template of an edit that is one picture', () => {
    const clip = { asset: { type: 'image', src: 'https://a.example/b.jpg' }, start: 0, length: 1 };
    const edit = {
      timeline: { background: '#112233', tracks: [{ clips: [clip] }] },
      output: { format: 'png', size: { width: 800, height: 418 } },
    };
    expect(importDocument('shotstack', edit).document).toMatchObject({
      kind: 'image',
      width: 800,
      height: 418,
      background: '#112233',
      output: { format: 'png' },
      layers: [{ type: 'image', src: 'https://a.example/b.jpg' }],
    });
  });
});

describe('Creatomate', () => {
  it('turns dynamic elements into variables called like them', () => {
    expect(variablesOf(imported('creatomate'))).toEqual({
      Background: 'https://cdn.fernhill.example/coffee.jpg',
      Headline: 'Slow mornings, *good* coffee',
      Price: '€3.20',
    });
  });

  it('turns compositions that follow each other into scenes', () => {
    const { document } = imported('creatomate');
    expect(document).toMatchObject({ width: 1080, height: 1920, fps: 30, thumbnail_time: 2.5 });
    expect(scenesOf(document).map(({ name, duration }) => [name, duration])).toEqual([
      ['Intro', 3],
      ['Offer', 4],
    ]);
  });

  it('reads sizes, anchors and alignment of a text', () => {
    const [, headline] = scenesOf(imported('creatomate').document)[0]!.layers;
    expect(headline).toMatchObject({
      x: '50%',
      y: '30%',
      width: '86%',
      anchor: 'center',
      font_size: 'auto',
      font_size_min: 32.4,
      font_size_max: 108,
      font_weight: 700,
      line_height: 1.1,
      align: 'center',
      valign: 'middle',
      color: '#ffffff',
      stroke: { color: '#14213d', width: 6.48 },
      start: 0.5,
    });
    // Without a size of its own a text stays centred where it is placed.
    expect(scenesOf(imported('creatomate').document)[1]!.layers[1]).toMatchObject({
      align: 'center',
      valign: 'middle',
      transform: 'upper',
      rotation: -6,
      letter_spacing: 6.05,
    });
  });

  it('takes music without a variable for the soundtrack', () => {
    expect(imported('creatomate').document.soundtrack).toMatchObject({
      src: 'https://cdn.fernhill.example/tune.mp3',
      volume: 0.4,
      fade_out: 2,
    });
  });

  it('says so when no element is dynamic', () => {
    const { notes } = importDocument('creatomate', {
      output_format: 'jpg',
      width: 100,
      height: 100,
      elements: [],
    });
    expect(notes.map(({ path }) => path)).toEqual(['elements']);
  });

  it('carries over transitions, animations, zooms and what lies over all scenes', () => {
    const [intro, offer] = scenesOf(imported('creatomate').document);
    expect(offer!.transition).toEqual({
      type: 'wipe',
      duration: 0.8,
      easing: 'ease-in-out',
      direction: 'down',
    });
    expect(
      intro!.layers.map(({ name, zoom, animations, span }) => ({ name, zoom, animations, span })),
    ).toEqual([
      { name: 'Background', zoom: { from: 1.2, to: 1 } },
      {
        name: 'Headline',
        animations: [{ type: 'lines', at: 'in', duration: 1, easing: 'ease-out', direction: 'up' }],
      },
      { name: 'Ribbon' },
      { name: 'Logo', span: 'video' },
    ]);
  });

  it('lists what nobody here has heard of, and nothing else', () => {
    expect(imported('creatomate').notes).toEqual([
      { path: 'elements[1].elements[0].color_filter', message: 'has no equal here' },
    ]);
  });

  it('names a font that nobody has', () => {
    const text = { type: 'text', text: 'Hi', dynamic: true, font_family: 'Brandon' };
    const { document, notes } = importDocument('creatomate', { output_format: 'jpg', elements: [text] });
    expect((document.layers as object[])[0]).not.toHaveProperty('font_family');
    expect(notes).toEqual([
      { path: 'elements[0]', message: expect.stringContaining('there is no font "Brandon"') },
    ]);
  });
});

describe('JSON2Video', () => {
  it('keeps variables with their values as examples', () => {
    expect(variablesOf(imported('json2video'))).toEqual({
      street: '12 Larch Lane',
      photo: 'https://cdn.larchhomes.example/coffee.jpg',
      rent: '€980',
      balcony: 'yes',
    });
  });

  it('keeps scenes, their colours and their order of painting', () => {
    const scenes = scenesOf(imported('json2video').document);
    expect(scenes.map(({ id, duration, background }) => [id, duration, background])).toEqual([
      ['outside', 3, '#203a2f'],
      ['inside', 4, '#ffffff'],
    ]);
    // z-index lifts the badge over the price that comes after it.
    expect(scenes[1]!.layers.map(({ type, text }) => text ?? type)).toEqual([
      'image',
      '{{rent}} a month',
      'With a balcony',
    ]);
  });

  it('places a named position in the frame and moves it from there', () => {
    expect(scenesOf(imported('json2video').document)[0]!.layers[1]).toMatchObject({
      anchor: 'bottom',
      x: 960,
      y: 1000,
      font_size: 96,
      animations: [{ type: 'fade', at: 'in', duration: 0.5 }],
    });
  });

  it('writes a condition in our grammar', () => {
    expect(scenesOf(imported('json2video').document)[1]!.layers[2]!.visible).toBe(
      "{{balcony}} == 'yes' and {{rent}} != ''",
    );
  });

  it('asks for http media by https, and says so', () => {
    expect(scenesOf(imported('json2video').document)[0]!.layers[0]!.src).toBe(
      'https://cdn.larchhomes.example/sunrise.mp4',
    );
    expect(imported('json2video').notes.map(({ path }) => path)).toContain('scenes[0].elements[0].src');
  });

  it('names elements that it leaves out once, not field by field', () => {
    const left = imported('json2video').notes.filter(({ path }) => path.startsWith('elements[2]'));
    expect(left).toEqual([
      { path: 'elements[2]', message: 'an element of the type "voice" has no equal here and is left out' },
    ]);
  });
});

describe('a document of another kind', () => {
  it.each([null, 7, 'text', []])('such as %j is refused', (content) => {
    for (const format of IMPORT_FORMATS)
      expect(() => importDocument(format, content)).toThrow('The file holds no JSON object.');
  });

  it('never brings an importer down', () => {
    const odd = [
      { timeline: 3, output: [], merge: {} },
      { timeline: { tracks: [{ clips: [{ asset: { type: 'image', src: 7 }, start: {}, length: [] }] }] } },
      { elements: [{ type: 'text', text: { a: 1 }, width: {} }, 4, null], width: 'wide' },
      { scenes: [{ elements: [{ type: 'text', settings: [] }], duration: 'long' }], variables: [] },
    ];
    for (const format of IMPORT_FORMATS)
      for (const content of odd)
        expect(importDocument(format, { elements: [], timeline: {}, ...content }).template.version).toBe(1);
  });

  it('says what a document of that service has', () => {
    expect(() => importDocument('shotstack', { scenes: [] })).toThrow(
      'It has no "timeline", as a document of shotstack has.',
    );
  });
});

interface SceneDraft {
  [field: string]: unknown;
  layers: Record<string, unknown>[];
}

function imported(format: ImportFormat) {
  return importDocument(
    format,
    JSON.parse(readFileSync(join(import.meta.dirname, 'documents', `${format}.json`), 'utf8')),
  );
}

function variablesOf({ template }: ReturnType<typeof imported>): Record<string, string> {
  return Object.fromEntries(
    templateVariables(template).map(({ name, exampleValue }) => [name, exampleValue]),
  );
}

function scenesOf(document: Record<string, unknown>): SceneDraft[] {
  return document.scenes as SceneDraft[];
}

function firstScene(document: Record<string, unknown>): SceneDraft {
  return scenesOf(document)[0]!;
}

function layersOf(format: ImportFormat): Record<string, unknown>[] {
  return firstScene(imported(format).document).layers;
}
