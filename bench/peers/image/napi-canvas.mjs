import { writeFile } from 'node:fs/promises';
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas';
import { drawCard } from './canvas-card.mjs';
import { HEIGHT, QUALITY, WIDTH } from './card.mjs';

export function open({ media, fonts, format }) {
  GlobalFonts.registerFromPath(fonts.bold, 'InterBold');
  GlobalFonts.registerFromPath(fonts.regular, 'InterRegular');
  return {
    extension: format,
    concurrency: 2,
    async render(row, file) {
      const canvas = createCanvas(WIDTH, HEIGHT);
      await drawCard(canvas.getContext('2d'), row, { loadImage, media });
      await writeFile(
        file,
        format === 'png' ? await canvas.encode('png') : await canvas.encode('jpeg', QUALITY),
      );
    },
  };
}
