import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { stillLayerSchema } from '../../../contract/template/layers.ts';
import type { RenderMedia } from '../../../render-node/assets/render-media.ts';
import { paintLayer, prepareLayer } from '../../../render-node/layers/layer.ts';
import { fonts } from '../draw-template.ts';

/** A flat picture for every source. */
const image = createCanvas(40, 40);
image.getContext('2d').fillRect(0, 0, 40, 40);
const media = { picture: async () => ({ image, width: 40, height: 40 }) } as unknown as RenderMedia;

const CONTENTS = [
  { type: 'shape', fill: '#f00' },
  { type: 'shape', shape: 'line', stroke: { width: 24, cap: 'square' } },
  { type: 'shape', shape: 'path', path: 'M0 0 L80 -20 L10 60 Z', stroke: { width: 14 } },
  {
    type: 'shape',
    shape: 'path',
    path: 'M0 20 C0 -100 80 150 80 20',
    stroke: { width: 10, start: 0.1, end: 0.9, cap: 'round' },
  },
  { type: 'shape', shape: 'star', stroke: { width: 30 } },
  { type: 'text', text: 'Ágÿj Äfﬁ', font_size: 40, overflow: 'visible', wrap: 'none', stroke: { width: 6 } },
  { type: 'image', src: 'asset:x', fit: 'none' },
  { type: 'qr', data: 'x' },
  { type: 'barcode', data: 'ABC 123' },
  { type: 'rating', value: 2.5, icon: 'heart' },
  {
    type: 'group',
    layers: [
      { type: 'shape', x: -30, y: 20, width: 40, rotation: 30 },
      { type: 'text', text: 'Beyond', x: 60 },
    ],
  },
];
const LOOKS = [
  {},
  { border: { width: 8 }, radius: 12 },
  { shadow: { blur: 20, x: -15, y: 25 } },
  { blur: 9 },
  { blur: 4, shadow: { blur: 0, x: 30, y: -30 }, mask: { shape: 'ellipse' } },
];

test.each(CONTENTS)('nothing is painted outside the bounds of %j, however it looks', async (content) => {
  for (const look of LOOKS)
    for (const rotation of [0, 37, 180]) {
      const frame = { width: 240, height: 200 };
      const layer = stillLayerSchema.parse({
        ...content,
        ...look,
        rotation,
        x: 70,
        y: 60,
        width: 90,
        height: 60,
      });
      const place = { scene: null, layer: 'x', variable: null };
      const prepared = await prepareLayer(layer, { fonts, media, notes: new Set(), frame, place });
      const canvas = createCanvas(frame.width, frame.height);
      paintLayer(canvas.getContext('2d'), prepared!);
      const alpha = alphaOf(canvas.data(), frame.width, prepared!.bounds);
      expect({ look, rotation, ...alpha }).toMatchObject({ outside: 0 });
      expect(alpha.inside).toBeGreaterThan(0);
    }
});

function alphaOf(
  pixels: Uint8Array,
  frameWidth: number,
  box: { x: number; y: number; width: number; height: number },
) {
  let [inside, outside] = [0, 0];
  for (let at = 3; at < pixels.length; at += 4) {
    if (pixels[at] === 0) continue;
    const [x, y] = [((at - 3) / 4) % frameWidth, Math.floor((at - 3) / 4 / frameWidth)];
    if (x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height) inside++;
    else outside++;
  }
  return { inside, outside };
}
