/** What a template says besides its layers and scenes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Template } from '../../../../contract/template/template.ts';
import { packFolder } from '../../../../render-node/fonts/font-pack.ts';
import { BLUE, GREEN, RED, rgb } from '../colours.ts';
import {
  colourAt,
  encoded,
  exampleValues,
  extent,
  filmed,
  type Measure,
  notes,
  refusal,
  size,
  stored,
  thumbnail,
} from '../measures.ts';
import type { Cases, PropertyCase } from '../prove.ts';
import { gradientCases } from './gradient-cases.ts';
import { film, picture } from './layer-samples.ts';

type Case = Pick<PropertyCase, 'see' | 'was' | 'is' | 'row'>;

/** Two pictures that differ in top-level fields. */
function pictures(from: object, to: object, rest: Case, layers: object[] = []): PropertyCase[] {
  const document = (fields: object) => ({ ...picture(layers), ...from, ...fields });
  return [{ before: document({}), after: document(to), ...rest }];
}

export function templateCases(): Cases {
  const text = { type: 'text', text: '{{v}}', font_size: 40 };
  const meta = (fields: object) => ({ variables_meta: { v: fields } });
  const typed = (type: string, value: string, from = 'text'): PropertyCase[] => {
    const refused = { row: { v: value }, see: refusal(/(variable "v"|^$)/) };
    return pictures(
      meta({ type: from }),
      meta({ type }),
      { ...refused, is: type === 'text' ? '' : 'variable "v"' },
      [text],
    );
  };
  const kept = (from: object, to: object, of: (template: Template) => unknown, is: string) =>
    pictures(from, to, { see: stored(of), is }, [text]);
  return {
    'template.strict': pictures(
      {},
      { strict: true },
      { row: { v: 'A\u{F0000}' }, see: refusal(/No font covers|^$/), was: '', is: 'No font covers' },
      [text],
    ),
    ...directionCases(),
    'template.examples': pictures(
      {},
      { examples: { v: 'Ada' } },
      { see: exampleValues(), was: '', is: 'Ada' },
      [text],
    ),
    'template.variables_meta.type=text': typed('text', 'x', 'number'),
    'template.variables_meta.type=number': typed('number', 'x'),
    'template.variables_meta.type=bool': typed('bool', 'x'),
    'template.variables_meta.type=color': typed('color', 'x'),
    'template.variables_meta.type=url': typed('url', 'x'),
    'template.variables_meta.type=image': typed('image', 'x'),
    'template.variables_meta.type=video': typed('video', 'x'),
    'template.variables_meta.type=audio': typed('audio', 'x'),
    'template.variables_meta.max_length': pictures(
      meta({}),
      meta({ max_length: 3 }),
      { row: { v: 'abcd' }, see: refusal(/at most 3|^$/), was: '', is: 'at most 3' },
      [text],
    ),
    'template.variables_meta.pattern': pictures(
      meta({}),
      meta({ pattern: '[A-Z]+' }),
      { row: { v: 'abc' }, see: refusal(/the pattern|^$/), was: '', is: 'the pattern' },
      [text],
    ),
    // What follows shows nowhere in a render: people and programs read it from the stored document.
    'template.variables_meta.label': kept(
      meta({}),
      meta({ label: 'Title' }),
      (template) => template.variables_meta.v?.label,
      'Title',
    ),
    'template.variables_meta.description': kept(
      meta({}),
      meta({ description: 'Above all' }),
      (template) => template.variables_meta.v?.description,
      'Above all',
    ),
    'template.name': kept({}, { name: 'Card' }, ({ name }) => name, 'Card'),
    'template.tags': kept({}, { tags: ['cards'] }, ({ tags }) => tags.join(), 'cards'),
    'template.$schema': kept(
      {},
      { $schema: 'template.schema.json' },
      ({ $schema }) => $schema,
      'template.schema.json',
    ),
    'template.version=1': pictures(
      { version: 2 },
      { version: 1 },
      { see: refusal(), was: 'version: must be 1', is: '' },
    ),
    ...fontCases(),
  };
}

function directionCases(): Cases {
  const layer = (text: string) => ({ type: 'text', text, font_size: 20 });
  const turned = (
    text: string,
    before: string,
    direction: string,
    see: Measure,
    is: number,
  ): PropertyCase[] => [
    ...pictures({ direction: before }, { direction }, { see, is }, [layer(text)]),
    ...pictures({ direction: before }, { direction }, { see, is }, [
      { type: 'group', layers: [layer(text)] },
    ]),
    // Of a row's text, and in a video.
    ...pictures({ direction: before }, { direction }, { row: { v: text }, see, is }, [layer('{{v}}')]),
    {
      before: film([{ layers: [layer(text)] }], { direction: before }),
      after: film([{ layers: [layer(text)] }], { direction }),
      see,
      is,
    },
  ];
  const [left, right] = [extent('x'), extent('right')];
  return {
    'template.direction=rtl': turned('HI', 'auto', 'rtl', right, 119),
    'template.direction=ltr': turned('שלום', 'auto', 'ltr', left, 1),
    'template.direction=auto': turned('HI', 'rtl', 'auto', left, 1),
  };
}

export function fontMedia(): Record<string, Buffer> {
  const file = (name: string) => readFileSync(join(packFolder, name));
  return {
    serif: file('@fontsource-variable/noto-serif/files/noto-serif-latin-wght-normal.woff2'),
    sans: file('@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2'),
    math: file('@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2'),
  };
}

function fontCases(): Cases {
  const of = (from: object, to: object, rest: Case, text: object = {}) => {
    const font = (fields: object) => ({
      fonts: [{ family: 'Brand', src: 'asset:serif', weight: [100, 900], ...from, ...fields }],
    });
    const layer = { type: 'text', text: 'l', font_size: 60, font_family: '{{f}}', ...text };
    return pictures(font({}), font(to), { row: { f: 'Brand' }, ...rest }, [layer]);
  };
  const slanted = { font_style: 'italic' };
  const noItalic = 'Layer "1 (text)": The font Brand has no italic.';
  return {
    'template.fonts.family': of(
      { family: 'Other' },
      { family: 'Brand' },
      { see: notes(), was: 'Layer "1 (text)": There is no font family "Brand"; Inter was used.', is: '' },
    ),
    'template.fonts.src': of(
      {},
      { src: 'asset:sans' },
      { see: extent('width'), is: (was: number) => ({ most: was - 5 }) },
    ),
    // A variable font has the weights it has.
    'template.fonts.weight': of(
      { src: 'asset:math', weight: 400 },
      { weight: 700 },
      { see: notes(), was: 'Layer "1 (text)": The font Brand has no weight 700; 400 was used.', is: '' },
      { font_weight: 700 },
    ),
    'template.fonts.style=italic': of(
      {},
      { style: 'italic' },
      { see: notes(), was: noItalic, is: '' },
      slanted,
    ),
    'template.fonts.style=normal': of(
      { style: 'italic' },
      { style: 'normal' },
      { see: notes(), was: '', is: noItalic },
      slanted,
    ),
  };
}

export function imageTemplateCases(): Cases {
  const gradients = Object.entries(
    gradientCases('image_template.background', (background) => ({ background })),
  );
  const output = (fields: object) => ({ output: { format: 'png', ...fields } });
  const photo = [{ type: 'image', src: 'asset:noise' }];
  const file = (from: object, to: object, rest: Case) =>
    pictures(output(from), output({ ...from, ...to }), rest, photo);
  return {
    ...Object.fromEntries(
      gradients.map(([property, own]) => [
        property,
        own.flatMap(({ from = {}, to, see, was, is }) =>
          pictures(from, to, { see, ...(was && { was }), is }),
        ),
      ]),
    ),
    'image_template.base_image': pictures(
      {},
      { base_image: 'asset:across' },
      { see: colourAt(60, 50), is: rgb(GREEN) },
    ),
    'image_template.width': pictures({}, { width: 64 }, { see: size(), was: [120, 100], is: [64, 100] }),
    'image_template.height': pictures({}, { height: 64 }, { see: size(), was: [120, 100], is: [120, 64] }),
    'image_template.output.format=png': file(
      { format: 'jpg' },
      { format: 'png' },
      { see: encoded('format'), is: 'png' },
    ),
    'image_template.output.format=jpg': file({}, { format: 'jpg' }, { see: encoded('format'), is: 'jpeg' }),
    'image_template.output.format=webp': file({}, { format: 'webp' }, { see: encoded('format'), is: 'webp' }),
    'image_template.output.quality': ['jpg', 'webp'].flatMap((format) =>
      file(
        { format, quality: 90 },
        { quality: 10 },
        { see: encoded('bytes'), is: (was: number) => ({ most: was / 2 }) },
      ),
    ),
    'image_template.output.scale': file({}, { scale: 1.5 }, { see: encoded('width'), was: 120, is: 180 }),
  };
}

export function videoTemplateCases(): Cases {
  const scenes = [
    { background: RED, duration: 0.4, layers: [{ type: 'image', src: 'asset:noise', width: '45%' }] },
    { background: BLUE, duration: 0.6 },
  ];
  const films = (from: object, to: object, rest: Case): PropertyCase[] => [
    { before: film(scenes, from), after: film(scenes, { ...from, ...to }), ...rest },
  ];
  const output = (before: object, fields: object, rest: Case) =>
    films({ output: before }, { output: fields }, rest);
  const format = (name: string, before: string, is: string) =>
    output({ format: before }, { format: name }, { see: filmed('container'), is });
  const quality = (name: string, before: string, is: (was: number) => { least?: number; most?: number }) =>
    output({ quality: before }, { quality: name }, { see: filmed('bytes'), is });
  const larger = (was: number) => ({ least: was * 1.15 });
  return {
    ...Object.fromEntries(
      [24, 25, 30, 50, 60].map((fps) => [
        `video_template.fps=${fps}`,
        films({ fps: fps === 30 ? 60 : 30 }, { fps }, { see: filmed('fps'), is: fps }),
      ]),
    ),
    'video_template.width': films({}, { width: 64 }, { see: filmed('width'), was: 120, is: 64 }),
    'video_template.height': films({}, { height: 64 }, { see: filmed('height'), was: 100, is: 64 }),
    'video_template.output.format=mp4': format('mp4', 'mov', 'mp4 h264'),
    'video_template.output.format=mov': format('mov', 'mp4', 'mov h264'),
    'video_template.output.format=webm': format('webm', 'mp4', 'webm vp9'),
    'video_template.output.format=gif': format('gif', 'mp4', 'gif gif'),
    'video_template.output.quality=low': quality('low', 'medium', (was) => ({ most: was * 0.85 })),
    'video_template.output.quality=medium': quality('medium', 'low', larger),
    'video_template.output.quality=high': quality('high', 'medium', larger),
    'video_template.output.max_width': output(
      {},
      { max_width: 60 },
      { see: filmed('width'), was: 120, is: 60 },
    ),
    'video_template.output.max_height': output(
      {},
      { max_height: 50 },
      { see: filmed('height'), was: 100, is: 50 },
    ),
    'video_template.thumbnail_time': films(
      {},
      { thumbnail_time: 0.1 },
      { see: thumbnail(), was: rgb(BLUE), is: rgb(RED) },
    ),
    // The gateway's: what a row costs.
    'video_template.estimated_credits': films(
      {},
      { estimated_credits: '0.25' },
      { see: stored((template) => template.kind === 'video' && template.estimated_credits), is: '0.25' },
    ),
  };
}
