/** What each layer type and look is drawn like, kept as goldens: a sheet for each. */

import sharp from 'sharp';
import { beforeAll, test } from 'vitest';
import { compareImages } from '../../support/image-compare.ts';
import { imageTemplate } from '../../support/templates.ts';
import { drawTemplate } from '../draw-template.ts';

/** A meadow under a low sun: 300 × 200. */
let landscape: Buffer;
beforeAll(async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">
    <rect width="300" height="200" fill="#7cc0e8"/><circle cx="215" cy="80" r="42" fill="#ffd34d"/>
    <path d="M0 150 Q80 90 160 140 T300 120 V200 H0Z" fill="#4f9d57"/><path d="M0 175 Q120 130 300 170 V200 H0Z" fill="#2f7040"/>
  </svg>`;
  landscape = await sharp(Buffer.from(svg)).png().toBuffer();
});

const photo = { type: 'image', src: 'asset:landscape.png' };
const ROUNDED = 'M12 21 C4 14 2 11 2 8 A5 5 0 0 1 12 6 A5 5 0 0 1 22 8 C22 11 20 14 12 21 Z';
const star = { type: 'shape', shape: 'star', fill: '#ffb400' };
const chip = (name: string, more: object) => ({
  type: 'group',
  ...{
    layout: 'row',
    gap: 8,
    align: 'center',
    justify: 'center',
    border: { color: '#8aa', width: 2 },
    radius: 16,
  },
  layers: [
    { ...photo, width: 36, height: 36, radius: '50%' },
    { type: 'text', text: name, font_size: 22, wrap: 'none' },
    { ...star, width: 24, height: 24, ...more },
  ],
});

const PICTURES: Record<string, { cell: [width: number, height: number]; layers: object[] }> = {
  image: {
    cell: [150, 110],
    layers: [
      photo,
      { ...photo, fit: 'contain' },
      { ...photo, fit: 'contain-blur' },
      { ...photo, radius: 24, border: { color: '#d8572a', width: 5 } },
      { ...photo, filters: { grayscale: 1 } },
      { ...photo, filters: { tint: 'rgba(216,87,42,0.45)', contrast: 1.2 } },
      { ...photo, zoom: { from: 2.2, x: '75%', y: '35%' } },
      { ...photo, src: 'asset:missing.png', on_error: 'placeholder' },
    ],
  },
  shape: {
    cell: [110, 110],
    layers: [
      {
        type: 'shape',
        radius: 20,
        fill: {
          type: 'linear',
          angle: 45,
          stops: [
            { offset: 0, color: '#1e88e5' },
            { offset: 1, color: '#7cc0e8' },
          ],
        },
      },
      {
        type: 'shape',
        shape: 'ellipse',
        fill: {
          type: 'radial',
          stops: [
            { offset: 0, color: '#ffd34d' },
            { offset: 1, color: '#d8572a' },
          ],
        },
      },
      { type: 'shape', shape: 'polygon', sides: 6, fill: '#4f9d57', stroke: { color: '#2f7040', width: 6 } },
      star,
      { type: 'shape', shape: 'path', path: ROUNDED, view_box: [0, 0, 24, 24], fill: '#d03040' },
      { type: 'shape', shape: 'line', stroke: { color: '#333333', width: 6, dash: [16, 10], cap: 'round' } },
      {
        type: 'shape',
        shape: 'ellipse',
        fill: 'transparent',
        stroke: { color: '#1e88e5', width: 14, end: 0.7, cap: 'round' },
      },
      {
        type: 'shape',
        radius: 18,
        fill: 'transparent',
        stroke: { color: '#8044aa', width: 6, dash: [12, 8] },
      },
    ],
  },
  codes: {
    cell: [230, 120],
    layers: [
      { type: 'qr', data: 'https://example.com/verify/2026' },
      {
        type: 'qr',
        data: 'https://example.com',
        ecc: 'H',
        logo: 'asset:landscape.png',
        color: '#16264a',
        radius: 14,
      },
      { type: 'barcode', data: 'ROWCAST-26' },
      { type: 'barcode', format: 'ean13', data: '4006381333931' },
      { type: 'barcode', format: 'ean8', data: '9638507' },
      { type: 'barcode', format: 'upca', data: '03600029145' },
    ],
  },
  rating: {
    cell: [200, 50],
    layers: [
      { type: 'rating', value: 3.5 },
      { type: 'rating', value: 4, icon: 'heart', color: '#d03040' },
      { type: 'rating', value: 7, max: 10, icon: 'circle', color: '#1e88e5' },
    ],
  },
  group: {
    cell: [250, 64],
    layers: [chip('Ada', {}), chip('Alexandra', {}), chip('Bo', { visible: false })],
  },
  looks: {
    cell: [110, 110],
    layers: [
      { ...star, shadow: {} },
      { ...photo, blur: 4 },
      {
        type: 'group',
        layers: [photo, { type: 'shape', x: '50%', width: '50%', fill: '#ffd34d', blend: 'multiply' }],
      },
      { ...photo, mask: { shape: 'ellipse' } },
      { ...photo, mask: { shape: 'path', path: ROUNDED, view_box: [0, 0, 24, 24] } },
      { ...photo, rotation: 12, opacity: 0.6 },
      {
        type: 'group',
        layers: [
          { type: 'text', id: 'price', text: '€ 12', font_size: 34, font_weight: 700 },
          {
            type: 'text',
            text: 'net',
            font_size: 16,
            color: '#d8572a',
            place_after: { layer: 'price', side: 'right', gap: 4 },
          },
          { type: 'shape', height: 4, fill: '#d8572a', place_after: { layer: 'price', gap: 2 } },
        ],
      },
    ],
  },
};

const GAP = 16;
const WIDEST = 800;

test.each(Object.keys(PICTURES))(
  'the sheet of %s looks as it did when a person looked at it',
  async (name) => {
    const { cell, layers } = PICTURES[name]!;
    const [width, height] = cell;
    const columns = Math.min(Math.floor(WIDEST / (width + GAP)), layers.length);
    const placed = layers.map((layer, index) => ({
      x: GAP + (index % columns) * (width + GAP),
      y: GAP + Math.floor(index / columns) * (height + GAP),
      ...{ width, height, ...layer },
    }));
    const size = {
      width: GAP + columns * (width + GAP),
      height: GAP + Math.ceil(layers.length / columns) * (height + GAP),
    };
    const template = imageTemplate(placed, { ...size, background: '#f2f4f6' });
    const { image } = await drawTemplate(template, {}, { uploads: { 'landscape.png': landscape } });
    await compareImages(image, `layers/${name}`);
  },
);
