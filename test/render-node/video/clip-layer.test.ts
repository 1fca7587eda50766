import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { averageColour, pixelAt } from '../../support/image.ts';
import { countFrames } from '../../support/probe.ts';
import { videoTemplate } from '../../support/templates.ts';
import { cells, paintFrames } from './paint-frames.ts';
import { createVideoTools, job, makeMedia } from './render-test-video.ts';

const SIZE = { width: 64, height: 48, loudness: null };

/** A second each of red, green and blue, with a tone of 440 Hz. */
async function rgbClip(more: string[] = []): Promise<string> {
  const names = ['red', 'lime', 'blue'];
  return makeMedia('rgb.mp4', [
    ...names.flatMap((name) => ['-f', 'lavfi', '-i', `color=${name}:s=64x48:r=10:d=1`]),
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3:sample_rate=48000'],
    ...['-filter_complex', '[0:v][1:v][2:v]concat=n=3,format=yuv420p[v]', '-map', '[v]', '-map', '3:a'],
    ...['-c:v', 'libx264', '-qp', '5', '-c:a', 'aac', ...more],
  ]);
}

async function seen(layer: object, seconds: number[], duration: number | 'auto' = 4) {
  const clip = await rgbClip();
  const template = videoTemplate(
    [{ duration, layers: [{ type: 'video', src: 'asset:clip', ...layer }] }],
    SIZE,
  );
  const wanted = seconds.map((second) => Math.round(second * 30));
  const { frames, video } = await paintFrames(template, wanted, { uploads: { clip } });
  return { colours: frames.map((frame) => cells(frame, 1, 1)[0]).join(''), frames: video.timeline.frames };
}

test.each([
  [2, 'rgbb', [0.2, 0.7, 1.2, 3]],
  [0.5, 'rrgg', [0.2, 1.8, 2.2, 3.8]],
])('at speed %d it plays so much faster', async (speed, expected, seconds) => {
  expect((await seen({ speed }, seconds)).colours).toBe(expected);
});

test('started in its middle at another speed, it shows what it would have shown', async () => {
  const clip = await rgbClip();
  const layers = [{ type: 'video', src: 'asset:clip', speed: 1.5, trim_start: 0.3 }];
  const film = videoTemplate([{ duration: 1.5, layers }], SIZE);
  const [alone] = (await paintFrames(film, [30], { uploads: { clip } })).frames;
  const inOrder = await paintFrames(film, [...Array(31).keys()], { uploads: { clip } });
  expect(cells(alone!, 1, 1)).toEqual(cells(inOrder.frames[30]!, 1, 1));
  expect(cells(alone!, 1, 1)).toEqual(['g']);
});

test.each([2, 0.3])(
  'at speed %d its sound lasts as long as its pictures, at the same pitch',
  async (speed) => {
    const clip = await rgbClip();
    const tools = await createVideoTools({ uploads: { clip } });
    const film = videoTemplate(
      [{ layers: [{ type: 'video', src: 'asset:clip', speed, trim_duration: 1.5 }] }],
      SIZE,
    );
    const { file, frames } = await renderVideo(tools, job(film));
    expect([frames, await countFrames(file)]).toEqual(Array(2).fill(Math.round((1.5 / speed) * 30)));
    const args = ['-v', 'error', '-i', file, '-map', '0:a', '-f', 'f32le', '-ac', '1', 'pipe:1'];
    const { stdout } = await promisify(execFile)('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
    const samples = new Float32Array(
      stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length),
    );
    const [from, to] = [0.2, 1.5 / speed - 0.1].map((second) => Math.round(second * 48_000)) as [
      number,
      number,
    ];
    let crossings = 0;
    for (let at = from + 1; at < to; at++) if (samples[at]! > 0 !== samples[at - 1]! > 0) crossings++;
    expect((crossings / 2 / (to - from)) * 48_000).toBeCloseTo(440, -1.5);
  },
);

test('a scene is as long as its clip', async () => {
  expect((await seen({ trim_start: 1, start: 0.5 }, [0.2, 1, 2], 'auto')).colours).toBe('kgb');
  expect((await seen({ trim_start: 1, start: 0.5 }, [], 'auto')).frames).toBe(75);
  expect((await seen({ speed: 2, duration: 1 }, [], 'auto')).frames).toBe(30);
});

test('a clip wears what other layers wear', async () => {
  const clip = await rgbClip();
  const layer = {
    type: 'video',
    src: 'asset:clip',
    ...{ x: 16, y: 12, width: 32, height: 24, opacity: 0.5 },
    border: { color: '#ffffff', width: 4 },
    shadow: { color: '#00ff00', blur: 0, x: 8, y: 8 },
    mask: { shape: 'ellipse' },
  };
  const { frames } = await paintFrames(videoTemplate([{ duration: 1, layers: [layer] }], SIZE), [5], {
    uploads: { clip },
  });
  const at = (x: number, y: number) => pixelAt(frames[0]!, x, y).slice(0, 3);
  // Masked off corner, middle, border at the left, shadow at the lower right.
  expect(at(17, 13)).toEqual([0, 0, 0]);
  expect(at(32, 24)[0]).toBeGreaterThan(110);
  expect(Math.min(...at(18, 24))).toBeGreaterThan(110);
  expect(at(52, 34)).toEqual([0, 128, 0]);
});

test('a clip moves as other layers do', async () => {
  const clip = await rgbClip();
  const layer = {
    type: 'video',
    src: 'asset:clip',
    ...{ width: 16, height: 48 },
    keyframes: {
      x: [
        { t: 0, v: 0 },
        { t: 1, v: 48 },
      ],
      opacity: [{ t: 0, v: 1 }],
    },
    opacity: 0,
  };
  const film = videoTemplate([{ duration: 2, layers: [layer] }], SIZE);
  const { frames } = await paintFrames(film, [0, 20, 45], { uploads: { clip } });
  expect(frames.map((frame) => cells(frame, 4, 1)[0])).toEqual(['rkkk', 'kkrk', 'kkkg']);
});

test('a clip of odd sides fills its box', async () => {
  const odd = await makeMedia('odd.webm', [
    ...['-f', 'lavfi', '-i', 'color=red:s=63x41:r=10:d=1', '-pix_fmt', 'yuv444p', '-c:v', 'libvpx-vp9'],
  ]);
  const film = videoTemplate([{ duration: 1, layers: [{ type: 'video', src: 'asset:odd' }] }], SIZE);
  const { frames } = await paintFrames(film, [5], { uploads: { odd } });
  expect(cells(frames[0]!, 8, 8)).toEqual(Array(8).fill('rrrrrrrr'));
});

test('a film in HDR is brought to the screen, neither dark nor washed out', async () => {
  // Grey of 10 % and reference white (203 nits) in PQ (SMPTE ST 2084): code values 0.369 and 0.581.
  const hdr = await makeMedia('hdr.mp4', [
    ...['-f', 'lavfi', '-i', 'color=gray:s=64x48:r=10:d=1,format=yuv420p10le'],
    ...['-vf', "geq=lum='64+876*if(lt(X,32),0.369,0.581)':cb=512:cr=512"],
    ...['-c:v', 'libx265', '-x265-params', 'log-level=none', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1'],
    ...[
      '-color_trc',
      'smpte2084',
      '-color_primaries',
      'bt2020',
      '-colorspace',
      'bt2020nc',
      '-color_range',
      'tv',
    ],
  ]);
  const film = videoTemplate([{ duration: 1, layers: [{ type: 'video', src: 'asset:hdr' }] }], SIZE);
  const { frames } = await paintFrames(film, [5], { uploads: { hdr } });
  const [grey, white] = [4, 40].map((x) => averageColour(frames[0]!, { x, y: 8, width: 16, height: 32 }));
  expect(white![0]).toBeGreaterThan(170);
  expect(grey![0]).toBeGreaterThan(30);
  expect(grey![0]).toBeLessThan(130);
  expect(Math.max(...grey!.slice(0, 3)) - Math.min(...grey!.slice(0, 3))).toBeLessThan(6);
});
