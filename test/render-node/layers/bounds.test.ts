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

const WRITTEN = [
  ...[
    'Ágjpqÿ ÅÉÜ',
    'Ĵọ̈ừṩt fiffl',
    'Привет, Ёлка',
    'مرحبا بالعالم',
    'שָׁלוֹם',
    'नमस्ते र्क्ष',
    'กู้ ปี่ ฏุ',
    '你好，漢字',
  ],
  ...['안녕하세요', 'বাংলা ক্ষ', 'தமிழ்', 'ខ្មែរ ស្ត្រី', 'ລາວ ກຸ້ງ', 'မြန်မာ', '👍🏽 👩‍👩‍👧', '.', '|', '12,345.67 €'],
];

test.each(WRITTEN)(
  'the letters of %j lie within their bounds, and these are not much larger',
  async (text) => {
    for (const style of [
      { font_size: 9 },
      { font_size: 40, font_weight: 900, font_style: 'italic' },
      { font_size: 60, letter_spacing: 14 },
      { font_size: 160, line_height: 0.8 },
    ]) {
      const frame = { width: 1600, height: 700 };
      const size = { x: 300, y: 150, width: 1000, height: 400 };
      const layer = stillLayerSchema.parse({
        type: 'text',
        text,
        ...size,
        wrap: 'none',
        align: 'center',
        ...style,
      });
      const place = { scene: null, layer: 'x', variable: null };
      const prepared = await prepareLayer(layer, { fonts, media, notes: new Set(), frame, place });
      const canvas = createCanvas(frame.width, frame.height);
      const context = canvas.getContext('2d');
      prepared!.draw(context);
      const ink = inkOf(context.getImageData(0, 0, frame.width, frame.height));
      const { x, y, width, height } = prepared!.bounds;
      const room = [ink.left - x, ink.top - y, x + width - ink.right, y + height - ink.bottom];
      for (const side of room) {
        expect(side, JSON.stringify(style)).toBeGreaterThanOrEqual(1);
        expect(side, JSON.stringify(style)).toBeLessThanOrEqual(
          7 + style.font_size * 0.15 + (style.letter_spacing ?? 0),
        );
      }
    }
  },
);

function inkOf({ data, width, height }: { data: Uint8ClampedArray; width: number; height: number }) {
  const ink = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] === 0) continue;
      ink.left = Math.min(ink.left, x);
      ink.right = Math.max(ink.right, x + 1);
      ink.top = Math.min(ink.top, y);
      ink.bottom = y + 1;
    }
  return ink;
}

test.each(['\n\nHello', 'Hello\n\n', ' \n ', '\u00a0\n.'])(
  '%j has bounds, whatever is left of it',
  async (text) => {
    for (const overflow of ['ellipsis', 'clip', 'visible']) {
      const layer = stillLayerSchema.parse({ type: 'text', text, overflow, max_lines: 1, font_size: 20 });
      const frame = { width: 200, height: 100 };
      const place = { scene: null, layer: 'x', variable: null };
      const prepared = await prepareLayer(layer, { fonts, media, notes: new Set(), frame, place });
      if (text.trim() === '') expect(prepared).toBeNull();
      else for (const side of Object.values(prepared!.bounds)) expect(side).toBeGreaterThanOrEqual(0);
    }
  },
);
