import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { yuvBytes } from '../../../render-node/pixels/convert-to-yuv.ts';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job, makeMedia } from '../video/render-test-video.ts';
import { createTestSplicing, worstPsnr } from './splice-test-video.ts';

const SIZE = { width: 320, height: 180 };
const FRAMES = 30;

const clip = { type: 'video', src: 'asset:clip.mp4' };
const name = {
  type: 'text',
  text: 'Hi {{name}}',
  ...{ x: 20, y: 110, width: 280, height: 50, font_size: 36, color: '#ffe08a' },
  shadow: { color: 'rgba(0,0,0,0.6)', blur: 6, x: 2, y: 2 },
};
const badge = {
  type: 'shape',
  shape: 'rect',
  x: 30,
  y: 100,
  width: 90,
  height: 30,
  fill: 'rgba(200,30,60,0.5)',
};

async function uploads() {
  const args = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=30:d=${FRAMES / 30}`, '-pix_fmt', 'yuv420p'];
  return { 'clip.mp4': await makeMedia('clip.mp4', args) };
}

const inset = { ...clip, x: 40, y: 10, width: 240, height: 90 };
/** Below the text; rows decide at most whether it shows. */
const shade = {
  type: 'shape',
  fill: {
    type: 'linear',
    angle: 90,
    stops: [
      { offset: 0, color: 'rgba(10,30,40,0)' },
      { offset: 1, color: 'rgba(10,30,40,0.8)' },
    ],
  },
  start: 0.2,
  duration: 0.7,
  animations: [{ type: 'fade', duration: 0.2 }],
};

test.each([
  ['that stands, over a clip', [clip], {}],
  [
    'that fades in and slides out, over a clip',
    [clip],
    { animations: [{ type: 'fade' }, { type: 'slide', at: 'out', duration: 0.3 }] },
  ],
  ['over a clip that is painted into the picture', [inset], {}],
  ['over a clip with a shade', [clip, shade], {}],
  ['over a clip with a shade that comes with it', [clip, { ...shade, visible: '{{name}}' }], {}],
  ['over a painted clip with a shade', [inset, shade], {}],
])('a text %s looks as when the video is rendered whole, made or read', async (_, ground, more) => {
  const media = { uploads: await uploads() };
  const template = videoTemplate([{ duration: 1, layers: [...ground, { ...name, ...more }, badge] }], SIZE);
  const { render, ways, tools } = await createTestSplicing(media);
  const films = () => groundFilms(tools.cacheFolder);
  for (const [index, value] of ['Whoever is first', 'Ada', 'Maximilian'].entries()) {
    const spliced = await render(template, { name: value });
    const whole = await renderVideo(await createVideoTools(media), job(template, { name: value }));
    expect(await worstPsnr(spliced.file, whole.file), value).toBeGreaterThan(36);
    expect(spliced.thumbnail.equals(whole.thumbnail)).toBe(true);
    if (index === 0) expect(await films()).toEqual([]);
    else {
      expect(ways()).toEqual(['overlay']);
      const sizes = await Promise.all((await films()).map(async (film) => (await stat(film)).size));
      expect(sizes).toEqual([FRAMES * yuvBytes(SIZE)]);
    }
  }
});

test('a row that leaves out part of the ground has one of its own', async () => {
  const media = { uploads: await uploads() };
  const layers = [clip, { ...shade, visible: '{{shaded}}' }, name];
  const template = videoTemplate([{ duration: 1, layers }], SIZE);
  const { render, tools } = await createTestSplicing(media);
  const rows = [
    { name: 'Whoever is first', shaded: 'yes' },
    { name: 'Ada', shaded: 'yes' },
    { name: 'Bo', shaded: '' },
  ];
  for (const values of rows) {
    const spliced = await render(template, values);
    const whole = await renderVideo(await createVideoTools(media), job(template, values));
    expect(await worstPsnr(spliced.file, whole.file), values.name).toBeGreaterThan(36);
  }
  expect(await groundFilms(tools.cacheFolder)).toHaveLength(2);
});

test('a ground that is cut short on disk is painted again', async () => {
  const media = { uploads: await uploads() };
  const template = videoTemplate([{ duration: 1, layers: [clip, name] }], SIZE);
  const { render, tools } = await createTestSplicing(media);
  for (const value of ['Whoever is first', 'Ada']) await render(template, { name: value });
  const [film] = await groundFilms(tools.cacheFolder);
  await truncate(film!, 1_000);
  const again = await render(template, { name: 'Bo' });
  const whole = await renderVideo(await createVideoTools(media), job(template, { name: 'Bo' }));
  expect(await worstPsnr(again.file, whole.file)).toBeGreaterThan(36);
  expect((await stat(film!)).size).toBe(FRAMES * yuvBytes(SIZE));
});

test.each([
  [
    'a clip of the row lies over it',
    [clip, { ...clip, variable: 'film', x: 200, width: 100, height: 60, y: 10 }],
  ],
  ['what a row changes mixes with it', [clip, { ...name, blend: 'multiply' }]],
  [
    'it stands still',
    [
      { type: 'shape', fill: '#204060' },
      { ...name, y: 0, height: 180, font_size: 90 },
    ],
  ],
])('a ground is not told apart when %s', async (_, layers) => {
  const { render, ways } = await createTestSplicing({ uploads: await uploads() });
  const template = videoTemplate([{ duration: 1, layers }], SIZE);
  for (const value of ['Whoever is first', 'Ada'])
    await render(template, { name: value, film: 'asset:clip.mp4' });
  expect(ways()).toEqual(['whole']);
});

async function groundFilms(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((file) => file.includes('.ground')).map((file) => join(folder, file));
}
