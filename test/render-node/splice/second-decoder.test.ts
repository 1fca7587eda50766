/** Another H.264 decoder than ffmpeg's, OpenH264, sees the same pictures in what is joined here. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { yuvBytes } from '../../../render-node/pixels/convert-to-yuv.ts';
import { videoTemplate } from '../../support/templates.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { makeMedia } from '../video/render-test-video.ts';
import { createTestSplicing } from './splice-test-video.ts';

const run = promisify(execFile);
const SIZE = { width: 320, height: 240 };
/** Of 255, on average: OpenH264 is not exact where a picture is predicted from both sides, on any encoder's film. */
const FILM_OFF = 0.5;

test('OpenH264 decodes all ways of a span as ffmpeg does, in the same order', async () => {
  const clip = await makeMedia('clip.mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=30:d=1', '-pix_fmt', 'yuv420p'],
  ]);
  const name = { type: 'text', text: 'Hi {{name}}', y: 100, height: 30, font_size: 20, color: '#ffffff' };
  const fade = { animations: [{ type: 'fade', duration: 0.4 }] };
  const wipe = { animations: [{ type: 'wipe', at: 'in', duration: 0.4 }] };
  const film = { type: 'video', src: 'asset:clip.mp4' };
  const template = videoTemplate(
    [
      { duration: 1, background: '#24435f', layers: [{ ...name, ...fade }] },
      { duration: 1, background: '#5f2443', layers: [{ ...name, x: 180, ...wipe }] },
      { duration: 1, layers: [film] },
      { duration: 1, background: '#dc283c', layers: [{ type: 'text', text: 'Good bye', color: '#ffffff' }] },
      { duration: 1, layers: [film, name] },
      { duration: 1, background: '#305030', layers: [{ ...name, y: 0, height: 240, font_size: 110 }] },
    ],
    SIZE,
  );
  const { render, ways } = await createTestSplicing({ uploads: { 'clip.mp4': clip } });
  await render(template, { name: 'Whoever is first' });
  const { file } = await render(template, { name: 'Ada' });
  expect(ways()).toEqual(['strip', 'narrow strip', 'thorough', 'thorough', 'overlay', 'whole']);

  const folder = temporaryFolder('decoders');
  onTestFinished(folder.remove);
  const [one, other] = [join(folder.path, 'ffmpeg.yuv'), join(folder.path, 'openh264.yuv')];
  await run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', one]);
  const pipeline = `filesrc location=${file} ! qtdemux ! h264parse ! openh264dec ! filesink location=${other}`;
  await run('gst-launch-1.0', ['-q', ...pipeline.split(' ')]);
  const [frames, others] = [await framesOf(one), await framesOf(other)];
  expect(frames).toHaveLength(180);
  expect(others).toHaveLength(180);
  const isFilm = (index: number) => index >= 60 && index < 90;
  for (const [index, frame] of frames.entries())
    if (isFilm(index)) expect(meanDifference(frame, others[index]!), `frame ${index}`).toBeLessThan(FILM_OFF);
    else expect(frame.equals(others[index]!), `frame ${index}`).toBe(true);
  // Frames of the film differ by more than that from one to the next: none is in another's place.
  for (let index = 61; index < 90; index++)
    expect(meanDifference(frames[index]!, frames[index - 1]!)).toBeGreaterThan(FILM_OFF);
});

async function framesOf(file: string): Promise<Buffer[]> {
  const bytes = await readFile(file);
  const each = yuvBytes(SIZE);
  return Array.from({ length: bytes.length / each }, (_, index) =>
    bytes.subarray(index * each, (index + 1) * each),
  );
}

function meanDifference(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length;
}
