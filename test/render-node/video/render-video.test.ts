import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { drawStill } from '../../../render-node/video/draw-still.ts';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { averageColour, type Colour, decodeImage } from '../../support/image.ts';
import { countFrames, extractFrame, probe } from '../../support/probe.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job, makeMedia } from './render-test-video.ts';

const SIZE = { width: 64, height: 48 };
const AAC_FRAME = 1_024 / 48_000;

function expectColour(actual: Colour, expected: [number, number, number], within = 4) {
  for (const [channel, value] of expected.entries())
    expect(Math.abs(actual[channel]! - value), `${actual} is not ${expected}`).toBeLessThanOrEqual(within);
}

describe('a video of two scenes', () => {
  test('has every frame, fades in the middle, and shows the colours of the template', async () => {
    const tools = await createVideoTools();
    const template = videoTemplate(
      [
        { duration: 3, background: '#dc283c' },
        { duration: 3, background: '#0050c8', transition: { type: 'fade', duration: 0.5 } },
      ],
      { ...SIZE, output: { quality: 'high' } },
    );
    const { file, encoder, frames } = await renderVideo(tools, job(template));
    expect({ encoder, frames, counted: await countFrames(file) }).toEqual({
      encoder: 'libx264',
      frames: 165,
      counted: 165,
    });
    expectColour(averageColour(await extractFrame(file, 10)), [220, 40, 60]);
    // Frames 75 to 89 belong to both scenes; in 82 each has half.
    expectColour(averageColour(await extractFrame(file, 82)), [110, 60, 130], 5);
    expectColour(averageColour(await extractFrame(file, 164)), [0, 80, 200]);
  });

  test('without anything that sounds has no sound track', async () => {
    const { file } = await renderVideo(
      await createVideoTools(),
      job(videoTemplate([{ duration: 0.2 }], SIZE)),
    );
    expect((await probe(file)).streams.map((stream) => stream.codec_type)).toEqual(['video']);
  });

  test('has its pictures and its music start at 0 and end together', async () => {
    const music = await makeMedia('music.mp3', ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1']);
    const tools = await createVideoTools({ uploads: { 'music.mp3': music } });
    const template = videoTemplate([{ duration: 2.32 }], {
      ...SIZE,
      fps: 25,
      soundtrack: { src: 'asset:music.mp3' },
    });
    const { file } = await renderVideo(tools, job(template));
    const { streams } = await probe(file);
    expect(streams.map(({ codec_name, start_time }) => [codec_name, start_time])).toEqual([
      ['h264', '0.000000'],
      ['aac', '0.000000'],
    ]);
    const [pictures, sound] = streams.map(({ duration }) => Number(duration));
    expect(pictures).toBeCloseTo(58 / 25, 5);
    expect(Math.abs(pictures! - sound!)).toBeLessThan(AAC_FRAME);
  });
});

describe('layers', () => {
  test('a layer fades in step by step', async () => {
    const tools = await createVideoTools();
    const layer = { type: 'shape', fill: '#ffffff', animations: [{ type: 'fade', at: 'in', duration: 0.5 }] };
    const template = videoTemplate([{ duration: 1, layers: [layer] }], {
      ...SIZE,
      output: { quality: 'high' },
    });
    const { file } = await renderVideo(tools, job(template));
    const brightness = async (frame: number) => averageColour(await extractFrame(file, frame))[0];
    expect(await brightness(0)).toBeLessThan(14);
    expect(Math.abs((await brightness(7)) - 127.5)).toBeLessThan(5);
    expect(await brightness(15)).toBeGreaterThan(250);
  });

  test('a blank value leaves its layer out, a row shows its own text', async () => {
    const tools = await createVideoTools();
    const template = videoTemplate(
      [{ duration: 0.2, layers: [{ type: 'text', text: '{{name}}', color: '#fff', font_weight: 900 }] }],
      SIZE,
    );
    const named = averageColour(canvasPixels(await drawStill(tools, job(template, { name: 'MMM' }))))[0];
    const blank = averageColour(canvasPixels(await drawStill(tools, job(template, {}))))[0];
    expect(blank).toBe(0);
    expect(named).toBeGreaterThan(20);
  });
});

test('the thumbnail shows the moment that the template names, at most 480 pixels wide', async () => {
  const tools = await createVideoTools();
  const scenes = [
    { duration: 0.5, background: '#dc283c' },
    { duration: 0.5, background: '#0050c8' },
  ];
  const template = videoTemplate(scenes, { width: 1280, height: 720, thumbnail_time: 0.8 });
  const { thumbnail } = await renderVideo(tools, job(template));
  const image = await decodeImage(thumbnail);
  expect([image.width, image.height]).toEqual([480, 270]);
  expectColour(averageColour(image), [0, 80, 200]);
  const still = await drawStill(tools, job(template), 99);
  expectColour(averageColour(canvasPixels(still)), [0, 80, 200], 0);
});

test('equal rows make equal files', async () => {
  const template = videoTemplate([{ duration: 0.5, layers: [{ type: 'text', text: 'Hi {{name}}' }] }], SIZE);
  const bytes = async () => {
    const { file } = await renderVideo(await createVideoTools(), job(template, { name: 'Ada' }));
    return readFile(file);
  };
  expect((await bytes()).equals(await bytes())).toBe(true);
});

test('the music of a template is mixed once for all its rows', async () => {
  const music = await makeMedia('music.mp3', ['-f', 'lavfi', '-i', 'sine=duration=1']);
  const tools = await createVideoTools({ uploads: { 'music.mp3': music } });
  const template = videoTemplate([{ duration: 0.5 }], { ...SIZE, soundtrack: { src: 'asset:music.mp3' } });
  await renderVideo(tools, job(template));
  const [kept, ...others] = await readdir(tools.cacheFolder);
  expect(others).toEqual([]);
  const before = await readFile(join(tools.cacheFolder, kept!));
  await renderVideo(tools, job(template));
  expect(await readdir(tools.cacheFolder)).toEqual([kept]);
  expect((await readFile(join(tools.cacheFolder, kept!))).equals(before)).toBe(true);
});

test('a card whose encoder fails costs no row: libx264 makes it and is named', async () => {
  const tools = await createVideoTools({ encoder: { name: 'h264_nvenc', reason: 'a test without a card' } });
  const { encoder, file } = await renderVideo(tools, job(videoTemplate([{ duration: 0.5 }], SIZE)));
  // On a machine that has such a card the first attempt is the one.
  expect(['libx264', 'h264_nvenc']).toContain(encoder);
  expect(await countFrames(file)).toBe(15);
});

test('an abort stops the render and leaves no ffmpeg behind', async () => {
  const stop = new AbortController();
  const clip = await makeMedia('clip.mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=2', '-pix_fmt', 'yuv420p'],
  ]);
  const tools = await createVideoTools({ uploads: { 'clip.mp4': clip }, signal: stop.signal });
  const layers = [{ type: 'video', src: 'asset:clip.mp4', when_short: 'loop' }];
  const rendering = renderVideo(
    tools,
    job(videoTemplate([{ duration: 60, layers }], { width: 640, height: 360 })),
  );
  setTimeout(() => stop.abort(new Error('no longer wanted')), 1_000);
  await expect(rendering).rejects.toThrow('no longer wanted');
  expect(await childrenNamed('ffmpeg')).toEqual([]);
});

test('broken music fails the row and is named', async () => {
  const music = await makeMedia('music.mp3', ['-f', 'lavfi', '-i', 'sine=duration=1']);
  await writeFile(music, Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), Buffer.alloc(5_000, 1)]));
  const tools = await createVideoTools({ uploads: { 'music.mp3': music } });
  const template = videoTemplate([{ duration: 0.5 }], { ...SIZE, soundtrack: { src: 'asset:music.mp3' } });
  await expect(renderVideo(tools, job(template))).rejects.toMatchObject({
    code: 'asset_type',
    retryable: false,
    message: expect.stringMatching(/^Layer "soundtrack": the sound cannot be used: /),
  });
});

function canvasPixels(canvas: Awaited<ReturnType<typeof drawStill>>) {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return { data: data as Uint8ClampedArray, width, height };
}

async function childrenNamed(name: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,comm=', '--ppid', String(process.pid)]);
  return stdout.split('\n').filter((line) => line.includes(name) && !line.startsWith('Z'));
}
