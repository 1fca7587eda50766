/** A video as its audience meets it: a browser loads it over HTTP, plays it, jumps about in it and shows its pictures. */
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../bench/chromium.ts';
import { entryPoint, repositoryRoot } from '../../runtime/repository-root.ts';
import { type Child, startChild } from '../support/child-process.ts';
import { extractFrame, probe } from '../support/probe.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const FPS = 30;
/** Backwards too; all in the middle of a frame, and none of a key frame. The last one is in a fade that players mix. */
const SEEKS = [6.72, 13.92, 0.92, 3.78];
/** What a picture is looked at in. */
const GRID = { width: 16, height: 9 };
/** How far colours may lie apart, of 255: decoders agree to the bit, but make RGB of it in ways of their own. */
const NEAR = 4;

interface Seen {
  duration: number;
  width: number;
  height: number;
  /** Seconds that it had come to when it was paused. */
  played: number;
  /** What it shows after each seek: PNGs of the video's size, as data URLs. */
  pictures: string[];
}

const folder = temporaryFolder('browser');
let file: string;
let server: Server;
let browser: Child | null = null;

beforeAll(async () => {
  const example = join(repositoryRoot, 'examples', 'greeting');
  const out = join(folder.path, 'out');
  await run(
    process.execPath,
    [
      ...[entryPoint('playground/main'), '--template', join(example, 'template.json')],
      ...['--rows', join(example, 'rows.csv'), '--limit', '2', '--jobs', '1', '--out', out],
    ],
    { env: { ...process.env, DATA_DIR: join(folder.path, 'data') } },
  );
  // The second row is made the ways that most rows are.
  const name = (await readdir(out)).filter((entry) => entry.endsWith('.mp4')).sort()[1];
  file = join(out, name ?? 'no video');
});
afterAll(async () => {
  await browser?.kill('SIGKILL');
  server?.close();
  folder.remove();
});

test('a browser plays a rendered video and shows the right picture wherever it seeks', async () => {
  const seen = await watch();
  const { streams, format } = await probe(file);
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  expect(streams.map(({ codec_type }) => codec_type).sort()).toEqual(['audio', 'video']);
  expect([seen.width, seen.height]).toEqual([video?.width, video?.height]);
  expect(seen.duration).toBeCloseTo(Number(format.duration), 1);
  expect(seen.played).toBeGreaterThan(0.5);
  const corners: number[][] = [];
  for (const [index, seconds] of SEEKS.entries()) {
    const { data, width, height } = await extractFrame(file, Math.floor(seconds * FPS));
    const expected = await meanColours(sharp(data, { raw: { width, height, channels: 4 } }));
    const shown = await meanColours(sharp(Buffer.from(seen.pictures[index]?.split(',')[1] ?? '', 'base64')));
    const apart = expected.map((value, at) => Math.abs(value - (shown[at] ?? Number.NaN)));
    expect(Math.max(...apart), `at ${seconds} s`).toBeLessThanOrEqual(NEAR);
    corners.push(shown.slice(0, 3));
  }
  // The second scene's ground is cream (#f8eedd) in its upper left corner, the last scene's is a dark green.
  expect(corners[0]).toEqual([near(0xf8), near(0xee), near(0xdd)]);
  expect(corners[1]?.[0]).toBeLessThan(0x60);
});

const near = (value: number) => ({
  asymmetricMatch: (other: unknown) => Math.abs(Number(other) - value) <= 3 * NEAR,
  toString: () => `about ${value}`,
});

/** Opens the page in Chromium and waits for what it tells. */
async function watch(): Promise<Seen> {
  const told = new Promise<string>((resolve) => {
    server = createServer((request, response) => void answer(request, response, resolve));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  browser = startChild(findChromium(), [
    ...['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--mute-audio'],
    ...['--autoplay-policy=no-user-gesture-required', '--no-first-run'],
    ...[`--user-data-dir=${join(folder.path, 'profile')}`, `http://127.0.0.1:${port}/`],
  ]);
  const ended = browser.exited.then(() => {
    throw new Error(`Chromium ended:\n${browser?.output}`);
  });
  const result = JSON.parse(await Promise.race([told, ended])) as Seen | { error: string };
  if ('error' in result) throw new Error(`The browser could not play it: ${result.error}`);
  return result;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  tell: (body: string) => void,
): Promise<void> {
  switch (request.url) {
    case '/':
      response.setHeader('Content-Type', 'text/html').end(PAGE);
      return;
    case '/video.mp4':
      return sendVideo(request, response);
    case '/seen':
      tell(await text(request));
      response.end();
      return;
    default:
      response.writeHead(404).end();
  }
}

/** With ranges, as every file server has them: seeking asks for parts. */
async function sendVideo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { size } = await stat(file);
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const [start, end] = [Number(from), to === '' ? size - 1 : Number(to)];
  response.writeHead(request.headers.range ? 206 : 200, {
    'Content-Type': 'video/mp4',
    'Accept-Ranges': 'bytes',
    'Content-Length': end - start + 1,
    'Content-Range': `bytes ${start}-${end}/${size}`,
  });
  createReadStream(file, { start, end })
    .on('error', () => response.destroy())
    .pipe(response);
}

/** RGB of each cell of the grid, one after the other. */
async function meanColours(picture: Sharp): Promise<number[]> {
  const { width, height } = GRID;
  const options = { kernel: 'linear', fit: 'fill' } as const;
  return [...(await picture.removeAlpha().resize(width, height, options).raw().toBuffer())];
}

const PAGE = `<!doctype html><video id="video" src="/video.mp4" muted preload="auto"></video><script>
  const video = document.getElementById('video');
  const once = (event) => new Promise((resolve, reject) => {
    video.addEventListener(event, resolve, { once: true });
    video.addEventListener('error', () => reject(new Error(video.error.message)), { once: true });
  });
  const tell = (seen) => fetch('/seen', { method: 'POST', body: JSON.stringify(seen) });

  async function watch() {
    if (video.readyState < 2) await once('loadeddata');
    await video.play();
    while (video.currentTime <= 0.5) await once('timeupdate');
    video.pause();
    const seen = { duration: video.duration, width: video.videoWidth, height: video.videoHeight, played: video.currentTime, pictures: [] };
    for (const seconds of ${JSON.stringify(SEEKS)}) {
      video.currentTime = seconds;
      await once('seeked');
      seen.pictures.push(look());
    }
    return seen;
  }

  function look() {
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d').drawImage(video, 0, 0);
    return canvas.toDataURL('image/png');
  }

  watch().then(tell, (error) => tell({ error: String(error) }));
</script>`;
