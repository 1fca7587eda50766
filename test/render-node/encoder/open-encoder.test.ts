import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chooseEncoder } from '../../../render-node/encoder/choose-encoder.ts';
import type { EncodingSettings } from '../../../render-node/encoder/encoder-arguments.ts';
import { EncoderFailed, openEncoder } from '../../../render-node/encoder/open-encoder.ts';
import { convertToYuv, yuvBytes } from '../../../render-node/pixels/convert-to-yuv.ts';
import { averageColour } from '../../support/image.ts';
import { countFrames, extractFrame, probe } from '../../support/probe.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Cards encode nothing much smaller. */
const SIZE = { width: 256, height: 144 };

function settings(more: Partial<EncodingSettings> = {}): EncodingSettings {
  const folder = temporaryFolder('encoder');
  onTestFinished(() => folder.remove());
  const output = join(folder.path, 'out.mp4');
  return {
    encoder: 'libx264',
    quality: 'high',
    ...SIZE,
    fps: 30,
    audioFile: null,
    threads: 1,
    output,
    ...more,
  };
}

function pictureOf(red: number, green: number, blue: number): Uint8Array {
  const rgba = Uint8Array.from(
    { length: SIZE.width * SIZE.height * 4 },
    (_, at) => [red, green, blue, 255][at % 4]!,
  );
  return convertToYuv(rgba, SIZE, new Uint8Array(yuvBytes(SIZE)));
}

const never = new AbortController().signal;

/** All that this machine has; why there is no NVENC is what choosing tells. */
const encoders = new Set(['libx264', (await chooseEncoder('auto')).name] as const);

test.each([...encoders])(
  'frames sent to %s are frames in the file, and the colour comes back as it went in',
  async (name) => {
    const wanted = settings({ encoder: name });
    const encoder = openEncoder(wanted, never);
    await encoder.write(pictureOf(0, 0, 0), 7);
    await encoder.write(pictureOf(220, 40, 60), 30);
    await encoder.finish();
    expect(await countFrames(wanted.output)).toBe(37);
    const [red, green, blue] = averageColour(await extractFrame(wanted.output, 36));
    for (const [seen, sent] of [
      [red, 220],
      [green, 40],
      [blue, 60],
    ] as const)
      expect(Math.abs(seen - sent)).toBeLessThan(4);
  },
);

test('the file is tagged BT.709, starts at 0 and has its index first', async () => {
  const wanted = settings();
  const encoder = openEncoder(wanted, never);
  await encoder.write(pictureOf(10, 20, 30), 5);
  await encoder.finish();
  const { streams } = await probe(wanted.output);
  expect(streams).toHaveLength(1);
  expect(streams[0]).toMatchObject({
    codec_name: 'h264',
    profile: 'High',
    pix_fmt: 'yuv420p',
    ...SIZE,
    sample_aspect_ratio: '1:1',
    color_range: 'tv',
    color_space: 'bt709',
    color_transfer: 'bt709',
    color_primaries: 'bt709',
    start_time: '0.000000',
    nb_frames: '5',
  });
  const bytes = await readFile(wanted.output);
  expect(bytes.indexOf('moov')).toBeGreaterThan(0);
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
});

test('an encoder that dies in the middle fails the row as retryable, with what it printed kept as the cause', async () => {
  const missing = join(temporaryFolder('gone').path, 'not', 'there', 'out.mp4');
  const encoder = openEncoder(settings({ output: missing }), never);
  const writing = (async () => {
    await encoder.write(pictureOf(0, 0, 0), 2_000);
    await encoder.finish();
  })();
  const failure = await writing.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(EncoderFailed);
  expect(failure).toMatchObject({ code: 'encoder', retryable: true });
  expect(String((failure as Error).cause)).toContain('No such file or directory');
});

test('an abort ends ffmpeg at once', async () => {
  const stop = new AbortController();
  const encoder = openEncoder(settings(), stop.signal);
  await encoder.write(pictureOf(0, 0, 0), 3);
  stop.abort(new Error('no longer wanted'));
  await expect(encoder.write(pictureOf(0, 0, 0), 10_000)).rejects.toThrow('no longer wanted');
  await encoder.abandon();
});
