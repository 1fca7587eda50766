/** Films of any layers that the model takes, with sizes, times and texts that nobody would write: each is painted, or refused. */
import { expect, test } from 'vitest';
import { RenderFailure } from '../../../contract/render-failure.ts';
import { lintTemplate } from '../../../contract/template/lint-template.ts';
import type { VideoTemplate } from '../../../contract/template/video-template.ts';
import { videoTemplate } from '../../support/templates.ts';
import { paintFrames } from './paint-frames.ts';

/** A fixed sequence: what fails once fails again. */
function createChance(seed: number) {
  let state = seed;
  const share = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    pick: <T>(list: readonly T[]): T => list[Math.floor(share() * list.length)]!,
    some: <T>(most: number, make: () => T): T[] =>
      Array.from({ length: Math.floor(share() * (most + 1)) }, make),
  };
}

type Chance = ReturnType<typeof createChance>;

const LENGTHS = [0, 1, -1, 0.001, 7.5, 1_000, 1e6, -1e6, 1e9, '50%', '-200%', '6 vmin', '99999%'];
const TEXTS = [
  ...['Hello big world', '', '   ', '\n\n', 'مرحبا بالعالم 123', '👨‍👩‍👧‍👦🇩🇪', '\u0000\u202e', '{{value}}'],
  ...[`1,234.5 ${'9'.repeat(400)}`, 'a'.repeat(1_900)],
];
const EASINGS = ['linear', 'back', 'elastic', 'bounce', 'cubic-bezier(0, 9, 1, -9)', null];
const DIRECTIONS = ['left', 'right', 'up', 'down', null];

function film(chance: Chance): object {
  const { pick, some } = chance;
  const scene = () => ({
    duration: pick([0.5, 0.7, 'auto']),
    transition: {
      type: pick(['cut', 'fade', 'dissolve', 'wipe', 'slide', 'push', 'zoom', 'circle', 'blur']),
      duration: pick([0.01, 0.2]),
      easing: pick(EASINGS),
      direction: pick(['left', 'up']),
    },
    layers: some(3, () => layer(chance)),
  });
  return {
    kind: 'video',
    name: 'Film',
    width: 64,
    height: 48,
    fps: 24,
    scenes: [scene(), ...some(2, scene)],
  };
}

function layer(chance: Chance): object {
  const { pick, some } = chance;
  const type = pick(['text', 'shape', 'caption', 'group', 'rating', 'qr', 'barcode'] as const);
  const length = () => pick(LENGTHS);
  const track = (value: () => unknown) =>
    pick([
      [],
      [
        { t: 0, v: value() },
        { t: 0.4, v: value(), easing: pick(['linear', 'elastic']) },
      ],
    ]);
  const size = type === 'caption' ? {} : { width: track(length), height: track(length) };
  return {
    type,
    ...{ x: length(), y: length(), width: length(), height: length(), rotation: pick([0, 45, -360]) },
    ...{
      opacity: pick([0, 0.5, 1]),
      anchor: pick(['center', 'top-left']),
      blend: pick(['normal', 'multiply']),
    },
    ...{
      start: pick([0, 0.2, 99]),
      duration: pick(['end', 0.001, 0.5]),
      span: pick(['scene', 'to_end', 'video']),
    },
    ...{ shadow: pick([null, { blur: 500 }]), blur: pick([0, 0, 200]) },
    animations: some(3, () => animation(type, chance)),
    keyframes: {
      ...{ x: track(length), y: track(length), ...size, opacity: track(() => pick([0, 0.3, 1])) },
      ...{ rotation: track(() => pick([0, 36_000])), scale: track(() => pick([0, 0.01, 100])) },
    },
    ...content(type, chance),
  };
}

function animation(type: string, { pick }: Chance): object {
  const kinds = ['fade', 'slide', 'wipe', 'scale', 'pan', 'bounce'];
  const kind = pick(type === 'text' ? [...kinds, 'typewriter', 'words', 'lines', 'count'] : kinds);
  const anywhen = ['scale', 'pan', 'bounce'].includes(kind);
  return {
    type: kind,
    at: anywhen ? pick(['in', 'out', 0, 0.3, 5]) : kind === 'count' ? 'in' : pick(['in', 'out']),
    ...{ duration: pick([0.01, 0.3, 60]), easing: pick(EASINGS), direction: pick(DIRECTIONS) },
    ...{ distance: pick([null, ...LENGTHS]), from: pick([null, -1e9, 0, 5]), to: pick([null, 0, 100]) },
  };
}

function content(type: string, { pick }: Chance): object {
  switch (type) {
    case 'text':
      return {
        text: pick(TEXTS),
        font_size: pick(['auto', 1, 5_000]),
        overflow: pick(['clip', 'ellipsis', 'visible']),
      };
    case 'caption': {
      const words = [{ start: 0, end: 1, text: 'a' }];
      const cues = [
        { start: 0, end: 0.4, text: pick(TEXTS) },
        { start: 0.1, end: 0.3, text: pick(TEXTS), words },
      ];
      return { cues, mode: pick(['line', 'word']) };
    }
    case 'group':
      return {
        layers: [
          { type: 'shape', width: pick(LENGTHS) },
          { type: 'text', text: pick(TEXTS) },
        ],
      };
    default:
      return type === 'shape' ? {} : type === 'rating' ? { value: 3 } : { data: '123' };
  }
}

test('any film is painted or refused in words', async () => {
  const chance = createChance(99);
  let painted = 0;
  for (let round = 0; round < 120; round++) {
    const document = film(chance);
    const lint = lintTemplate(document);
    expect(lint.ok, JSON.stringify(lint)).toBe(true);
    if (!lint.ok) continue;
    try {
      await paintFrames(lint.template as VideoTemplate, [0, 3, 7, 11], { values: { value: '\n{{x}}*' } });
      painted++;
    } catch (error) {
      expect(error, JSON.stringify(document)).toBeInstanceOf(RenderFailure);
    }
  }
  expect(painted).toBeGreaterThan(100);
});

test('a text finds its size in a box of any height', async () => {
  const text = { type: 'text', text: 'Hi', height: 1e9, color: '#ffffff' };
  const { frames } = await paintFrames(
    videoTemplate([{ duration: 1, layers: [text] }], { width: 64, height: 48 }),
    [0],
  );
  expect(frames).toHaveLength(1);
});
