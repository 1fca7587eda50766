/** What a layer of a video has besides: when it shows, how it comes and goes, what moves meanwhile. */
import { BLACK, BLUE, GREEN, mixed, RED, WHITE } from '../colours.ts';
import { atFrame, box, colourAt, extent, framesWith, refusal } from '../measures.ts';
import { type Cases, joinCases, type PropertyCase } from '../prove.ts';
import { casesOf } from './common-cases.ts';
import { BOX, FPS, FRAMES, film, type LayerCase, SAMPLES, type Sample } from './layer-samples.ts';

/** Of the ten frames, the fifth is sampled at 0.45 of an animation of that length, and at 0.5 of keyframes. */
const WHOLE = FRAMES / FPS;
/** A border shows where the box is. */
const OUTLINED = { border: { color: BLACK, width: 2 } };
const MIDDLE: [number, number] = [BOX.x + BOX.width / 2, BOX.y + BOX.height / 2];

export function timedCases(sample: Sample): Cases {
  return joinCases(
    casesOf(
      sample,
      { ...times(), ...animationTypes(sample), ...animationParts(), ...keyframes(sample) },
      'video',
    ),
    { ...spans(sample) },
  );
}

function times(): Record<string, LayerCase[]> {
  const see = framesWith(BLUE);
  return {
    start: [{ to: { start: 0.2 }, see, was: '##########', is: '-----#####' }],
    duration: [{ to: { duration: 0.2 }, see, is: '#####-----' }],
    'duration=end': [{ from: { duration: 0.2 }, to: { duration: 'end' }, see, is: '##########' }],
  };
}

/** In the second of three scenes of four frames. */
function spans(sample: Sample): Cases {
  const shown = { scene: '----####----', to_end: '----########', video: '############' };
  return Object.fromEntries(
    Object.entries(shown).map(([span, is]): [string, PropertyCase[]] => {
      const document = (chosen: string) => {
        const layer = { type: sample.type, ...BOX, ...sample.fields, span: chosen };
        const scenes = [[], [layer], []].map((layers) => ({ duration: 4 / FPS, layers }));
        return film(scenes);
      };
      const before = document(span === 'scene' ? 'video' : 'scene');
      return [`${sample.type}.span=${span}`, [{ before, after: document(span), see: framesWith(BLUE), is }]];
    }),
  );
}

function animation(more: object) {
  return { animations: [{ duration: WHOLE, easing: 'linear', ...more }] };
}

const OF_TEXTS = ['typewriter', 'words', 'lines', 'count'];

function animationTypes({ type }: Sample): Record<string, LayerCase[]> {
  const see = atFrame(4, box());
  const boxes = {
    slide: [30, 52, 60, 40],
    wipe: [30, 30, 27, 40],
    scale: scaledBox(0.45),
    pan: [25, 30, 60, 40],
    bounce: [30, 8, 60, 40],
  };
  const refused = (name: string): LayerCase[] => [
    {
      to: animation({ type: name }),
      see: refusal(),
      was: '',
      is: `scenes[0].layers[0].animations[0].type: ${name} moves the letters of a text, and this layer is of type ${type}`,
    },
  ];
  return {
    'animations.type=fade': [
      {
        from: animation({ type: 'pan' }),
        to: animation({ type: 'fade' }),
        see: atFrame(4, colourAt(...MIDDLE)),
        is: mixed(WHITE, BLUE, 0.45),
      },
    ],
    ...Object.fromEntries(
      Object.entries(boxes).map(([name, is]) => [
        `animations.type=${name}`,
        [{ from: { ...OUTLINED, ...animation({ type: 'fade' }) }, to: animation({ type: name }), see, is }],
      ]),
    ),
    ...(type === 'text'
      ? {}
      : Object.fromEntries(OF_TEXTS.map((name) => [`animations.type=${name}`, refused(name)]))),
  };
}

function animationParts(): Record<string, LayerCase[]> {
  const slide = (more: object) => ({ ...OUTLINED, ...animation({ type: 'slide', ...more }) });
  const scale = (more: object) => ({ ...OUTLINED, ...animation({ type: 'scale', ...more }) });
  const half = { type: 'fade', duration: WHOLE / 2 };
  const [faint, full] = [mixed(WHITE, BLUE, 0.1), mixed(WHITE, BLUE, 1)];
  const first = colourAt(...MIDDLE);
  const ways = {
    up: [30, 44, 60, 40],
    down: [30, 16, 60, 40],
    left: [51, 30, 60, 40],
    right: [9, 30, 60, 40],
  };
  return {
    'animations.at=in': [
      {
        from: animation({ ...half, at: 'out' }),
        to: animation({ ...half, at: 'in' }),
        see: first,
        was: full,
        is: faint,
      },
    ],
    'animations.at=out': [
      {
        from: animation({ ...half, at: 'in' }),
        to: animation({ ...half, at: 'out' }),
        see: atFrame(9, first),
        was: full,
        is: faint,
      },
    ],
    'animations.at': [
      {
        from: scale({ at: 'in', from: 0.5, to: 1 }),
        to: scale({ at: 0.2, from: 0.5, to: 1, duration: 0.2 }),
        see: atFrame(4, box()),
        was: scaledBox(0.725),
        is: scaledBox(0.5),
      },
    ],
    'animations.duration': [
      {
        from: slide({}),
        to: slide({ duration: WHOLE / 2 }),
        see: atFrame(4, box()),
        was: [30, 52, 60, 40],
        is: [30, 34, 60, 40],
      },
    ],
    'animations.easing': [
      { from: slide({}), to: slide({ easing: 'ease-out' }), see: atFrame(4, box()), is: [30, 37, 60, 40] },
      {
        from: slide({}),
        to: slide({ easing: 'cubic-bezier(0, 1, 0, 1)' }),
        see: atFrame(4, box()),
        is: [30, 30, 60, 40],
      },
    ],
    'animations.distance': [
      {
        from: slide({}),
        to: slide({ distance: 20 }),
        see: atFrame(4, box()),
        was: [30, 52, 60, 40],
        is: [30, 41, 60, 40],
      },
    ],
    'animations.from': [
      {
        from: scale({}),
        to: scale({ from: 0.5 }),
        see: atFrame(4, box()),
        was: scaledBox(0.45),
        is: scaledBox(0.725),
      },
    ],
    'animations.to': [
      { from: scale({}), to: scale({ to: 0.5 }), see: atFrame(4, box()), is: scaledBox(0.225) },
    ],
    ...Object.fromEntries(
      Object.entries(ways).map(([direction, is]) => [
        `animations.direction=${direction}`,
        [
          {
            from: slide({ direction: direction === 'up' ? 'left' : 'up' }),
            to: slide({ direction }),
            see: atFrame(6, box()),
            is,
          },
        ],
      ]),
    ),
  };
}

interface Track {
  /** Its values at the beginning and at the end. */
  values: [unknown, unknown];
  see: LayerCase['see'];
  /** What is seen when so much of the way is done, 0–1. */
  at(share: number): number[];
  /** Types that cannot follow it, and why. */
  refused: string[];
  instead?: string;
}

const boxNow = box();
const colourNow = colourAt(...MIDDLE);
const TRACKS: Record<string, Track> = {
  x: { values: [30, 50], see: boxNow, at: (share) => [30 + 20 * share, 30, 60, 40], refused: [] },
  y: { values: [30, 50], see: boxNow, at: (share) => [30, 30 + 20 * share, 60, 40], refused: [] },
  width: {
    values: [60, 30],
    see: boxNow,
    at: (share) => [30, 30, 60 - 30 * share, 40],
    refused: ['video', 'caption'],
    instead: 'use scale',
  },
  height: {
    values: [40, 30],
    see: boxNow,
    at: (share) => [30, 30, 60, 40 - 10 * share],
    refused: ['video', 'caption'],
    instead: 'use scale',
  },
  opacity: { values: [1, 0], see: colourNow, at: (share) => mixed(BLUE, WHITE, share), refused: [] },
  rotation: { values: [0, 90], see: boxNow, at: (share) => turnedBox(90 * share), refused: [] },
  scale: { values: [1, 0.5], see: boxNow, at: (share) => scaledBox(1 - share / 2), refused: [] },
  fill: {
    values: [RED, GREEN],
    see: colourNow,
    at: (share) => mixed(RED, GREEN, share),
    refused: ['image', 'qr', 'barcode', 'rating', 'group', 'video', 'caption'],
    instead: 'only shapes and texts do',
  },
};

function keyframes({ type }: Sample): Record<string, LayerCase[]> {
  return Object.fromEntries(
    Object.entries(TRACKS).flatMap(([property, track]) => {
      const path = `keyframes.${property}`;
      const parts = track.refused.includes(type)
        ? refusedTrack(type, property, track)
        : trackParts(property, track);
      return Object.entries(parts).map(([part, own]) => [`${path}.${part}`, own]);
    }),
  );
}

function trackParts(
  property: string,
  { values: [one, other], see: now, at }: Track,
): Record<string, LayerCase[]> {
  const track = (first: object, second: object) => ({
    // Nothing else of the layer may stand in the way of its colour.
    ...(property === 'fill' ? {} : property === 'opacity' ? { opacity: 0.2 } : OUTLINED),
    keyframes: {
      [property]: [
        { t: 0, v: one, ...first },
        { t: WHOLE, v: other, ...second },
      ],
    },
  });
  const see = atFrame(5, now);
  const moving = track({}, {});
  return {
    v: [{ from: track({}, { v: one }), to: moving, see, was: at(0), is: at(0.5) }],
    t: [{ from: moving, to: track({}, { t: WHOLE / 2 }), see, was: at(0.5), is: at(1) }],
    easing: [{ from: moving, to: track({ easing: 'ease-in' }, {}), see, was: at(0.5), is: at(0.125) }],
  };
}

/** How much of the way is done at 0.3 of the time. */
const EASED = {
  linear: 0.3,
  'ease-in': 0.027,
  'ease-out': 0.657,
  'ease-in-out': 0.108,
  back: 0.907,
  elastic: 0.875,
  bounce: 0.681,
  'cubic-bezier(1, 0, 1, 0)': 0.03,
};

/** Every easing, for one property of one type. */
export function easingCases(): Cases {
  const x = (easing: string) => ({
    keyframes: {
      x: [
        { t: 0, v: 0, easing },
        { t: WHOLE, v: 60 },
      ],
    },
  });
  const cases = Object.entries(EASED).map(([easing, share]): LayerCase => {
    const from = x(easing === 'linear' ? 'ease-in' : 'linear');
    return { from, to: x(easing), see: atFrame(3, extent('x')), is: 60 * share };
  });
  return casesOf(SAMPLES.shape, { 'keyframes.x.easing': cases }, 'video');
}

function refusedTrack(
  type: string,
  property: string,
  { values: [v], instead }: Track,
): Record<string, LayerCase[]> {
  const is = `scenes[0].layers[0].keyframes.${property}: layers of type ${type} have no ${property} that can change: ${instead}`;
  const refused: LayerCase[] = [
    { to: { keyframes: { [property]: [{ t: 0, v, easing: 'back' }] } }, see: refusal(), was: '', is },
  ];
  return { v: refused, t: refused, easing: refused };
}

function scaledBox(factor: number): number[] {
  const [width, height] = [BOX.width * factor, BOX.height * factor];
  return [MIDDLE[0] - width / 2, MIDDLE[1] - height / 2, width, height];
}

function turnedBox(degrees: number): number[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [width, height] = [BOX.width * cos + BOX.height * sin, BOX.width * sin + BOX.height * cos];
  return [MIDDLE[0] - width / 2, MIDDLE[1] - height / 2, width, height];
}
