import { expect, test } from 'vitest';
import { type Picture, pictureAt } from '../../../render-node/video/events.ts';
import { visibleBounds } from '../../../render-node/video/visible-bounds.ts';
import type { RawImage } from '../../support/image.ts';
import { videoTemplate } from '../../support/templates.ts';
import { paintFrames } from './paint-frames.ts';

const SIZE = { width: 200, height: 120 };
const ramp = (from: number, to: number) => [
  { t: 0, v: from },
  { t: 1, v: to },
];

/** The box around the pixels that differ. */
function changed(
  one: RawImage,
  other: RawImage,
): [left: number, top: number, right: number, bottom: number] | null {
  let box: [number, number, number, number] | null = null;
  for (let at = 0; at < one.data.length; at += 4) {
    if ([0, 1, 2].every((channel) => one.data[at + channel] === other.data[at + channel])) continue;
    const [x, y] = [(at / 4) % one.width, Math.floor(at / 4 / one.width)];
    box = box
      ? [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x + 1), Math.max(box[3], y + 1)]
      : [x, y, x + 1, y + 1];
  }
  return box;
}

test.each([
  ['a bar that fills', { type: 'shape', y: 100, height: 10, keyframes: { width: ramp(0, 200) } }],
  [
    'a bar that moves, turned',
    {
      type: 'shape',
      width: 60,
      height: 20,
      rotation: 30,
      keyframes: { x: ramp(-30, 180), height: ramp(20, 60) },
    },
  ],
  [
    'a box that turns and grows',
    {
      type: 'shape',
      x: 60,
      y: 30,
      width: 60,
      height: 40,
      keyframes: { rotation: ramp(0, 90), scale: ramp(0.5, 1.5) },
    },
  ],
  [
    'a shadow that slides in',
    {
      type: 'shape',
      x: 60,
      y: 30,
      width: 60,
      height: 40,
      shadow: { blur: 10 },
      animations: [{ type: 'slide', duration: 1 }],
    },
  ],
  [
    'a text that is typed',
    { type: 'text', text: 'Hello there', font_size: 40, animations: [{ type: 'typewriter', duration: 1 }] },
  ],
  [
    'lines that rise',
    { type: 'text', text: 'Hello there', font_size: 60, animations: [{ type: 'lines', duration: 1 }] },
  ],
  [
    'a line that rises, turned',
    {
      type: 'text',
      y: 20,
      text: 'No one',
      font_size: 40,
      rotation: 8,
      animations: [{ type: 'lines', duration: 1 }],
    },
  ],
  [
    'a line that rises',
    { type: 'text', y: 20, text: 'No one', font_size: 50, animations: [{ type: 'lines', duration: 1 }] },
  ],
  [
    'a layer that drifts out',
    {
      type: 'shape',
      x: 150,
      width: 40,
      height: 40,
      animations: [{ type: 'pan', direction: 'right', distance: 100, duration: 1 }],
    },
  ],
])('%s changes nothing outside its bounds', async (_name, layer) => {
  const film = videoTemplate(
    [{ duration: 1, layers: [{ fill: '#ff0000', color: '#ffffff', ...layer }].map(onlyKnown) }],
    SIZE,
  );
  const order = Array.from({ length: 30 }, (_, frame) => frame);
  const { frames, video } = await paintFrames(film, order);
  const boundsAt = (picture: Picture) =>
    picture.scenes.flatMap((scene) => scene.layers.map((visible) => visibleBounds(visible, video)));
  for (const frame of order.slice(1)) {
    const found = changed(frames[frame - 1]!, frames[frame]!);
    if (!found) continue;
    const known = [frame - 1, frame].flatMap((at) =>
      boundsAt(pictureAt(video.timeline, video.clipFrames, at)),
    );
    expect(known).not.toContain(null);
    for (const box of known) {
      expect(box!.x >= 0 && box!.y >= 0 && box!.x + box!.width <= 200 && box!.y + box!.height <= 120).toBe(
        true,
      );
    }
    const inside = known.filter((box) => box!.width > 0 && box!.height > 0);
    expect(found[0]).toBeGreaterThanOrEqual(Math.min(...inside.map((box) => box!.x)));
    expect(found[1]).toBeGreaterThanOrEqual(Math.min(...inside.map((box) => box!.y)));
    expect(found[2]).toBeLessThanOrEqual(Math.max(...inside.map((box) => box!.x + box!.width)));
    expect(found[3]).toBeLessThanOrEqual(Math.max(...inside.map((box) => box!.y + box!.height)));
  }
});

/** A shape has no colour, a text needs no fill. */
function onlyKnown({ fill, color, ...layer }: Record<string, unknown>): object {
  return layer.type === 'text' ? { ...layer, color } : { ...layer, fill };
}
