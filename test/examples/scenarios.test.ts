/** The moving examples as files: shorter and at a lower frame rate, for the test's sake. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { renderVideo } from '../../render-node/video/render-video.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { readExample } from '../render-node/splice/splice-test-video.ts';
import { createVideoTools, job } from '../render-node/video/render-test-video.ts';
import { averageColour } from '../support/image.ts';
import { countFrames, extractFrame, probe } from '../support/probe.ts';

/** Seconds; a frame of AAC has 0.0213. */
const IN_STEP = 0.02;

// 19 frames a scene; each transition takes half of one at most.
test.each([
  ['slideshow', 'golden', 3 * 19 - 2 * 9],
  ['news', 'golden', 2 * 19 - 9],
  ['news', 'worst-case', 2 * 19 - 9],
  ['film', 'golden', 2 * 19 - 9],
  ['story', 'golden', 4 * 19 - 3 * 9],
])(
  '%s, %s: every frame, sound as long as its pictures, and no black beginning',
  async (name, id, expected) => {
    const { template, uploads } = readExample(name);
    template.fps = 24;
    template.output.quality = 'low';
    for (const scene of template.scenes) {
      scene.duration = 0.8;
      for (const layer of scene.layers) layer.start /= 4;
    }
    const row = readEdgeRows(name).find(({ external_id }) => external_id === id);
    const { file, frames } = await renderVideo(await createVideoTools({ uploads }), job(template, row));
    expect([frames, await countFrames(file)]).toEqual([expected, expected]);
    const [pictures, sound] = (await probe(file)).streams;
    expect([pictures?.start_time, sound?.start_time]).toEqual(['0.000000', '0.000000']);
    expect(Math.abs(Number(pictures?.duration) - Number(sound?.duration))).toBeLessThan(IN_STEP);
    expect(Math.max(...averageColour(await extractFrame(file, 0)).slice(0, 3))).toBeGreaterThan(30);
  },
);

test('the clips of the news have 25, 30 and uneven frames a second, and one has sound', async () => {
  const { uploads } = readExample('news');
  const shown = ['drift', 'sunrise', 'phone'].map(async (clip) => {
    const { streams } = await probe(uploads[`news/${clip}.mp4`]!);
    return [streams[0]!.avg_frame_rate, streams.length];
  });
  expect(await Promise.all(shown)).toEqual([
    ['25/1', 1],
    ['30/1', 1],
    ['112000/3977', 2],
  ]);
  const [golden, , worst] = readEdgeRows('news');
  expect([golden, worst].map((row) => [row?.clip_1, row?.clip_2])).toEqual([
    ['asset:news/drift.mp4', 'asset:news/phone.mp4'],
    ['asset:news/drift.mp4', 'asset:news/sunrise.mp4'],
  ]);
});

function readEdgeRows(example: string): Record<string, string>[] {
  return parse(readFileSync(join(repositoryRoot, 'examples', example, 'rows-edge.csv')), { columns: true });
}
