import { writeFile } from 'node:fs/promises';
import puppeteer from 'puppeteer-core';
import { CHROMIUM_ARGUMENTS, cardPage, cardValues } from './browser-page.mjs';
import { HEIGHT, QUALITY, WIDTH } from './card.mjs';

const PAGES = 4;

/** @param job.fastPng larger PNGs that take less time to make */
export async function open({ media, chromium, format, fastPng }) {
  const browser = await puppeteer.launch({ executablePath: chromium, args: CHROMIUM_ARGUMENTS });
  const pages = await Promise.all(
    Array.from({ length: PAGES }, async () => {
      // A window each: a page behind another one waits for ever to be drawn.
      const page = await (await browser.createBrowserContext()).newPage();
      await page.setViewport({ width: WIDTH, height: HEIGHT });
      await page.setContent(await cardPage(media));
      return page;
    }),
  );
  const options =
    format === 'png'
      ? { type: 'png', optimizeForSpeed: Boolean(fastPng) }
      : { type: 'jpeg', quality: QUALITY };
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
