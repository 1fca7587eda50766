/** Fades that nobody encodes: a decoder mixes their pictures. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { PictureStreamSettings } from '../../../render-node/encoder/picture-stream-arguments.ts';
import { yuvBytes } from '../../../render-node/pixels/convert-to-yuv.ts';
import { placeFrames } from '../../../render-node/splice/decoding-order.ts';
import { onlySlice, openEncoderLane } from '../../../render-node/splice/encoder-lane.ts';
import { orderedStream } from '../../../render-node/splice/joined-stream.ts';
import { joinNalUnits } from '../../../render-node/splice/nal-units.ts';
import { withMixes } from '../../../render-node/splice/plan-mixes.ts';
import { planSpans } from '../../../render-node/splice/plan-spans.ts';
import { type FilmPicture, writeMp4 } from '../../../render-node/splice/write-mp4.ts';
import { planPictures } from '../../../render-node/video/events.ts';
import { prepareVideo } from '../../../render-node/video/prepare-video.ts';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { randomFrom } from '../../support/random.ts';
import { videoTemplate } from '../../support/templates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createVideoTools, job } from '../video/render-test-video.ts';
import { createTestSplicing, worstPsnr } from './splice-test-video.ts';

const run = promisify(execFile);
/** Neither side is a multiple of a macroblock's. */
const SIZE = { width: 328, height: 248 };
const settings: PictureStreamSettings = {
  ...{ ...SIZE, encoder: 'libx264', quality: 'medium', fps: 30 },
  effort: 'live',
};
/** Held, mixed twice in two fades with a hold between them, held. */
const FRAMES = 30;
const PARTS = [1, 20, 64, 64, 127];

test('a mixed picture is as far between both as it should be, in every pixel, in two decoders', async () => {
  const lane = await openEncoderLane(settings);
  onTestFinished(() => lane.abandon());
  const stream = orderedStream(lane.coding, []);
  const noise = [3, 4, 5].map(noisyPicture);
  const [first, second, third] = await Promise.all(
    noise.map(async (yuv, index) => onlySlice(await lane.encode(yuv, index === 0).coded)),
  );
  const coded = (frame: number, slice: Buffer) => ({ frame, key: frame === 0, mix: null, slice });
  const mixed = (from: number) =>
    PARTS.map((mix, index) => ({ frame: from + index, key: false, mix, slice: Buffer.alloc(0) }));
  const pictures = [coded(0, first!), coded(9, second!), ...mixed(4), coded(19, third!), ...mixed(14)];
  const film = placeFrames(pictures, FRAMES).map(({ frame, picture, place }): FilmPicture => {
    const at = { shownAt: frame, key: frame === 0 };
    if (!picture) return { ...at, bytes: stream.held(place) };
    if (picture.mix !== null) return { ...at, bytes: stream.mixed(picture.mix, place) };
    return { ...at, bytes: stream.placeOnce(joinNalUnits([picture.slice]), place) };
  });
  const { avcC } = stream.sets;
  const file = await write(Buffer.concat(writeMp4({ ...SIZE, fps: 30, avcC, pictures: film, sound: null })));
  const [frames, others] = await Promise.all([decodeWithFfmpeg(file), decodeWithOpenH264(file)]);
  expect(frames).toHaveLength(FRAMES);
  for (const [index, frame] of frames.entries())
    expect(frame.equals(others[index]!), `frame ${index}`).toBe(true);
  for (const [start, end] of [
    [3, 9],
    [13, 19],
  ] as const)
    for (const [index, part] of PARTS.entries()) {
      const expected = frames[start]!.map(
        (value, at) => (value * (128 - part) + frames[end]![at]! * part + 64) >> 7,
      );
      expect(frames[start + 1 + index]!.equals(expected), `${part} of frame ${end}`).toBe(true);
    }
  expect(frames[29]!.equals(frames[19]!)).toBe(true);
  expect(frames[19]!.equals(frames[9]!)).toBe(false);
});

const text = {
  type: 'text',
  text: 'Hi {{name}}',
  x: 20,
  width: 300,
  height: 40,
  color: '#ffffff',
  font_size: 30,
};
const fade = (more: object) => ({
  animations: [{ type: 'fade', at: 'in', duration: 0.5, easing: 'linear', ...more }],
});

describe('what need not be coded', () => {
  test.each([
    ['a fade from the first frame on', [{ ...text, ...fade({}) }], 14],
    ['a fade later on', [{ ...text, start: 0.5, ...fade({}) }], 15],
    ['a fade that begins fast and ends slowly', [{ ...text, ...fade({ easing: 'ease-out' }) }], 13],
    ['a fade out', [{ ...text, ...fade({ at: 'out' }) }], 14],
    [
      'two that fade alike, side by side',
      [
        { ...text, ...fade({}) },
        { ...text, y: 80, ...fade({}) },
      ],
      14,
    ],
    [
      'one that fades after the other has begun',
      [
        { ...text, ...fade({}) },
        { ...text, y: 80, start: 0.2, ...fade({}) },
      ],
      16,
    ],
    [
      'two that fade over one another',
      [
        { ...text, ...fade({}) },
        { ...text, ...fade({}) },
      ],
      0,
    ],
    ['one that slides in, too', [{ ...text, ...fade({ type: 'slide' }) }], 0],
    ['what stands still', [text], 0],
  ])('%s: %#', async (_, layers, mixed) => {
    const { span, frames } = await planned(layers);
    expect(span.mixes.size).toBe(mixed);
    expect(frames).toBe(60);
    for (const part of span.mixes.values()) expect(part).toBeGreaterThan(0);
  });

  test('a long fade is mixed of several pictures', async () => {
    const { span } = await planned([{ ...text, ...fade({ duration: 1.9 }) }]);
    expect(span.pictures.length - span.mixes.size).toBe(3);
  });
});

test.each(['slices', 'frames'] as const)(
  'a film of fades looks as when it is rendered whole: %s',
  async (grain) => {
    const layers = [
      { ...text, start: 0.3, ...fade({}) },
      {
        ...text,
        y: 60,
        start: 0.5,
        animations: [
          { type: 'fade', at: 'in', duration: 0.8 },
          { type: 'fade', at: 'out', duration: 0.4 },
        ],
      },
      { ...text, y: 120, ...fade({ duration: 6 }) },
    ];
    const template = videoTemplate([{ duration: 8, background: '#24435f', layers }], {
      width: 640,
      height: 360,
    });
    const { render, ways } = await createTestSplicing({ options: { grain } });
    await render(template, { name: 'Whoever is first' });
    const { file, encoded } = await render(template, { name: 'Ada' });
    expect(ways()).toEqual([grain === 'slices' ? 'strip' : 'whole']);
    expect(encoded![0]).toBeLessThan(30);
    const whole = await renderVideo(await createVideoTools(), job(template, { name: 'Ada' }));
    expect(await worstPsnr(file, whole.file)).toBeGreaterThan(38);
  },
);

const times = (track: [t: number, v: number][]) => track.map(([t, v]) => ({ t, v }));

test.each([
  [
    'fades',
    times([
      [0, 0],
      [0.3, 1],
      [0.6, 0],
      [0.9, 1],
      [1.2, 0],
    ]),
  ],
  [
    'is switched',
    times([
      [0.3, 0],
      [0.301, 1],
      [0.6, 1],
      [0.601, 0],
      [0.9, 0],
      [0.901, 1],
    ]),
  ],
])('a text that %s in, out and in again is there again', async (_, opacity) => {
  const layers = [{ ...text, keyframes: { opacity } }];
  const template = videoTemplate([{ duration: 2, background: '#24435f', layers }], {
    width: 640,
    height: 360,
  });
  const { render, ways } = await createTestSplicing({ options: { checkEvery: 1_000 } });
  await render(template, { name: 'Whoever is first' });
  const { file } = await render(template, { name: 'Ada' });
  expect(ways()).toEqual(['strip']);
  const whole = await renderVideo(await createVideoTools(), job(template, { name: 'Ada' }));
  expect(await worstPsnr(file, whole.file)).toBeGreaterThan(38);
});

test('the thumbnail may be of a moment that is mixed', async () => {
  const template = videoTemplate(
    [{ duration: 1, background: '#24435f', layers: [{ ...text, ...fade({}) }] }],
    {
      ...{ width: 320, height: 180 },
      thumbnail_time: 0.2,
    },
  );
  const { render } = await createTestSplicing();
  const { thumbnail } = await render(template, { name: 'Ada' });
  const whole = await renderVideo(await createVideoTools(), job(template, { name: 'Ada' }));
  expect(thumbnail.equals(whole.thumbnail)).toBe(true);
});

async function planned(layers: object[]) {
  const template = videoTemplate([{ duration: 2, background: '#24435f', layers }], SIZE);
  const video = await prepareVideo(await createVideoTools(), job(template, { name: 'Ada' }));
  const [span] = planSpans(planPictures(video.timeline, video.clipFrames), 30);
  return { span: withMixes(span!, video), frames: span!.frames };
}

function noisyPicture(seed: number): Uint8Array {
  const random = randomFrom(seed);
  return Uint8Array.from({ length: yuvBytes(SIZE) }, () => random.whole(20, 230));
}

async function write(film: Buffer): Promise<string> {
  const folder = temporaryFolder('mixes');
  onTestFinished(folder.remove);
  const file = join(folder.path, 'film.mp4');
  await writeFile(file, film);
  return file;
}

/** Fails on the least complaint of the decoder. */
async function decodeWithFfmpeg(file: string): Promise<Buffer[]> {
  const { stderr } = await run('ffmpeg', [
    '-v',
    'warning',
    '-xerror',
    '-i',
    file,
    '-f',
    'rawvideo',
    `${file}.ffmpeg.yuv`,
  ]);
  expect(stderr).toBe('');
  return framesOf(`${file}.ffmpeg.yuv`);
}

async function decodeWithOpenH264(file: string): Promise<Buffer[]> {
  const pipeline = `filesrc location=${file} ! qtdemux ! h264parse ! openh264dec ! filesink location=${file}.openh264.yuv`;
  await run('gst-launch-1.0', ['-q', ...pipeline.split(' ')]);
  return framesOf(`${file}.openh264.yuv`);
}

async function framesOf(path: string): Promise<Buffer[]> {
  const bytes = await readFile(path);
  const each = yuvBytes(SIZE);
  return Array.from({ length: bytes.length / each }, (_, index) =>
    bytes.subarray(index * each, (index + 1) * each),
  );
}
