import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { test } from 'vitest';
import { imageTemplate } from '../support/templates.ts';
import { drawTemplate } from './draw-template.ts';

test('look', async () => {
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#3a7' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="400" height="300"><circle cx="200" cy="150" r="120" fill="#fc3"/><rect width="60" height="60" fill="#f00"/></svg>',
        ),
      },
    ])
    .jpeg()
    .toBuffer();
  const b = (x: number, y: number, w: number, h: number, more: object) => ({
    x,
    y,
    width: w,
    height: h,
    ...more,
  });
  const frame = (x: number, y: number, w: number, h: number) =>
    b(x, y, w, h, { type: 'shape', fill: 'transparent', stroke: { color: '#e88', width: 1 } });
  const boxes: any[] = [];
  const t = (x: number, y: number, w: number, h: number, more: object) => {
    boxes.push(frame(x, y, w, h), b(x, y, w, h, { type: 'text', ...more }));
  };
  t(20, 20, 360, 100, { text: 'Certificate of Æther', font_weight: 800 });
  t(20, 140, 360, 100, {
    text: 'The quick brown fox jumps over the lazy dog, again and again and again',
    align: 'center',
    valign: 'middle',
  });
  t(20, 260, 360, 100, { text: 'مرحبا بالعالم هذا نص عربي طويل', font_weight: 700 });
  t(20, 380, 360, 100, {
    text: '春眠不覚暁、処処聞啼鳥。夜来風雨声、花落知多少。',
    font_size: 30,
    overflow: 'ellipsis',
  });
  t(20, 500, 360, 100, {
    text: 'Renée 👩‍👩‍👧‍👦 🇩🇪 ❤️ שלום',
    font_size_max: 50,
    stroke: { color: '#06c', width: 2 },
  });
  t(20, 620, 360, 60, { text: 'Superkalifragilistischexpialigetisch', font_size: 40 });
  t(400, 20, 300, 100, {
    text: 'Line one\nSecond line that is long',
    font_style: 'italic',
    letter_spacing: 3,
    transform: 'upper',
  });
  t(400, 140, 300, 100, { text: 'สวัสดีครับยินดีต้อนรับสู่ประเทศไทย', align: 'right' });
  t(400, 260, 300, 100, {
    text: 'नमस्ते दुनिया, यह एक परीक्षण है',
    font_family: 'Noto Serif',
    align: 'end',
    valign: 'bottom',
  });
  t(400, 380, 300, 100, {
    text: 'cut off here please: a very long text that overflows its box a lot',
    font_size: 36,
    overflow: 'clip',
  });
  t(400, 500, 300, 100, {
    text: 'max lines two: a very long text that overflows its box a lot of times',
    font_size: 30,
    overflow: 'ellipsis',
    max_lines: 2,
  });
  t(400, 620, 300, 60, {
    text: 'Rotated',
    rotation: 10,
    opacity: 0.5,
    font_size: 40,
    stroke: { color: '#f00', width: 4 },
  });
  const template = imageTemplate(
    [
      ...boxes,
      b(720, 20, 150, 150, {
        type: 'image',
        src: 'asset:p',
        radius: '50%',
        border: { color: '#fff', width: 6 },
      }),
      b(720, 190, 150, 150, { type: 'image', src: 'asset:p', fit: 'contain' }),
      b(720, 360, 150, 150, { type: 'image', src: 'asset:p', fit: 'cover', focus: '0% 0%', radius: 20 }),
      b(890, 20, 150, 80, {
        type: 'shape',
        fill: {
          type: 'linear',
          angle: 0,
          stops: [
            { offset: 0, color: '#f00' },
            { offset: 1, color: 'rgb(0 0 255 / 50%)' },
          ],
        },
        radius: 20,
      }),
      b(890, 120, 150, 80, {
        type: 'shape',
        shape: 'ellipse',
        fill: {
          type: 'radial',
          stops: [
            { offset: 0, color: '#ff0' },
            { offset: 1, color: 'hsl(200 80% 40%)' },
          ],
        },
        stroke: { color: '#000', width: 6 },
      }),
      b(890, 220, 150, 150, { type: 'qr', data: 'https://example.com/verify/123' }),
      b(890, 400, 100, 60, { type: 'shape', fill: '#0a0', rotation: 30 }),
      b(890, 500, 150, 150, { type: 'text', text: 'Hi {{who}}', font_family: 'Papyrus' }),
    ],
    { width: 1060, height: 700, background: '#f4f4f0' },
  );
  const { image, notes } = await drawTemplate(template, { who: 'Zoë ꯃ 𐎀' }, { uploads: { p: photo } });
  console.log(notes);
  await writeFile(
    '/tmp/look.png',
    await sharp(Buffer.from(image.data), { raw: { width: image.width, height: image.height, channels: 4 } })
      .png()
      .toBuffer(),
  );
});
