// Remotion at its best: bundle, browser and composition are made once, the machine's cores work on one video at a time.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '@remotion/bundler';
import { openBrowser, renderMedia, selectComposition } from '@remotion/renderer';

export async function open({ media, chromium, scale, caption }) {
  const outDir = await mkdtemp(join(tmpdir(), 'rowcast-bench-remotion-'));
  const serveUrl = await bundle({
    entryPoint: fileURLToPath(new URL('remotion/index.jsx', import.meta.url)),
    publicDir: media,
    outDir,
  });
  const browserExecutable = chromium;
  const common = { serveUrl, browserExecutable, chromeMode: 'chrome-for-testing', logLevel: 'error' };
  const puppeteerInstance = await openBrowser('chrome', common);
  const composition = await selectComposition({
    ...common,
    id: 'V',
    inputProps: { scale, caption },
    puppeteerInstance,
  });
  return {
    extension: 'mp4',
    concurrency: 1,
    async render(row, outputLocation) {
      const inputProps = { scale, caption, row };
      await renderMedia({
        ...common,
        composition: { ...composition, props: inputProps },
        inputProps,
        outputLocation,
        puppeteerInstance,
        codec: 'h264',
        x264Preset: 'veryfast',
        crf: 23,
        imageFormat: 'jpeg',
        audioBitrate: '128k',
        concurrency: availableParallelism(),
        overwrite: true,
      });
    },
    async close() {
      await puppeteerInstance.close({ silent: true });
      await rm(outDir, { recursive: true, force: true });
    },
  };
}
