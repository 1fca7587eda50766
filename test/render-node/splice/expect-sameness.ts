/** Renders rows of a video example both spliced and whole, and compares both with what was painted. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import type { VideoTemplate } from '../../../contract/template/video-template.ts';
import { planWays } from '../../../playground/plan-ways.ts';
import type { SplicedSpan } from '../../../render-node/splice/splice-video.ts';
import type { VideoJob } from '../../../render-node/video/prepare-video.ts';
import { renderVideo, type VideoTools } from '../../../render-node/video/render-video.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { repositoryRoot } from '../../../runtime/repository-root.ts';
import { job } from '../video/render-test-video.ts';
import { measureVideos, soundPackets } from './measure-videos.ts';
import { createTestSplicing, readExample, type TestSplicing, wayName } from './splice-test-video.ts';

const EXAMPLES = join(repositoryRoot, 'examples');

/**
 * Three rows of one batch: the golden one, which goes the plain ways, the worst case after it, with all that pays only for
 * many rows, and the golden one again, which finds what both have left. Each is spliced, as planned; it sounds as when it
 * is rendered whole, packet by packet; and its frames are as near to what was painted.
 */
export async function expectSameness(name: string): Promise<void> {
  const { template, uploads } = readExample(name);
  // `WHOLE_EXAMPLES=1` takes minutes instead.
  if (process.env.WHOLE_EXAMPLES !== '1') shorten(template);
  const [golden, worst] = [readRow(name, 0), readRow(name, 2)].map((values) => job(template, values));
  const refusals: unknown[] = [];
  const log = Object.assign(createLogger('test'), { error: (facts: unknown) => refusals.push(facts) });
  const splicing = await createTestSplicing({ uploads, options: { checkEvery: 1_000, log } });

  const spliced: SplicedFile[] = [];
  for (const row of [golden!, worst!, golden!]) spliced.push(await splice(splicing, row));
  expect(refusals).toEqual([]);
  const [first, second, again] = spliced;
  expect(first!.ways).toEqual(names((await planWays(splicing.tools, golden!)).first));
  expect(second!.ways).toEqual(names((await planWays(splicing.tools, worst!)).later));
  expect(again!.encoded).toContain(0);

  await expectLikeness(splicing.tools, golden!, [first!.file, again!.file]);
  await expectLikeness(splicing.tools, worst!, [second!.file]);
}

interface SplicedFile {
  file: string;
  /** How its spans are encoded. */
  ways: string[];
  /** Pictures that this row has encoded of each. */
  encoded: number[] | null;
}

async function splice({ render, ways }: TestSplicing, { template, values }: VideoJob): Promise<SplicedFile> {
  const { file, encoded } = await render(template, Object.fromEntries(values));
  return { file, encoded, ways: ways() };
}

function names(spans: SplicedSpan[]): string[] {
  return spans.map(({ way }) => wayName(way));
}

/** Bounds stand one decibel or two below what was seen when they were set. */
async function expectLikeness(tools: VideoTools, job: VideoJob, files: string[]): Promise<void> {
  const { file } = await renderVideo(tools, job);
  const [whole, ...spliced] = await measureVideos(tools, job, [file, ...files]);
  const [sound, ...sounds] = await Promise.all([file, ...files].map(soundPackets));
  // Joined: thousands of lines say no more than the first one that differs.
  for (const heard of sounds) expect(heard.join() === sound!.join()).toBe(true);
  for (const { frames, mean, worstFrame, worstTile } of spliced) {
    expect(frames).toBe(whole!.frames);
    expect(mean).toBeGreaterThan(44.5);
    expect(worstFrame).toBeGreaterThan(43);
    // Moving letters are coded roughly either way; a wrong one is far below.
    expect(worstTile).toBeGreaterThan(24);
    expect(worstTile).toBeGreaterThan(whole!.worstTile - 3);
  }
}

/** Each video example is one: tests of the three kinds run side by side. */
type ExampleKind = 'small' | 'large' | 'long';

/** Names in `examples/`: a video that is added is found by itself. */
export function videoExamples(kind: ExampleKind): string[] {
  return readdirSync(EXAMPLES)
    .filter((name) => existsSync(join(EXAMPLES, name, 'template.json')))
    .filter(
      (name) => JSON.parse(readFileSync(join(EXAMPLES, name, 'template.json'), 'utf8')).kind === 'video',
    )
    .filter((name) => kindOf(readExample(name).template) === kind);
}

/** Pixels of a frame. */
const LARGE = 1e6;

function kindOf({ scenes, width, height }: VideoTemplate): ExampleKind {
  if (scenes.some(({ duration }) => typeof duration === 'number' && duration > LONGEST_SCENE_SECONDS))
    return 'long';
  return width * height > LARGE ? 'large' : 'small';
}

/** Of a scene that is longer only the beginning is shown. */
const LONGEST_SCENE_SECONDS = 11;
/** In all frames of a video. */
const MOST_PIXELS = 100e6;
const FEWEST_FPS = 5;

/** Keeps every scene, layer and movement in its place and at its time, in fewer frames a second. */
function shorten(template: VideoTemplate): void {
  let seconds = 0;
  for (const scene of template.scenes)
    if (typeof scene.duration === 'number') {
      scene.duration = Math.min(scene.duration, LONGEST_SCENE_SECONDS);
      seconds += scene.duration;
    }
  const fps = Math.round(MOST_PIXELS / (seconds * template.width * template.height));
  template.fps = Math.min(template.fps, Math.max(fps, FEWEST_FPS)) as VideoTemplate['fps'];
}

/** @param place in the sheet of edge rows, from 0: golden, blank, worst case. */
function readRow(name: string, place: number): Record<string, string> {
  const sheet = readFileSync(join(EXAMPLES, name, 'rows-edge.csv'));
  const rows: Record<string, string>[] = parse(sheet, { columns: true });
  const { external_id: _, ...values } = rows[place]!;
  return values;
}
