import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { gainTowards } from '../../../render-node/audio/mix-to-loudness.ts';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { probe } from '../../support/probe.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job, makeMedia } from '../video/render-test-video.ts';

const run = promisify(execFile);
const SIZE = { width: 64, height: 48, loudness: null };
const RATE = 48_000;

/** The left side of a file's sound, as it is heard from the video's beginning. */
async function samplesOf(file: string): Promise<Float32Array> {
  const args = ['-v', 'error', '-i', file, '-map', '0:a:0', '-f', 'f32le', '-ac', '1', 'pipe:1'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 });
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
}

/** How loud each tenth of a second is: the root of its mean square. */
function levels(samples: Float32Array): number[] {
  return Array.from({ length: Math.floor(samples.length / 4_800) }, (_, tenth) => {
    const part = samples.subarray(tenth * 4_800, (tenth + 1) * 4_800);
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length);
  });
}

/** `-` silent, `s` soft, `L` loud. */
function drawn(samples: Float32Array): string {
  return levels(samples)
    .map((level) => (level < 0.01 ? '-' : level < 0.2 ? 's' : 'L'))
    .join('');
}

const tone = (seconds: number, hertz = 440, amplitude = 0.5) => [
  ...['-f', 'lavfi', '-i', `aevalsrc='${amplitude}*sin(2*PI*${hertz}*t)':d=${seconds}:s=48000`],
];

async function heard(scenes: object[], more: object = {}, values: Record<string, string> = {}) {
  const voice = await makeMedia('voice.wav', tone(1));
  const music = await makeMedia('music.wav', tone(3, 220));
  const tools = await createVideoTools({ uploads: { voice, music } });
  const { file } = await renderVideo(tools, job(videoTemplate(scenes, { ...SIZE, ...more }), values));
  return { file, samples: await samplesOf(file) };
}

describe('the sound of a scene', () => {
  test('begins with it to the sample, is trimmed, and ends with it', async () => {
    const { samples } = await heard([
      { duration: 0.7 },
      { duration: 1, audio: [{ src: 'asset:voice', start: 0.1, trim_start: 0.2, trim_duration: 0.5 }] },
      { duration: 0.5, audio: [{ src: 'asset:voice', loop: true, trim_duration: 0.2 }] },
    ]);
    expect(drawn(samples)).toMatch(/^-{7}[-s]L{5}[-s]-{2}[-s]L{5}$/);
    const first = samples.findIndex((value) => Math.abs(value) > 0.1);
    // 0.8 s and the tone's own rise; AAC smears by some samples.
    expect(Math.abs(first - 0.8 * RATE)).toBeLessThan(200);
  });

  test('may go on through the video, and comes from the row', async () => {
    const scenes = [
      { duration: 0.3 },
      { duration: 0.5, audio: [{ src: '{{track}}', span: 'video', loop: true, start: 0.2 }] },
      { duration: 0.6 },
    ];
    const { samples } = await heard(scenes, {}, { track: 'asset:voice' });
    expect(drawn(samples)).toMatch(/^--[sL]L{10,11}$/);
    const blank = await heard(scenes);
    expect(drawn(blank.samples)).toMatch(/^-{14}$/);
  });

  test('that cannot be had fails the row and is named', async () => {
    const scenes = [{ id: 'talk', duration: 1, audio: [{ id: 'voice', src: '{{voice}}' }] }];
    await expect(heard(scenes, {}, { voice: 'asset:missing' })).rejects.toMatchObject({
      code: 'asset_unreachable',
      message: expect.stringMatching(
        /^Scene "talk", layer "voice" \(variable "voice"\): the sound "missing"/,
      ),
    });
  });

  test.each([
    ['crossfade', /^L{5}[Ls]{5}L{5}$/],
    ['cut', /^L{15}$/],
  ])('meets the next one with a %s', async (audio, shape) => {
    const high = await makeMedia('high.wav', tone(1, 1_760));
    const low = await makeMedia('low.wav', tone(1, 220));
    const tools = await createVideoTools({ uploads: { high, low } });
    const scenes = [
      { duration: 1, audio: [{ src: 'asset:low' }] },
      { duration: 1, audio: [{ src: 'asset:high' }], transition: { type: 'fade', duration: 0.5, audio } },
    ];
    const { file } = await renderVideo(tools, job(videoTemplate(scenes, SIZE)));
    const samples = await samplesOf(file);
    expect(drawn(samples)).toMatch(shape);
    // How often it crosses zero tells the tones apart: before the middle of the overlap and after it.
    const crossings = (from: number, to: number) => {
      let count = 0;
      for (let at = Math.round(from * RATE) + 1; at < to * RATE; at++)
        if (samples[at]! > 0 !== samples[at - 1]! > 0) count++;
      return count / (to - from) / 2;
    };
    expect(crossings(0.1, 0.4)).toBeCloseTo(220, -2);
    expect(crossings(1.1, 1.4)).toBeCloseTo(1_760, -2);
    if (audio === 'cut')
      expect([crossings(0.6, 0.7) < 300, crossings(0.8, 0.9) > 1_500]).toEqual([true, true]);
  });
});

test('music steps back while somebody speaks', async () => {
  const speech = { src: 'asset:voice', volume: 0.001, trim_duration: 0.6 };
  const { samples } = await heard([{ duration: 1 }, { duration: 2, audio: [speech] }], {
    soundtrack: { src: 'asset:music', duck: { amount_db: 20 } },
  });
  const found = levels(samples);
  const full = 0.5 / Math.SQRT2;
  expect(found[3]).toBeCloseTo(full, 1);
  expect(found[12]! / full).toBeCloseTo(0.1, 1);
  expect(found[25]).toBeCloseTo(full, 1);
  expect(found[8]! < found[6]! && found[8]! > found[11]!).toBe(true);
});

describe('loudness', () => {
  async function measured(file: string): Promise<{ lufs: number; peak: number }> {
    const { stderr } = await run('ffmpeg', ['-i', file, '-af', 'ebur128=peak=sample', '-f', 'null', '-']);
    const summary = stderr.slice(stderr.lastIndexOf('Summary'));
    return {
      lufs: Number(/I:\s+(-?[\d.]+)/.exec(summary)?.[1]),
      peak: Number(/Peak:\s+(-?[\d.]+)/.exec(summary)?.[1]),
    };
  }

  test.each([0.02, 0.9])('of a tone at %f is brought to -14 LUFS', async (amplitude) => {
    const music = await makeMedia('music.wav', tone(3, 440, amplitude));
    const tools = await createVideoTools({ uploads: { music } });
    const template = videoTemplate([{ duration: 3 }], {
      width: 64,
      height: 48,
      soundtrack: { src: 'asset:music' },
    });
    const { file } = await renderVideo(tools, job(template));
    expect(Math.abs((await measured(file)).lufs + 14)).toBeLessThan(0.5);
    const lengths = (await probe(file)).streams.map(({ duration }) => Number(duration));
    expect(Math.abs(lengths[0]! - lengths[1]!)).toBeLessThan(1_024 / RATE);
  });

  test('never clips: a short loud crack in silence keeps its peak below full scale', async () => {
    const crack = '0.9*sin(2*PI*440*t)*lt(mod(t,1),0.02)+0.01*sin(2*PI*220*t)';
    const music = await makeMedia('music.wav', ['-f', 'lavfi', '-i', `aevalsrc='${crack}':d=3:s=48000`]);
    const tools = await createVideoTools({ uploads: { music } });
    const template = videoTemplate([{ duration: 3 }], {
      width: 64,
      height: 48,
      loudness: -8,
      soundtrack: { src: 'asset:music' },
    });
    const { file } = await renderVideo(tools, job(template));
    expect((await measured(file)).peak).toBeLessThan(0);
  });

  test.each([
    [{ loudness: -20, peak: -12 }, 6],
    [{ loudness: -30, peak: -12 }, 11],
    [{ loudness: -5, peak: 3 }, -9],
    [{ loudness: null, peak: -12 }, 0],
    [{ loudness: null, peak: 2 }, -3],
    [{ loudness: -70, peak: null }, 0],
  ])('%o is turned up by %f dB', (sound, decibels) => {
    expect(gainTowards(-14, sound)).toBe(decibels);
  });
});
