import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { escapeXml, HEIGHT, headline, matrixSvg, QUALITY, subline, tagline, WIDTH } from './card.mjs';

export async function open({ media, format }) {
  sharp.concurrency(1);
  const photo = await readFile(`${media}/photo.jpg`);
  const logo = await sharp(`${media}/logo.png`).resize(176, 58).png().toBuffer();
  return {
    extension: format,
    concurrency: 2,
    async render(row, file) {
      const avatar = await sharp(`${media}/${row.avatar}`)
        .resize(260, 260)
        .composite([{ input: Buffer.from(circle(260)), blend: 'dest-in' }])
        .png()
        .toBuffer();
      const card = sharp(photo)
        .resize(WIDTH, HEIGHT, { fit: 'cover' })
        .composite([
          { input: Buffer.from(overlay(row)), left: 0, top: 0 },
          { input: logo, left: 64, top: 48 },
          { input: avatar, left: 850, top: 100 },
          { input: Buffer.from(matrixSvg(row)), left: 900, top: 420 },
        ]);
      await (format === 'png' ? card.png() : card.jpeg({ quality: QUALITY })).toFile(file);
    },
  };
}

const circle = (size) =>
  `<svg width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}"/></svg>`;

/** Gradient, ring and texts. SVG does not wrap text: lines are broken after so many characters. */
function overlay(row) {
  const lines = (text, most, { x, y, size, height, weight, colour }) =>
    wrap(text, most)
      .map(
        (line, index) =>
          `<text x="${x}" y="${y + size * (0.95 + index * height)}" font-family="Inter" font-size="${size}" font-weight="${weight}" fill="${colour}">${escapeXml(line)}</text>`,
      )
      .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="shade"><stop offset="0" stop-opacity=".78"/><stop offset="1" stop-opacity=".12"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#shade)"/>
    ${lines(headline(row), 25, { x: 64, y: 150, size: 52, height: 1.12, weight: 700, colour: '#fff' })}
    ${lines(subline(row), 50, { x: 64, y: 390, size: 26, height: 1.35, weight: 400, colour: '#fff' })}
    ${lines(tagline(row), 99, { x: 64, y: 552, size: 24, height: 1.2, weight: 700, colour: '#ffb020' })}
    <circle cx="980" cy="230" r="136" fill="#fff"/></svg>`;
}

function wrap(text, most) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (longer.length > most) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
