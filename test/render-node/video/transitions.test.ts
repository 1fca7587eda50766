import { describe, expect, test } from 'vitest';
import { planPictures } from '../../../render-node/video/events.ts';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { averageColour } from '../../support/image.ts';
import { countFrames } from '../../support/probe.ts';
import { videoTemplate } from '../../support/templates.ts';
import { cells, paintFrames } from './paint-frames.ts';
import { createVideoTools, job } from './render-test-video.ts';

const SIZE = { width: 160, height: 80 };
const RED = '#ff0000';
const BLUE = '#0000ff';
const GREEN = '#00ff00';

/** The left half of the first scene is green, its right half red; the second scene is blue with a white left half. */
function template(transition: object) {
  const half = (fill: string) => ({ type: 'shape', width: '50%', fill });
  return videoTemplate(
    [
      { duration: 2, background: RED, layers: [half(GREEN)] },
      {
        duration: 2,
        background: BLUE,
        layers: [half('#ffffff')],
        transition: { duration: 1, ...transition },
      },
    ],
    SIZE,
  );
}

// Frames 30 to 59 belong to both scenes. Between 44 and 45 half of the way is done.
const MIDDLE = 45;

async function middle(transition: object): Promise<string[]> {
  const { frames } = await paintFrames(template({ easing: 'linear', ...transition }), [MIDDLE]);
  return cells(frames[0]!, 8, 4);
}

const before = 'ggggrrrr';
const after = 'wwwwbbbb';
const rows = (row: string) => Array(4).fill(row);

describe('half way', () => {
  test.each([
    ['left', rows('ggggbbbb')],
    ['right', rows('wwwwrrrr')],
    ['up', [before, before, after, after]],
    ['down', [after, after, before, before]],
  ])('a wipe %s has uncovered the side where it began', async (direction, picture) => {
    expect(await middle({ type: 'wipe', direction })).toEqual(picture);
  });

  test.each([
    ['left', 'slide', rows('ggggwwww')],
    ['right', 'slide', rows('bbbbrrrr')],
    ['down', 'slide', [after, after, before, before]],
    ['left', 'push', rows('rrrrwwww')],
    ['right', 'push', rows('bbbbgggg')],
  ])('to the %s, a %s has brought half of the scene', async (direction, type, picture) => {
    // Half a frame beyond the middle: the column at the edge is mixed.
    const found = await middle({ type, direction });
    for (const [row, cellsOfRow] of found.entries())
      expect(cellsOfRow.replaceAll('?', '.')).toMatch(
        new RegExp(picture[row]!.replace(/./g, (cell: string) => `[${cell}.]`)),
      );
  });

  test('a circle has opened in the middle', async () => {
    const { frames } = await paintFrames(template({ type: 'circle', easing: 'linear' }), [MIDDLE]);
    const [frame] = frames;
    const at = (x: number, y: number) => cells(crop(frame!, x, y), 1, 1)[0];
    expect([at(70, 38), at(86, 38), at(2, 2), at(154, 74)]).toEqual(['w', 'b', 'g', 'r']);
  });

  test.each(['fade', 'dissolve', 'zoom', 'blur'])('a %s shows half of each scene', async (type) => {
    const { frames } = await paintFrames(template({ type, easing: 'linear' }), [MIDDLE]);
    const right = averageColour(frames[0]!, { x: 100, y: 10, width: 50, height: 60 });
    expect(Math.abs(right[0] - 127)).toBeLessThan(20);
    expect(Math.abs(right[2] - 127)).toBeLessThan(20);
  });
});

test('a dissolve changes grain by grain', async () => {
  const { frames } = await paintFrames(template({ type: 'dissolve' }), [MIDDLE]);
  const { data } = frames[0]!;
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += 4) colours.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
  expect([...colours].sort()).toEqual(['0,0,255', '0,255,0', '255,0,0', '255,255,255']);
});

test('a blur takes the edges out of both scenes, and leaves none dark', async () => {
  const { frames } = await paintFrames(template({ type: 'blur' }), [MIDDLE]);
  const edge = averageColour(frames[0]!, { x: 0, y: 0, width: 2, height: 80 });
  expect(Math.abs(edge[1] - 255)).toBeLessThan(6);
  // Green and white both have full green; left of the middle it falls off slowly.
  const beside = averageColour(frames[0]!, { x: 78, y: 20, width: 2, height: 40 });
  expect(beside[1]).toBeGreaterThan(140);
  expect(beside[1]).toBeLessThan(230);
});

test('zooming, the scene before comes nearer', async () => {
  const { frames } = await paintFrames(template({ type: 'zoom', easing: 'linear' }), [33]);
  const { frames: rest } = await paintFrames(template({ type: 'zoom' }), [29]);
  expect(cells(rest[0]!, 8, 1)).toEqual([before]);
  // Its middle stays where it is.
  const sides = [70, 82].map((x) => averageColour(frames[0]!, { x, y: 30, width: 8, height: 20 }));
  expect(sides[0]![1]).toBeGreaterThan(200);
  expect(sides[1]![0]).toBeGreaterThan(180);
});

test('easing says how the way is shared out', async () => {
  const share = async (easing: string) => {
    const { frames } = await paintFrames(template({ type: 'wipe', direction: 'right', easing }), [37]);
    return cells(frames[0]!, 16, 1)[0]!.replace(/[^w].*/, '').length;
  };
  expect([await share('ease-in'), await share('linear'), await share('ease-out')]).toEqual([0, 4, 8]);
});

test.each(['cut', 'dissolve', 'push'])(
  'the video of a %s has every frame, whatever overlaps',
  async (type) => {
    const film = videoTemplate(
      [
        { duration: 0.5, background: RED },
        { duration: 0.5, background: BLUE, transition: { type, duration: 0.2 } },
      ],
      { width: 64, height: 48 },
    );
    const { file, frames } = await renderVideo(await createVideoTools(), job(film));
    const expected = type === 'cut' ? 30 : 24;
    expect([frames, await countFrames(file)]).toEqual([expected, expected]);
  },
);

describe('scenes that a row leaves out', () => {
  const film = videoTemplate(
    [
      { id: 'a', duration: 1, background: RED },
      { id: 'b', duration: 1, background: GREEN, visible: '{{middle}}', transition: { type: 'fade' } },
      { id: 'c', duration: 1, background: BLUE, transition: { type: 'wipe', duration: 0.5 } },
    ],
    SIZE,
  );

  test('let their neighbours meet', async () => {
    const { video: whole } = await paintFrames(film, [], { values: { middle: 'yes' } });
    const { video } = await paintFrames(film, [], { values: { middle: 'no' } });
    expect(whole.timeline.scenes.map(({ label, start }) => [label, start])).toEqual([
      ['a', 0],
      ['b', 15],
      ['c', 30],
    ]);
    expect(video.timeline.scenes.map(({ label, start, enter }) => [label, start, enter])).toEqual([
      ['a', 0, 0],
      ['c', 15, 15],
    ]);
    expect(video.timeline.frames).toBe(45);
  });

  test('a row without any fails', async () => {
    const none = videoTemplate([{ duration: 1, visible: '{{shown}}' }], SIZE);
    await expect(paintFrames(none, [])).rejects.toMatchObject({
      code: 'data_invalid',
      message: 'No scene of the template shows for this row, so there is no video.',
    });
  });
});

describe('the duration of a scene', () => {
  const film = videoTemplate([{ id: 'offer', duration: '{{seconds}}', background: RED }], SIZE);
  const frames = async (values: Record<string, string>) =>
    (await paintFrames(film, [], { values })).video.timeline.frames;

  test('comes from the row; blank is automatic', async () => {
    expect([await frames({ seconds: '1.5' }), await frames({})]).toEqual([45, 120]);
  });

  test.each(['soon', '0', '-2', '601'])('%s is refused by name', async (seconds) => {
    await expect(frames({ seconds })).rejects.toMatchObject({
      code: 'data_invalid',
      message:
        'Scene "offer" (variable "seconds"): duration must be a number of seconds, more than 0 and at most 600',
    });
  });

  test('that is too short for a transition shortens it', async () => {
    const short = videoTemplate(
      [{ duration: 2 }, { duration: '{{seconds}}', transition: { type: 'fade', duration: 1 } }],
      SIZE,
    );
    const { video } = await paintFrames(short, [], { values: { seconds: '0.5' } });
    expect(video.timeline.scenes[1]).toMatchObject({ start: 53, enter: 7, frames: 15 });
  });
});

describe('layers that span scenes', () => {
  const film = videoTemplate(
    [
      { duration: 1, background: RED },
      {
        duration: 1,
        background: GREEN,
        layers: [
          { type: 'shape', id: 'own', x: 0, width: '25%', fill: '#ffffff' },
          { type: 'shape', id: 'on', x: '50%', width: '25%', fill: '#000000', span: 'to_end' },
          { type: 'shape', id: 'all', x: '75%', width: '25%', fill: '#ffffff', span: 'video' },
        ],
      },
      { duration: 1, background: BLUE, transition: { type: 'push', duration: 0.2 } },
    ],
    SIZE,
  );

  test('stay over all others from where they begin', async () => {
    const { frames, video } = await paintFrames(film, [5, 35, 75]);
    expect(frames.map((frame) => cells(frame, 4, 1)[0])).toEqual(['rrrw', 'wgkw', 'bbkw']);
    expect(video.timeline.frames).toBe(84);
  });

  test('do not move with a scene that is pushed out', async () => {
    const { frames } = await paintFrames(film, [57]);
    expect(cells(frames[0]!, 4, 1)[0]).toMatch(/^..kw$/);
  });

  test('hold a still video as single pictures', async () => {
    const { video } = await paintFrames(film, []);
    const held = [...planPictures(video.timeline, video.clipFrames)].map(({ frames }) => frames);
    expect(held).toEqual([30, 24, 1, 1, 1, 1, 1, 1, 24]);
  });

  test('go when their scene does', async () => {
    const dropped = videoTemplate(
      [
        { duration: 1, background: RED },
        { duration: 1, visible: false, layers: [{ type: 'shape', fill: BLUE, span: 'video' }] },
      ],
      SIZE,
    );
    const { frames } = await paintFrames(dropped, [5]);
    expect(cells(frames[0]!, 2, 1)).toEqual(['rr']);
  });
});

function crop(
  { data, width }: Awaited<ReturnType<typeof paintFrames>>['frames'][number],
  x: number,
  y: number,
) {
  const out = new Uint8ClampedArray(4 * 4 * 4);
  for (let row = 0; row < 4; row++)
    out.set(data.subarray(((y + row) * width + x) * 4, ((y + row) * width + x + 4) * 4), row * 16);
  return { data: out, width: 4, height: 4 };
}
