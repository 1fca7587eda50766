import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { countNumbers } from '../../../render-node/video/count-numbers.ts';
import { ease } from '../../../render-node/video/ease.ts';
import { planPictures } from '../../../render-node/video/events.ts';
import { averageColour, decodeImage, type RawImage } from '../../support/image.ts';
import { videoTemplate } from '../../support/templates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { noisyPicture } from '../pictures.ts';
import { cells, paintFrames } from './paint-frames.ts';
import { makeMedia } from './render-test-video.ts';

const SIZE = { width: 160, height: 80 };

/** A red box in the middle of a black scene of a second. */
function box(more: object) {
  const layer = { type: 'shape', x: 60, y: 20, width: 40, height: 40, fill: '#ff0000', ...more };
  return videoTemplate([{ duration: 1, layers: [layer] }], SIZE);
}

/** The box around all that is not black: `[left, top, right, bottom]`. */
function ink({ data, width, height }: RawImage): number[] | null {
  const lit = (x: number, y: number) => data[(y * width + x) * 4]! + data[(y * width + x) * 4 + 1]! > 60;
  const columns = Array.from({ length: width }, (_, x) => x).filter((x) =>
    Array.from({ length: height }, (_, y) => y).some((y) => lit(x, y)),
  );
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) => columns.some((x) => lit(x, y)));
  return columns.length > 0 ? [columns[0]!, rows[0]!, columns.at(-1)! + 1, rows.at(-1)! + 1] : null;
}

/** How far pixels lie from their mean: the root of the mean square, of their red. */
function spread({ data }: RawImage): number {
  const reds = [...data].filter((_, at) => at % 4 === 0);
  const mean = reds.reduce((sum, red) => sum + red, 0) / reds.length;
  return Math.sqrt(reds.reduce((sum, red) => sum + (red - mean) ** 2, 0) / reds.length);
}

async function inks(animation: object, frames: number[], more: object = {}) {
  const painted = await paintFrames(
    box({ animations: [{ easing: 'linear', ...animation }], ...more }),
    frames,
  );
  return painted.frames.map(ink);
}

describe('a layer comes and goes', () => {
  // Ten frames: the fifth is sampled at 0.45 of the way.
  const third = 1 / 3;

  test('sliding out the same way, mirrored', async () => {
    const [out] = await inks({ type: 'slide', at: 'out', direction: 'left', duration: third }, [25]);
    expect(out).toEqual([38, 20, 78, 60]);
  });

  test('sliding from outside the frame', async () => {
    const slide = { type: 'slide', direction: 'right', distance: 200, duration: third };
    expect(await inks(slide, [0, 9])).toEqual([null, [50, 20, 90, 60]]);
  });

  test.each([
    ['right', 'in', [60, 20, 78, 60]],
    ['left', 'in', [82, 20, 100, 60]],
    ['down', 'in', [60, 20, 100, 38]],
    ['right', 'out', [82, 20, 100, 60]],
  ])('wiped to the %s, %s', async (direction, at, box) => {
    const frame = at === 'in' ? 4 : 25;
    expect(await inks({ type: 'wipe', at, direction, duration: third }, [frame])).toEqual([box]);
  });

  test('bouncing, it falls in and hops', async () => {
    const tops = (await inks({ type: 'bounce', duration: 1, easing: null }, [1, 5, 10, 15, 20, 29])).map(
      (at) => at?.[3] ?? 0,
    );
    expect(tops[0]).toBeLessThan(tops[1]!);
    expect(tops[2]).toBeGreaterThan(tops[3]!);
    expect(tops.at(-1)).toBe(60);
  });

  test('fading, with what else it does', async () => {
    const film = box({
      animations: [
        { type: 'fade', duration: third },
        { type: 'slide', direction: 'up', duration: third, easing: 'linear' },
      ],
    });
    const { frames } = await paintFrames(film, [4]);
    expect(averageColour(frames[0]!, { x: 62, y: 45, width: 30, height: 30 })[0]).toBeCloseTo(255 * 0.45, -1);
  });
});

describe('a layer moves while it stands', () => {
  test('panning all the time', async () => {
    const found = await inks({ type: 'pan', direction: 'right', distance: 30, duration: 1 }, [0, 14, 29]);
    expect(found.map((at) => at?.[0])).toEqual([60, 74, 89]);
  });

  test('hopping at a moment', async () => {
    const found = await inks({ type: 'bounce', at: 0.5, duration: 0.4, distance: 20 }, [14, 17, 28]);
    expect(found.map((at) => at?.[1])).toEqual([20, 4, 20]);
  });

  test('growing at a moment, and staying so', async () => {
    const found = await inks({ type: 'scale', at: 0.5, to: 1.5, duration: 0.2 }, [10, 29]);
    expect(found).toEqual([
      [60, 20, 100, 60],
      [50, 10, 110, 70],
    ]);
  });

  test('a turned and see-through layer slides as it is', async () => {
    const [at] = await inks({ type: 'slide', direction: 'left', duration: 1 / 3 }, [4], {
      rotation: 45,
      opacity: 0.5,
    });
    // A square of 40 on its corner is 57 wide: from 22 pixels right of 51.7.
    expect(at![0]).toBeGreaterThanOrEqual(72);
    expect(at![0]).toBeLessThanOrEqual(75);
    expect(at![2]! - at![0]!).toBeGreaterThan(52);
  });
});

describe('keyframes', () => {
  const at = async (keyframes: object, frames: number[], more: object = {}) =>
    (await paintFrames(box({ keyframes, ...more }), frames)).frames;

  test('move, and hold before the first and after the last', async () => {
    const x = [
      { t: 0.2, v: 0 },
      { t: 0.6, v: '50%' },
    ];
    const found = await at({ x }, [0, 6, 12, 18, 29]);
    expect(found.map((frame) => ink(frame)?.[0])).toEqual([0, 0, 40, 80, 80]);
  });

  test('bring in what stands outside', async () => {
    const [out, inside] = await at(
      {
        y: [
          { t: 0, v: 200 },
          { t: 0.5, v: 20 },
        ],
      },
      [0, 20],
    );
    expect([ink(out!), ink(inside!)]).toEqual([null, [60, 20, 100, 60]]);
  });

  test('change the size, as a bar that fills', async () => {
    const width = [
      { t: 0, v: 0 },
      { t: 1, v: 80 },
    ];
    const found = await at({ width }, [0, 15, 29], { width: 0 });
    expect(found.map((frame) => ink(frame)?.[2] ?? null)).toEqual([null, 100, 138]);
  });

  test('change the colour of a shape and of a text', async () => {
    const fill = [
      { t: 0, v: '#ff0000' },
      { t: 1, v: 'blue' },
    ];
    const [, middle] = await at({ fill }, [0, 15]);
    expect(averageColour(middle!, { x: 70, y: 30, width: 20, height: 20 }).slice(0, 3)).toEqual([
      128, 0, 128,
    ]);
    const text = { type: 'text', text: '█████', font_size: 40, color: '#00ff00', keyframes: { fill } };
    const { frames } = await paintFrames(videoTemplate([{ duration: 1, layers: [text] }], SIZE), [0]);
    const [red, green] = averageColour(frames[0]!, { x: 0, y: 0, width: 60, height: 40 });
    expect(red).toBeGreaterThan(40);
    expect(green).toBeLessThan(10);
  });

  test('that hold make no pictures', async () => {
    const { video } = await paintFrames(
      box({
        keyframes: {
          x: [
            { t: 0.5, v: 0 },
            { t: 0.6, v: 90 },
          ],
        },
      }),
      [],
    );
    const held = [...planPictures(video.timeline, video.clipFrames)].map(({ frames }) => frames);
    expect(held).toEqual([16, 1, 1, 12]);
  });
});

describe('texts', () => {
  const text = (animation: object, more: object = {}) =>
    videoTemplate(
      [
        {
          duration: 1,
          layers: [
            {
              type: 'text',
              text: 'MMMM MMMM\nMMMM',
              font_size: 20,
              font_weight: 900,
              color: '#ffffff',
              animations: [{ easing: 'linear', duration: 1, ...animation }],
              ...more,
            },
          ],
        },
      ],
      SIZE,
    );
  const seen = async (animation: object, frames: number[], more: object = {}) =>
    (await paintFrames(text(animation, more), frames)).frames.map(ink);

  test('are typed letter by letter, line after line', async () => {
    const found = await seen({ type: 'typewriter' }, [0, 8, 16, 26, 29]);
    const rights = found.map((at) => at?.[2] ?? 0);
    expect(rights[0]).toBe(0);
    expect(rights[1]).toBeGreaterThan(60);
    expect(rights[2]).toBeGreaterThan(rights[1]! + 40);
    expect(found.map((at) => (at?.[3] ?? 0) > 24)).toEqual([false, false, false, true, true]);
  });

  test('of scripts that run to the left are typed from the right', async () => {
    const [some] = await seen({ type: 'typewriter' }, [15], { text: 'שלום עולם' });
    const [all] = await seen({ type: 'typewriter', duration: 0.1 }, [29], { text: 'שלום עולם' });
    expect(some![2]).toBe(all![2]);
    expect(some![0]).toBeGreaterThan(all![0]! + 10);
  });

  test('appear word by word, each fading in', async () => {
    const { frames } = await paintFrames(text({ type: 'words' }), [9]);
    const light = (x: number) => averageColour(frames[0]!, { x, y: 2, width: 60, height: 20 })[0];
    expect(light(0)).toBeGreaterThan(light(76) + 10);
    expect(ink(frames[0]!)![3]).toBeLessThan(26);
  });

  test('rise line by line from behind their own edge', async () => {
    const [early, late] = await seen({ type: 'lines' }, [3, 29]);
    expect(early![3]).toBeLessThan(26);
    expect(early![1]).toBeGreaterThan(late![1]!);
  });

  test('count up to the number they say, at one size', async () => {
    const { frames } = await paintFrames(
      text({ type: 'count' }, { text: '888', font_size: 'auto' }),
      [0, 15, 29],
    );
    const heights = frames.map((frame) => ink(frame)).map((at) => at![3]! - at![1]!);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(2);
    const widths = frames.map((frame) => ink(frame)).map((at) => at![2]! - at![0]!);
    expect(widths[0]).toBeLessThan(widths[2]!);
  });

  test.each([
    ['1,234.50 cups', 0.5, '617.25 cups'],
    ['12.500 €', 0.5, '6.250 €'],
    ['7 of 10', 0.5, '4 of 5'],
    ['99.9 %', 0, '0.0 %'],
    ['no number', 0.5, 'no number'],
    ['4006381333931004006381333931 and 0.12345678', 0.5, '4006381333931004006381333931 and 0.12345678'],
  ])('%s at %f is %s', (written, share, shown) => {
    expect(countNumbers(written, 0, share)).toBe(shown);
  });
});

describe('a picture that is zoomed', () => {
  const checks = ['-f', 'lavfi', '-i', 'color=black:s=640x320:d=1', '-frames:v', '1'];

  test('comes nearer around its point, within its own corners', async () => {
    // White in the middle fifth of a black picture.
    const photo = await makeMedia('photo.png', [
      ...checks,
      '-vf',
      'drawbox=x=256:y=128:w=128:h=64:color=white:t=fill',
    ]);
    const layer = { type: 'image', src: 'asset:photo', zoom: { from: 1, to: 2 } };
    const film = videoTemplate([{ duration: 1, layers: [layer] }], SIZE);
    const { frames } = await paintFrames(film, [0, 29], { uploads: { photo } });
    expect(frames.map(ink)).toEqual([
      [64, 32, 96, 48],
      [48, 24, 112, 56],
    ]);
  });

  test('moves evenly, by fractions of a pixel', async () => {
    const photo = await makeMedia('photo.png', [
      ...checks,
      '-vf',
      'drawbox=x=0:y=0:w=128:h=320:color=white:t=fill',
    ]);
    const layer = { type: 'image', src: 'asset:photo', zoom: { from: 1, to: 1.2 } };
    const film = videoTemplate([{ duration: 1, layers: [layer] }], SIZE);
    const order = Array.from({ length: 30 }, (_, frame) => frame);
    const { frames } = await paintFrames(film, order, { uploads: { photo } });
    // Where the white edge is: the light of a row, in pixels.
    const edges = frames.map(
      (frame) => (averageColour(frame, { x: 0, y: 40, width: 160, height: 1 })[0] / 255) * 160,
    );
    const steps = edges.slice(1).map((edge, index) => edge - edges[index]!);
    const jerks = steps.slice(1).map((step, index) => Math.abs(step - steps[index]!));
    expect(edges[0]! - edges.at(-1)!).toBeGreaterThan(8);
    // Whole pixels would jerk by one.
    expect(Math.max(...jerks)).toBeLessThan(0.2);
  });

  test.each([1.4, 3])('shows fine detail from afar as its mean, to come %d times nearer', async (to) => {
    // Each of the picture's pixels for one of the nearest frame, and for 1 / to of one of the first.
    const noise = await noisyPicture(Math.round(SIZE.width * to), Math.round(SIZE.height * to));
    const folder = temporaryFolder('noise');
    onTestFinished(folder.remove);
    const photo = join(folder.path, 'photo.png');
    await writeFile(photo, noise);
    const layer = { type: 'image', src: 'asset:photo', zoom: { from: 1, to } };
    const film = videoTemplate([{ duration: 1, layers: [layer] }], SIZE);
    const { frames } = await paintFrames(film, [0], { uploads: { photo } });
    // The mean of n values that know nothing of each other is as much less spread as the root of n.
    expect(spread(frames[0]!)).toBeLessThan((1.2 * spread(await decodeImage(noise))) / to);
  });

  test('keeps its border and its shadow in place', async () => {
    const photo = await makeMedia('photo.png', [...checks, '-vf', 'drawbox=color=blue:t=fill']);
    const layer = {
      type: 'image',
      src: 'asset:photo',
      x: 40,
      y: 20,
      width: 80,
      height: 40,
      border: { color: '#ff0000', width: 4 },
      zoom: { from: 1, to: 3 },
    };
    const film = videoTemplate([{ duration: 1, layers: [layer] }], SIZE);
    const { frames } = await paintFrames(film, [0, 29], { uploads: { photo } });
    for (const frame of frames) {
      expect(ink(frame)).toEqual([40, 20, 120, 60]);
      expect(cells({ ...frame }, 160, 80)[40]!.slice(40, 48)).toMatch(/^r{3}.{1,2}b+$/);
    }
  });
});

test.each([
  'linear',
  'ease-in',
  'ease-out',
  'ease-in-out',
  'back',
  'elastic',
  'bounce',
  'cubic-bezier(0.3, -1, 0.2, 2)',
])('%s begins at 0 and ends at 1 without a jump', (easing) => {
  const values = Array.from({ length: 1_001 }, (_, step) => ease(easing, step / 1_000));
  expect([values[0], values.at(-1)]).toEqual([0, 1]);
  expect(Math.max(...values.slice(1).map((value, index) => Math.abs(value - values[index]!)))).toBeLessThan(
    0.05,
  );
});
