import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createTestSplicing } from '../splice/splice-test-video.ts';
import { createVideoTools, job, makeMedia } from '../video/render-test-video.ts';

/** Left as loud as it is mixed. */
const SIZE = { width: 64, height: 48, loudness: null };

/** The loudest sample of each tenth of a second of a file's sound, 0 to 1. */
async function peaks(file: string): Promise<number[]> {
  const args = ['-v', 'error', '-i', file, '-map', '0:a:0', '-f', 'f32le', '-ac', '1', 'pipe:1'];
  const { stdout } = await promisify(execFile)('ffmpeg', args, {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  });
  const samples = new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
  return Array.from({ length: Math.floor(samples.length / 4_800) }, (_, tenth) =>
    samples
      .subarray(tenth * 4_800, (tenth + 1) * 4_800)
      .reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  );
}

/** `-` quiet, `s` soft, `L` loud. */
function drawPeaks(values: number[]): string {
  return values.map((value) => (value < 0.01 ? '-' : value < 0.3 ? 's' : 'L')).join('');
}

/** Half a second of a loud tone, half a second of silence. */
const BEEP = ['-f', 'lavfi', '-i', "aevalsrc='0.8*sin(880*PI*t)*lt(mod(t,1),0.5)':d=1:s=48000"];

test('music loops from its trimmed beginning, at its volume, and fades out at the end', async () => {
  const music = await makeMedia('beep.wav', BEEP);
  const tools = await createVideoTools({ uploads: { music } });
  const soundtrack = { src: 'asset:music', trim_start: 0.2, volume: 0.25, fade_out: 0.4 };
  const { file } = await renderVideo(tools, job(videoTemplate([{ duration: 2 }], { ...SIZE, soundtrack })));
  const found = await peaks(file);
  // 0.3 s tone, 0.5 s silence, again after 0.8 s; AAC smears a little.
  expect(drawPeaks(found)).toMatch(/^sss[-s]-{4}sss[-s]-{4}sss[-s]$/);
  expect(found[1]).toBeCloseTo(0.2, 1);
  // The last tone lies in the fade: softer from tenth to tenth.
  expect(found[16]! > found[17]! && found[17]! > found[18]!).toBe(true);
});

test('music that is not to loop ends in silence, and the video goes on', async () => {
  const music = await makeMedia('beep.wav', BEEP);
  const tools = await createVideoTools({ uploads: { music } });
  const soundtrack = { src: 'asset:music', loop: false };
  const { file } = await renderVideo(tools, job(videoTemplate([{ duration: 2 }], { ...SIZE, soundtrack })));
  expect(drawPeaks(await peaks(file))).toMatch(/^LLLLL[-s]-{14}$/);
});

test('a clip brings its own sound where it shows, over the music', async () => {
  const music = await makeMedia('beep.wav', BEEP);
  const clip = await makeMedia('clip.mp4', [
    ...['-f', 'lavfi', '-i', 'color=red:s=64x48:r=10:d=1', ...BEEP, '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  ]);
  const tools = await createVideoTools({ uploads: { music, clip } });
  const template = videoTemplate(
    [
      { duration: 1 },
      { duration: 2, layers: [{ type: 'video', src: 'asset:clip', when_short: 'loop', start: 0.2 }] },
    ],
    { ...SIZE, soundtrack: { src: 'asset:music', volume: 0.2, loop: false } },
  );
  const { file } = await renderVideo(tools, job(template));
  expect(drawPeaks(await peaks(file))).toMatch(/^sssss-{7}LLLLL[-s]-{4}LLLLL[-s]-{2}$/);
});

// What nobody waits for when it fails would end the slot's process, and its row with the wrong words.
test('music that is not there fails the row, also while its pictures are still encoded', async () => {
  const { render } = await createTestSplicing();
  const template = videoTemplate([{ duration: 1 }], { ...SIZE, soundtrack: { src: 'asset:music' } });
  await expect(render(template)).rejects.toThrow(
    'Layer "soundtrack": the sound "music" does not exist: no asset of that name was uploaded',
  );
});
