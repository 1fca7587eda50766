import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { encodeThumbnail } from '../../../render-node/image/small-picture.ts';
import { type PixelBox, wholeOf } from '../../../render-node/layers/box.ts';
import type { Sketch } from '../../../render-node/splice/sketch.ts';
import { createThumbnailPainter } from '../../../render-node/splice/thumbnail-painter.ts';

const SIZE = { width: 1280, height: 720 };
const BOX: PixelBox = { x: 301, y: 203, width: 155, height: 77 };

/** A striped ground with a box of a colour on it. */
function picture(colour: string) {
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  for (let x = 0; x < SIZE.width; x += 3) {
    context.fillStyle = `rgb(${x % 256}, ${(x * 7) % 256}, 90)`;
    context.fillRect(x, 0, 3, SIZE.height);
  }
  context.fillStyle = colour;
  context.fillRect(BOX.x, BOX.y, BOX.width, BOX.height);
  const box = { shown: colour, bounds: () => BOX };
  const sketch = { scenes: 'one', layers: [box] } satisfies Sketch;
  return { frame: { canvas, area: wholeOf(SIZE) }, sketch };
}

test('a thumbnail of which only a part is drawn again is the same, byte by byte', async () => {
  const painter = createThumbnailPainter(SIZE);
  const asked: (PixelBox | undefined)[] = [];
  const paint = ({ frame, sketch }: ReturnType<typeof picture>) =>
    painter.paint(sketch, async (area) => {
      asked.push(area);
      if (!area) return frame;
      // What was not asked for is not there.
      const part = createCanvas(area.width, area.height);
      part.getContext('2d').drawImage(frame.canvas, -area.x, -area.y);
      return { canvas: part, area };
    });
  for (const colour of ['#ff0000', '#00ff00', '#00ff00', '#0000ff'])
    expect(await paint(picture(colour))).toEqual(encodeThumbnail(picture(colour).frame.canvas));
  expect(asked.map((area) => area?.width)).toEqual([undefined, BOX.width + 24, BOX.width + 24]);
});

test('after a picture that could not be painted all is drawn again', async () => {
  const painter = createThumbnailPainter(SIZE);
  const [red, blue] = [picture('#ff0000'), picture('#0000ff')];
  await painter.paint(red.sketch, async () => red.frame);
  const failing = painter.paint(blue.sketch, () => Promise.reject(new Error('no clip')));
  await expect(failing).rejects.toThrow('no clip');
  const painted = await painter.paint(blue.sketch, async () => blue.frame);
  expect(painted).toEqual(encodeThumbnail(blue.frame.canvas));
});
