import { describe, expect, test } from 'vitest';
import { outputSize } from '../../../render-node/encoder/other-formats.ts';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { averageColour, decodeImage } from '../../support/image.ts';
import { countFrames, extractFrame, probe } from '../../support/probe.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job, makeMedia } from './render-test-video.ts';

const BRAND_RED = [220, 40, 60];

async function rendered(output: object, more: object = {}) {
  const music = await makeMedia('music.wav', ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2']);
  const tools = await createVideoTools({ uploads: { music } });
  const template = videoTemplate(
    [
      { duration: 0.5, background: '#dc283c' },
      { duration: 0.5, background: '#0050c8', transition: { type: 'wipe', duration: 0.2 } },
    ],
    { width: 96, height: 64, soundtrack: { src: 'asset:music' }, output, ...more },
  );
  return renderVideo(tools, job(template));
}

describe.each([
  ['mp4', 'h264', 'aac', 30],
  ['mov', 'h264', 'aac', 30],
  ['webm', 'vp9', 'opus', 60],
  ['gif', 'gif', undefined, 30],
])('%s', (format, codec, sound, fps) => {
  test(`is ${codec} with every frame, sound as long as its pictures, and the colours of the template`, async () => {
    const { file, frames, thumbnail } = await rendered({ format, quality: 'high' }, { fps });
    const { streams, format: container } = await probe(file);
    expect(file.endsWith(`.${format}`)).toBe(true);
    expect(container.format_name).toContain(format === 'webm' ? 'webm' : format);
    expect(streams.map((stream) => stream.codec_name)).toEqual(sound ? [codec, sound] : [codec]);
    expect(frames).toBe(0.8 * fps);
    expect(await countFrames(file)).toBe(frames);
    if (sound) {
      expect(Number(container.duration)).toBeCloseTo(0.8, 1);
      expect(streams.map(({ start_time }) => Math.abs(Number(start_time)) < 0.01)).toEqual([true, true]);
    }
    const first = averageColour(await extractFrame(file, 0));
    for (const [channel, value] of BRAND_RED.entries())
      expect(Math.abs(first[channel]! - value), `${format}: ${first}`).toBeLessThanOrEqual(4);
    const shown = await decodeImage(thumbnail);
    expect([shown.width, shown.height]).toEqual([96, 64]);
  });
});

test('a GIF of 60 frames a second has every other one, which players can follow', async () => {
  const { file, frames } = await rendered({ format: 'gif' }, { fps: 60 });
  expect([frames, await countFrames(file)]).toEqual([48, 24]);
});

test.each(['mp4', 'webm'])('a smaller %s has its whole frame, on even sides', async (format) => {
  const { file } = await rendered({ format, max_width: 51 });
  const [pictures, sound] = (await probe(file)).streams;
  expect([pictures?.width, pictures?.height, await countFrames(file)]).toEqual([50, 34, 24]);
  expect(sound?.codec_type).toBe('audio');
});

test.each([
  [{ max_width: null, max_height: null }, [1080, 1920]],
  [{ max_width: 540, max_height: null }, [540, 960]],
  [{ max_width: 540, max_height: 333 }, [188, 332]],
  [{ max_width: 4000, max_height: 4000 }, [1080, 1920]],
])('%o makes of 1080 × 1920 %o', (limits, [width, height]) => {
  const output = { format: 'mp4', quality: 'medium', ...limits } as const;
  expect(outputSize(output, { width: 1080, height: 1920 })).toEqual({ width, height });
});
