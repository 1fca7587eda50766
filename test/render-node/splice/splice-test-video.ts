/** Splices videos in this process and looks at them with ffmpeg's own tools. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import type { VideoTemplate } from '../../../contract/template/video-template.ts';
import type { SpanWay } from '../../../render-node/splice/splice-job.ts';
import { createSplicer, type Splicer, type SplicerOptions } from '../../../render-node/splice/splicer.ts';
import { type RenderedVideo, renderVideo, type VideoTools } from '../../../render-node/video/render-video.ts';
import { repositoryRoot } from '../../../runtime/repository-root.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job, type TestVideoOptions } from '../video/render-test-video.ts';

const run = promisify(execFile);

export interface TestSplicing {
  tools: VideoTools;
  /** How the spans of the row rendered last are encoded; `narrow strip`: not from edge to edge; `overlay`: whole, laid over a ground. */
  ways(): string[];
  /**
   * Renders a row and does all that it leaves for later, so many things. `encoded` has the pictures that each span sent to the
   * encoder, null when it was rendered whole.
   */
  render(
    template: VideoTemplate,
    values?: Record<string, string>,
    more?: Partial<VideoTools>,
  ): Promise<RenderedVideo & { encoded: number[] | null; later: number }>;
}

/** Each with its own caches, unless `cacheFolder` says otherwise. Everything is removed when the test ends. */
export async function createTestSplicing({
  options = {},
  ...video
}: TestVideoOptions & { options?: Partial<SplicerOptions> } = {}): Promise<TestSplicing> {
  const tools = await createVideoTools(video);
  const splicer = createSplicer({
    sharing: 'template',
    grain: 'slices',
    cacheFolder: tools.cacheFolder,
    engine: 'test',
    checkEvery: 1,
    manyRows: 0,
    log: tools.log,
    ...options,
  });
  onTestFinished(() => splicer.close());
  let encoded: number[] | null = null;
  let ways: string[] = [];
  const watched: Splicer = {
    ...splicer,
    async splice(...input) {
      const spliced = await splicer.splice(...input);
      encoded = spliced?.spans.map((span) => span.encoded) ?? null;
      ways = spliced?.spans.map(({ way }) => wayName(way)) ?? [];
      return spliced;
    },
  };
  return {
    tools,
    ways: () => ways,
    async render(template, values = {}, more = {}) {
      // Each row has a folder of its own, as on a node.
      const workFolder = await mkdtemp(join(tools.workFolder, 'row-'));
      const afterwards: (() => Promise<void>)[] = [];
      const later = (work: () => Promise<void>) => void afterwards.push(work);
      const rendered = await renderVideo(
        { ...tools, workFolder, splicer: watched, later, ...more },
        job(template, values),
      );
      for (const work of afterwards) await work();
      return { ...rendered, encoded, later: afterwards.length };
    },
  };
}

/** As `ways` tells it. */
export function wayName(way: SpanWay): string {
  if (way.way === 'whole' && way.plan) return 'overlay';
  return way.way === 'strip' && way.strip.left > 0 ? 'narrow strip' : way.way;
}

/** A template of `examples/` with its media and the first of its rows. */
export function readExample(name: string) {
  const folder = join(repositoryRoot, 'examples', name);
  const { version: _, scenes, ...more } = JSON.parse(readFileSync(join(folder, 'template.json'), 'utf8'));
  const media = readdirSync(join(folder, 'media'));
  return {
    template: videoTemplate(scenes, more),
    uploads: Object.fromEntries(media.map((file) => [`${name}/${file}`, join(folder, 'media', file)])),
  };
}

/** A hash of each decoded frame. Fails on the least complaint of the decoder. */
export async function frameHashes(file: string): Promise<string[]> {
  const args = ['-v', 'warning', '-xerror', '-i', file, '-map', '0:v', '-f', 'framemd5', 'pipe:1'];
  const { stdout, stderr } = await run('ffmpeg', args);
  if (stderr !== '') throw new Error(stderr);
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)!.trim());
}

/** Peak signal-to-noise ratio of the worst frame, in decibels; infinite for equal videos. */
export async function worstPsnr(one: string, other: string): Promise<number> {
  const { stdout } = await run('ffmpeg', [
    ...['-v', 'error', '-i', one, '-i', other, '-lavfi', '[0:v][1:v]psnr=stats_file=-', '-f', 'null', '-'],
  ]);
  const frames = [...stdout.matchAll(/psnr_avg:(\S+)/g)].map(([, value]) =>
    Number(value?.replace('inf', 'Infinity')),
  );
  if (frames.length === 0) throw new Error('No frames were compared');
  return Math.min(...frames);
}

/** Frames that players may start from. */
export async function keyFrames(file: string): Promise<number[]> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'packet=flags', '-of', 'csv=p=0', file],
  ]);
  const flags = stdout.split('\n').filter(Boolean);
  return flags.flatMap((flag, frame) => (flag.startsWith('K') ? [frame] : []));
}
