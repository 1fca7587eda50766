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

const AAC_FRAME = 1_024 / 48_000;

// 19 frames a scene; each transition takes half of one at most.
test.each([
  ['slideshow', 3 * 19 - 2 * 9],
  ['news', 2 * 19 - 9],
  ['story', 4 * 19 - 3 * 9],
])('%s: every frame, sound as long as its pictures, and no black beginning', async (name, expected) => {
  const { template, uploads } = readExample(name);
  template.fps = 24;
  template.output.quality = 'low';
  for (const scene of template.scenes) scene.duration = 0.8;
  const [golden] = parse(readFileSync(join(repositoryRoot, 'examples', name, 'rows-edge.csv')), {
    columns: true,
  }) as Record<string, string>[];
  const { file, frames } = await renderVideo(await createVideoTools({ uploads }), job(template, golden));
  expect([frames, await countFrames(file)]).toEqual([expected, expected]);
  const [pictures, sound] = (await probe(file)).streams;
  expect([pictures?.start_time, sound?.start_time]).toEqual(['0.000000', '0.000000']);
  expect(Math.abs(Number(pictures?.duration) - Number(sound?.duration))).toBeLessThan(AAC_FRAME);
  expect(Math.max(...averageColour(await extractFrame(file, 0)).slice(0, 3))).toBeGreaterThan(30);
});
