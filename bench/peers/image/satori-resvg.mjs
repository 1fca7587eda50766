import { readFile, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import sharp from 'sharp';
import { HEIGHT, headline, matrixSvg, QUALITY, subline, tagline, WIDTH } from './card.mjs';

export async function open({ media, fonts, format, avatars }) {
  sharp.concurrency(1);
  const sources = Object.fromEntries(
    await Promise.all(
      ['photo.jpg', 'logo.png', ...avatars].map(async (name) => [name, await dataUri(`${media}/${name}`)]),
    ),
  );
  const options = {
    width: WIDTH,
    height: HEIGHT,
    fonts: [
      { name: 'Inter', weight: 700, style: 'normal', data: await readFile(fonts.bold) },
      { name: 'Inter', weight: 400, style: 'normal', data: await readFile(fonts.regular) },
    ],
  };
  return {
    extension: format,
    concurrency: 2,
    async render(row, file) {
      const svg = await satori(card(row, sources), options);
      const picture = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
      if (format === 'png') return writeFile(file, picture.asPng());
      await sharp(picture.pixels, { raw: { width: picture.width, height: picture.height, channels: 4 } })
        .removeAlpha()
        .jpeg({ quality: QUALITY })
        .toFile(file);
    },
  };
}

async function dataUri(path) {
  const type = path.endsWith('.png') ? 'image/png' : 'image/jpeg';
  return `data:${type};base64,${await readFile(path, 'base64')}`;
}

function card(row, sources) {
  const place = (left, top, width, height) => ({ position: 'absolute', left, top, width, height });
  const box = (style, children) => ({
    type: 'div',
    props: { style: { display: 'flex', ...style }, children },
  });
  const image = (src, left, top, width, height, style = {}) => ({
    type: 'img',
    props: { src, width, height, style: { ...place(left, top, width, height), ...style } },
  });
  return box({ width: WIDTH, height: HEIGHT, position: 'relative', fontFamily: 'Inter' }, [
    image(sources['photo.jpg'], 0, 0, WIDTH, HEIGHT, { objectFit: 'cover' }),
    box({
      ...place(0, 0, WIDTH, HEIGHT),
      backgroundImage: 'linear-gradient(to right, rgba(0,0,0,0.78), rgba(0,0,0,0.12))',
    }),
    image(sources['logo.png'], 64, 48, 176, 58),
    box(
      { ...place(64, 150, 680, 220), fontSize: 52, fontWeight: 700, lineHeight: 1.12, color: '#fff' },
      headline(row),
    ),
    box({ ...place(64, 390, 680, 110), fontSize: 26, lineHeight: 1.35, color: '#fff' }, subline(row)),
    box({ ...place(64, 552, 760, 40), fontSize: 24, fontWeight: 700, color: '#ffb020' }, tagline(row)),
    image(sources[row.avatar], 844, 94, 260, 260, { borderRadius: 136, border: '6px solid #fff' }),
    image(`data:image/svg+xml;utf8,${encodeURIComponent(matrixSvg(row))}`, 900, 420, 160, 160),
  ]);
}
