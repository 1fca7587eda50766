/** Scenes, how they follow each other, and what sounds in them. */
import { BLACK, BLUE, GREEN, mixed, RED, rgb } from '../colours.ts';
import {
  amount,
  atFrame,
  box,
  colourAt,
  extent,
  figure,
  framesWith,
  level,
  type Measure,
  refusal,
  soundRefusal,
} from '../measures.ts';
import type { Cases, PropertyCase } from '../prove.ts';
import { gradientCases } from './gradient-cases.ts';
import { FRAME, film } from './layer-samples.ts';

type Case = Pick<PropertyCase, 'see' | 'was' | 'is' | 'row'>;

export function sceneCases(): Cases {
  const blue = { background: BLUE };
  const scene = (from: object, to: object, rest: Case): PropertyCase[] => [
    {
      before: film([blue, { background: RED, ...from }]),
      after: film([blue, { background: RED, ...from, ...to }]),
      ...rest,
    },
  ];
  const failing = { layers: [{ type: 'shape', bind: { x: 'left' } }] };
  const named = { row: { left: 'abc' }, see: refusal(/Scene "(.*?)"/), was: '2' };
  const gradients = Object.entries(gradientCases('scene.background', (background) => ({ background })));
  return {
    'scene.duration': [
      ...scene({}, { duration: 0.2 }, { see: framesWith(RED), is: '----------#####' }),
      ...scene({}, { duration: '{{s}}' }, { row: { s: '0.12' }, see: framesWith(RED), is: '----------###' }),
      ...scene(
        { layers: [{ type: 'video', src: 'asset:colours-clip', width: 10, height: 10 }] },
        { duration: 'auto' },
        { see: framesWith(BLUE), was: '##########----------', is: '##########----------#####' },
      ),
    ],
    'scene.visible': [
      ...scene(
        {},
        { visible: false },
        { see: framesWith(BLUE), was: '##########----------', is: '##########' },
      ),
      ...scene({}, { visible: '{{show}}' }, { row: { show: 'no' }, see: framesWith(BLUE), is: '##########' }),
    ],
    'scene.id': scene(failing, { id: 'offer' }, { ...named, is: 'offer' }),
    'scene.name': scene(failing, { name: 'offer' }, { ...named, is: 'offer' }),
    ...Object.fromEntries(
      gradients.map(([property, own]) => [
        property,
        own.map(({ from, to, see, was, is }) => ({
          before: film([{ ...from }]),
          after: film([{ ...from, ...to }]),
          see,
          ...(was && { was }),
          is,
        })),
      ]),
    ),
    ...transitionCases(),
    ...soundCases(),
  };
}

const STRIP = { type: 'shape', y: 0, width: 20, height: FRAME.height };

/** Red with a black strip at its right edge, then blue with a green one at its left; half way through after frame 7. */
function twoScenes(transition: object): object {
  return film([
    { background: RED, layers: [{ ...STRIP, x: 100, fill: BLACK }] },
    {
      background: BLUE,
      layers: [{ ...STRIP, x: 0, fill: GREEN }],
      transition: { duration: 0.2, easing: 'linear', ...transition },
    },
  ]);
}

function transitionCases(): Cases {
  const of = (from: object, to: object, see: Measure, is: PropertyCase['is']): PropertyCase => ({
    before: twoScenes(from),
    after: twoScenes({ ...from, ...to }),
    see,
    is,
  });
  const half = (measure: Measure) => atFrame(7, measure);
  const type = (before: string, name: string, see: Measure, is: PropertyCase['is']) =>
    of({ type: before }, { type: name }, see, is);
  const middle = colourAt(60, 50);
  const corner = colourAt(2, 2);
  const blended = mixed(RED, BLUE, 0.5);
  const halves = {
    left: [60, 0, 60, 100],
    right: [20, 0, 40, 100],
    up: [20, 50, 100, 50],
    down: [20, 0, 100, 50],
  };
  const strips = { left: [60, 0, 20, 100], right: [], up: [0, 50, 20, 50], down: [0, 0, 20, 50] };
  return {
    'scene.transition.type=cut': [type('fade', 'cut', framesWith(BLUE), '----------##########')],
    'scene.transition.type=fade': [
      type('cut', 'fade', framesWith(RED), '######---------'),
      type('dissolve', 'fade', half(middle), blended),
    ],
    'scene.transition.type=dissolve': [
      // Each grain is of one scene or the other.
      type('fade', 'dissolve', half(amount(BLUE)), { least: 4_000, most: 6_000 }),
      type('wipe', 'dissolve', half(amount(RED, { x: 20, y: 0, width: 40, height: 100 })), {
        least: 1_600,
        most: 2_400,
      }),
    ],
    'scene.transition.type=wipe': [
      type('fade', 'wipe', half(box(BLUE)), halves.left),
      type('slide', 'wipe', half(amount(GREEN)), 0),
    ],
    'scene.transition.type=slide': [
      type('wipe', 'slide', half(box(GREEN)), strips.left),
      type('push', 'slide', half(amount(BLACK)), 0),
    ],
    'scene.transition.type=push': [
      type('slide', 'push', half(box(BLACK)), [40, 0, 20, 100]),
      type('wipe', 'push', half(box(GREEN)), strips.left),
    ],
    'scene.transition.type=circle': [
      type('fade', 'circle', half(corner), rgb(RED)),
      type('fade', 'circle', half(middle), rgb(BLUE)),
    ],
    // The strip of the scene before has moved out to the right.
    'scene.transition.type=zoom': [type('fade', 'zoom', half(colourAt(106, 50)), blended)],
    // Beside the strip it is darker than it was.
    'scene.transition.type=blur': [
      type('fade', 'blur', half(redAt(98, 50)), (was: number) => ({ most: was - 15 })),
    ],
    ...Object.fromEntries(
      Object.entries(halves).map(([direction, is]) => {
        const before = { type: 'wipe', direction: direction === 'left' ? 'right' : 'left' };
        return [`scene.transition.direction=${direction}`, [of(before, { direction }, half(box(BLUE)), is)]];
      }),
    ),
    'scene.transition.duration': [
      of({ type: 'wipe' }, { duration: 0.08 }, framesWith(BLUE), '--------##########'),
    ],
    'scene.transition.easing': [
      of({ type: 'wipe' }, { easing: 'ease-in' }, atFrame(8, extent('x', BLUE)), 120 - 120 * 0.7 ** 3),
    ],
    ...transitionSoundCases(),
  };
}

const redAt = (x: number, y: number) => figure(4, (image) => image.data[(y * image.width + x) * 4]!);

const QUIET = { width: 64, height: 64, loudness: null };

function transitionSoundCases(): Cases {
  const scenes = (audio: string) =>
    film(
      [
        { duration: 1, audio: [{ src: 'asset:tone' }] },
        { duration: 1, transition: { type: 'fade', duration: 0.4, audio } },
      ],
      QUIET,
    );
  // They overlap from 0.6 to 1.
  return {
    'scene.transition.audio=cut': [
      { before: scenes('crossfade'), after: scenes('cut'), see: level(0.65, 0.78), is: LOUD },
      { before: scenes('crossfade'), after: scenes('cut'), see: level(0.84, 0.94), is: 0 },
    ],
    'scene.transition.audio=crossfade': [
      { before: scenes('cut'), after: scenes('crossfade'), see: level(0.84, 0.94), is: LOUD * 0.275 },
    ],
  };
}

/** The level of the tone. */
const LOUD = 0.354;

function soundCases(): Cases {
  const document = (audio: object) =>
    film([{ duration: 0.5 }, { duration: 1, audio: [{ src: 'asset:tone', ...audio }] }], QUIET);
  const of = (from: object, to: object, see: Measure, was: number, is: number): PropertyCase[] => [
    { before: document(from), after: document({ ...from, ...to }), see, was, is },
  ];
  const named = (to: object): PropertyCase[] => [
    {
      before: document({ src: 'asset:none' }),
      after: document({ src: 'asset:none', ...to }),
      see: soundRefusal(/layer "(.*?)"/),
      was: 'audio 1',
      is: 'voice',
    },
  ];
  const short = { trim_duration: 0.4 };
  // The scene begins at 0.5.
  const [begin, late] = [level(0.55, 0.8), level(1.2, 1.4)];
  return {
    'scene.audio.src': of({ src: '' }, { src: 'asset:tone' }, begin, 0, LOUD),
    'scene.audio.id': named({ id: 'voice' }),
    'scene.audio.name': named({ name: 'voice' }),
    'scene.audio.trim_start': of({ src: 'asset:late-tone' }, { trim_start: 0.5 }, begin, 0, LOUD),
    'scene.audio.trim_duration': of({}, short, late, LOUD, 0),
    'scene.audio.volume': of({}, { volume: 0.5 }, begin, LOUD, LOUD / 2),
    'scene.audio.fade_in': of({}, { fade_in: 1 }, level(0.7, 0.8), LOUD, LOUD * 0.25),
    'scene.audio.fade_out': of({}, { fade_out: 1 }, level(1.2, 1.3), LOUD, LOUD * 0.25),
    'scene.audio.loop': of(short, { loop: true }, late, 0, LOUD),
    'scene.audio.start': of({}, { start: 0.5 }, begin, LOUD, 0),
    'scene.audio.span=video': of({}, { span: 'video' }, level(0.1, 0.4), 0, LOUD),
    'scene.audio.span=scene': of({ span: 'video' }, { span: 'scene' }, level(0.1, 0.4), LOUD, 0),
  };
}

/** Two seconds of video with a scene's own sound in the second one. */
export function soundtrackCases(): Cases {
  const document = (soundtrack: object | null, more: object = {}) =>
    film([{ duration: 1 }, { duration: 1, audio: [{ src: 'asset:tone', volume: 0.001 }] }], {
      ...QUIET,
      soundtrack: soundtrack && { src: 'asset:tone', ...soundtrack },
      ...more,
    });
  const of = (from: object, to: object, see: Measure, was: number, is: number): PropertyCase[] => [
    { before: document(from), after: document({ ...from, ...to }), see, was, is },
  ];
  const [early, late] = [level(0.1, 0.4), level(1.4, 1.6)];
  const decibels = (by: number) => 10 ** (-by / 20);
  return {
    'soundtrack.src': [{ before: document(null), after: document({}), see: early, was: 0, is: LOUD }],
    'soundtrack.volume': of({}, { volume: 0.5 }, early, LOUD, LOUD / 2),
    'soundtrack.trim_start': of({ src: 'asset:late-tone' }, { trim_start: 0.5 }, early, 0, LOUD),
    'soundtrack.fade_in': of({}, { fade_in: 1 }, level(0.2, 0.3), LOUD, LOUD * 0.25),
    'soundtrack.fade_out': of({}, { fade_out: 1 }, level(1.7, 1.8), LOUD, LOUD * 0.25),
    'soundtrack.loop': of({}, { loop: false }, late, LOUD, 0),
    'soundtrack.duck.amount_db': of(
      { duck: { amount_db: 6 } },
      { duck: { amount_db: 20 } },
      late,
      LOUD * decibels(6),
      LOUD * decibels(20),
    ),
    'video_template.loudness': [
      {
        before: document({}, { loudness: -20 }),
        after: document({}, { loudness: -26 }),
        see: early,
        is: (was: number) => was * decibels(6),
      },
      {
        before: document({}, { loudness: null }),
        after: document({}, { loudness: -26 }),
        see: early,
        was: LOUD,
        is: { most: 0.1 },
      },
    ],
  };
}
