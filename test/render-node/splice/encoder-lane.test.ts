import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { PictureStreamSettings } from '../../../render-node/encoder/picture-stream-arguments.ts';
import { yuvBytes } from '../../../render-node/pixels/convert-to-yuv.ts';
import { openEncoderLane } from '../../../render-node/splice/encoder-lane.ts';
import { isKeySlice, splitNalUnits } from '../../../render-node/splice/nal-units.ts';
import { openPictureStream } from '../../../render-node/splice/picture-stream.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createTestSplicing, frameHashes } from './splice-test-video.ts';

const settings: PictureStreamSettings = {
  encoder: 'libx264',
  quality: 'medium',
  width: 320,
  height: 180,
  fps: 30,
  effort: 'live',
};

const grey = (brightness: number) => new Uint8Array(yuvBytes(settings)).fill(brightness);

test.each([
  [{ fps: 24, quality: 'low', width: 1280, height: 720 }],
  [{ fps: 30, quality: 'medium', width: 1920, height: 1080 }],
  [{ fps: 60, quality: 'high', width: 64, height: 48 }],
] as const)('all efforts but that of films have one header, byte by byte: %o', async (wanted) => {
  const headers = await Promise.all(
    (['live', 'quick', 'still', 'thorough'] as const).map(async (effort) => {
      const stream = openPictureStream({ ...settings, ...wanted, effort }, new AbortController().signal);
      const picture = new Uint8Array(yuvBytes(wanted)).fill(100);
      stream.encode(picture, true);
      stream.encode(picture, false);
      await stream.finish();
      return stream.avcC?.toString('hex');
    }),
  );
  expect(headers[0]).toMatch(/^0164/);
  expect(headers).toEqual(headers.map(() => headers[0]));
});

test('a lane hands each picture back at once, key pictures where they are asked for', async () => {
  const lane = await openEncoderLane(settings);
  onTestFinished(() => lane.abandon());
  const keys: boolean[] = [];
  for (const key of [true, true, false, false, true, false]) {
    const coded = await lane.encode(grey(40 + 10 * keys.length), key).coded;
    keys.push(splitNalUnits(coded).some(isKeySlice));
  }
  expect(keys).toEqual([true, true, false, false, true, false]);
});

test('a lane that dies fails what is under way, as something worth another try', async () => {
  const lane = await openEncoderLane(settings);
  await lane.abandon();
  expect(lane.usable).toBe(false);
  const sent = lane.encode(grey(50), true);
  await expect(sent.coded).rejects.toMatchObject({ code: 'encoder', retryable: true });
  await expect(sent.taken).rejects.toMatchObject({ code: 'encoder' });
});

test('an encoder that is killed between two rows is replaced', async () => {
  const { render } = await createTestSplicing({ options: { sharing: 'row' } });
  const template = videoTemplate([{ duration: 1, background: '#24435f' }], { width: 320, height: 180 });
  const { file } = await render(template);
  const before = await frameHashes(file);
  const encoders = await runningEncoders();
  expect(encoders).toHaveLength(1);
  process.kill(encoders[0]!, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const again = await render(template);
  expect(again.encoded).toEqual([1]);
  expect(await frameHashes(again.file)).toEqual(before);
});

test('an encoder that is killed in mid-row fails the row as worth another try; the next row has a new one', async () => {
  const { render } = await createTestSplicing({ options: { sharing: 'row' } });
  const turning = { keyframes: { rotation: [0, 1].map((t) => ({ t, v: 90 * t })) } };
  const layers = [{ type: 'shape', x: 20, y: 20, width: 280, height: 20, fill: '#ffffff', ...turning }];
  const template = videoTemplate([{ duration: 60, layers }], { width: 320, height: 180 });
  const rendering = render(template);
  rendering.catch(() => undefined);
  let encoders: number[] = [];
  while (encoders.length === 0) encoders = await runningEncoders();
  for (const pid of encoders) process.kill(pid, 'SIGKILL');
  await expect(rendering).rejects.toMatchObject({ code: 'encoder', retryable: true });
  expect((await render({ ...template, scenes: [{ ...template.scenes[0]!, duration: 1 }] })).encoded).toEqual([
    30,
  ]);
});

async function runningEncoders(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,comm=', '--ppid', String(process.pid)]);
  return [...stdout.matchAll(/(\d+) ffmpeg/g)].map(([, pid]) => Number(pid));
}
