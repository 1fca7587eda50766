import { readFile, writeFile } from 'node:fs/promises';
import { Renderer } from '@takumi-rs/core';
import { HEIGHT, headline, matrixSvg, QUALITY, subline, tagline, WIDTH } from './card.mjs';

export async function open({ media, fonts, format, avatars }) {
  const renderer = new Renderer();
  for (const [weight, path] of [
    [700, fonts.bold],
    [400, fonts.regular],
  ])
    await renderer.registerFont({ name: 'Inter', weight, data: await readFile(path) });
  // Decoded once and kept by the renderer, which is its fastest way.
  const images = await Promise.all(
    ['photo.jpg', 'logo.png', ...avatars].map(async (name) => ({
      src: name,
      data: await readFile(`${media}/${name}`),
    })),
  );
  return {
    extension: format,
    concurrency: 4,
    async render(row, file) {
      const bytes = await renderer.render(card(row), {
        width: WIDTH,
        height: HEIGHT,
        format: format === 'png' ? 'png' : 'jpeg',
        quality: QUALITY,
        images,
      });
      await writeFile(file, bytes);
    },
  };
}

/** Sizes of text are given: there is no fitting into a box here, which is less work than the others do. */
function card(row) {
  const place = (left, top, width, height) => ({ position: 'absolute', left, top, width, height });
  const text = (content, style) => ({
    type: 'text',
    text: content,
    style: { fontFamily: 'Inter', ...style },
  });
  return {
    type: 'container',
    style: { width: WIDTH, height: HEIGHT, position: 'relative', display: 'flex' },
    children: [
      { type: 'image', src: 'photo.jpg', style: { ...place(0, 0, WIDTH, HEIGHT), objectFit: 'cover' } },
      {
        type: 'container',
        style: {
          ...place(0, 0, WIDTH, HEIGHT),
          backgroundImage: 'linear-gradient(to right, rgba(0,0,0,0.78), rgba(0,0,0,0.12))',
        },
      },
      { type: 'image', src: 'logo.png', style: place(64, 48, 176, 58) },
      text(headline(row), {
        ...place(64, 150, 680, 220),
        ...{ fontSize: 52, fontWeight: 700, lineHeight: 1.12, color: '#fff' },
      }),
      text(subline(row), { ...place(64, 390, 680, 110), fontSize: 26, lineHeight: 1.35, color: '#fff' }),
      text(tagline(row), { ...place(64, 552, 760, 40), fontSize: 24, fontWeight: 700, color: '#ffb020' }),
      {
        type: 'image',
        src: row.avatar,
        style: {
          ...place(844, 94, 272, 272),
          borderRadius: 136,
          border: '6px solid #fff',
          objectFit: 'cover',
        },
      },
      { type: 'image', src: matrixSvg(row), style: place(900, 420, 160, 160) },
    ],
  };
}
