import { expect, test } from 'vitest';
import { inkBox } from '../../support/ink.ts';
import { videoTemplate } from '../../support/templates.ts';
import { paintFrames } from './paint-frames.ts';
import { makeMedia } from './render-test-video.ts';

const SIZE = { width: 200, height: 60 };
const NAME = { type: 'text', id: 'name', text: '{{name}}', font_size: 20 };

test('a clip stands beside a text, and another layer beside the clip', async () => {
  const clip = await makeMedia('red.mp4', ['-f', 'lavfi', '-i', 'color=red:s=20x20:r=10:d=1']);
  const beside = (layer: string) => ({
    ...{ width: 20, height: 20 },
    place_after: { layer, side: 'right', gap: 5 },
  });
  const layers = [
    NAME,
    { type: 'video', id: 'clip', src: 'asset:clip', ...beside('name') },
    { type: 'shape', fill: '#0000ff', ...beside('clip') },
  ];
  const film = videoTemplate([{ duration: 0.2, background: '#ffffff', layers }], SIZE);
  const at = async (name: string) => {
    const { frames } = await paintFrames(film, [0], { values: { name }, uploads: { clip } });
    const [red, blue] = [inkBox(frames[0]!, isRed), inkBox(frames[0]!, isBlue)];
    return { red: red.x, blue: blue.x };
  };
  const [short, long, blank] = [await at('Al'), await at('Alexander'), await at('')];
  expect(long.red - short.red).toBeGreaterThan(50);
  expect([short.blue - short.red, long.blue - long.red]).toEqual([25, 25]);
  expect(blank).toEqual({ red: 0, blue: 25 });
});

test('rows tell apart where a caption stands that follows their text', async () => {
  const caption = {
    type: 'caption',
    cues: [{ start: 0, end: 1, text: 'Hello' }],
    ...{ x: 0, y: 0, place_after: { layer: 'name', side: 'bottom' } },
  };
  const film = videoTemplate([{ duration: 0.2, layers: [NAME, caption] }], SIZE);
  const standsAt = async (name: string) =>
    (await paintFrames(film, [], { values: { name } })).video.timeline.scenes[0]!.layers.at(-1)!.standsAt;
  expect(await standsAt('Al')).not.toEqual(await standsAt('Al\nBo'));
  expect(await standsAt('Al')).toEqual(await standsAt('Al'));
});

const isRed = (red: number, green: number, blue: number) => red > 180 && green + blue < 120;
const isBlue = (red: number, green: number, blue: number) => blue > 180 && red + green < 120;
