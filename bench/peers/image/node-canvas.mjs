import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createCanvas, loadImage, registerFont } from 'canvas';
import { drawCard } from './canvas-card.mjs';
import { HEIGHT, QUALITY, WIDTH } from './card.mjs';

export function open({ media, fonts, format }) {
  registerFont(fonts.bold, { family: 'InterBold' });
  registerFont(fonts.regular, { family: 'InterRegular' });
  return {
    extension: format,
    concurrency: 2,
    async render(row, file) {
      const canvas = createCanvas(WIDTH, HEIGHT);
      await drawCard(canvas.getContext('2d'), row, { loadImage, media });
      const encode = promisify((done) =>
        format === 'png'
          ? canvas.toBuffer(done, 'image/png')
          : canvas.toBuffer(done, 'image/jpeg', { quality: QUALITY / 100 }),
      );
      await writeFile(file, await encode());
    },
  };
}
