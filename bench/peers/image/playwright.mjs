import { writeFile } from 'node:fs/promises';
import { chromium as engine } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, cardPage, cardValues } from './browser-page.mjs';
import { HEIGHT, QUALITY, WIDTH } from './card.mjs';

const PAGES = 2;

export async function open({ media, chromium, format }) {
  const browser = await engine.launch({ executablePath: chromium, args: CHROMIUM_ARGUMENTS });
  const pages = await Promise.all(
    Array.from({ length: PAGES }, async () => {
      const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
      await page.setContent(await cardPage(media));
      return page;
    }),
  );
  const options = format === 'png' ? { type: 'png' } : { type: 'jpeg', quality: QUALITY };
  return {
    extension: format,
    concurrency: PAGES,
    async render(row, file, lane) {
      const page = pages[lane];
      await page.evaluate((values) => window.fill(values), await cardValues(row, media));
      await writeFile(file, await page.screenshot(options));
    },
    close: () => browser.close(),
  };
}
