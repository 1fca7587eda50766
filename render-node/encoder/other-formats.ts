/**
 * Files other than an MP4 of the template's size. They are made from that MP4, encoded at high quality, so that they too are
 * spliced from what rows share (docs/templates.md says which codecs they have).
 */
import { join } from 'node:path';
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import { LOCAL_FILES_ONLY, spawnFfmpeg } from '../ffmpeg/spawn-ffmpeg.ts';
import type { PictureSize } from '../pixels/convert-to-yuv.ts';
import { BT709_TAGS, type Quality, X264_CRF } from './encoder-arguments.ts';
import { EncoderFailed } from './open-encoder.ts';

export type OutputSettings = VideoTemplate['output'];

export interface Mp4File extends PictureSize {
  file: string;
  fps: number;
  frames: number;
  folder: string;
  threads: number;
}

/** The quality of the MP4 that comes first. */
export function firstQuality(output: OutputSettings, size: PictureSize): Quality {
  return isRecoded(output, size) ? 'high' : output.quality;
}

/** The size of the file: the template's, scaled down to fit, on even sides. */
export function outputSize(
  { max_width, max_height }: OutputSettings,
  { width, height }: PictureSize,
): PictureSize {
  const [most, highest] = [max_width ?? width, max_height ?? height];
  const factor = Math.min(1, most / width, highest / height);
  const even = (side: number, limit: number) =>
    Math.max(2, Math.min(2 * Math.round((side * factor) / 2), limit - (limit % 2)));
  return { width: even(width, most), height: even(height, highest) };
}

/**
 * @returns the wanted file, and what made it; the MP4 itself when that is it.
 * @throws {EncoderFailed} also when it has another number of frames than it should.
 */
export async function convertFormat(
  mp4: Mp4File,
  output: OutputSettings,
  signal: AbortSignal,
): Promise<{ file: string; encoder: string | null }> {
  if (output.format === 'mp4' && !isRecoded(output, mp4)) return { file: mp4.file, encoder: null };
  const file = join(mp4.folder, `converted.${output.format}`);
  const size = outputSize(output, mp4);
  switch (output.format) {
    case 'mp4':
    case 'mov': {
      const recoded = isRecoded(output, mp4);
      const pictures = recoded ? x264(size, output, mp4) : ['-c:v', 'copy'];
      await convert(mp4, [...pictures, '-c:a', 'copy', '-movflags', '+faststart'], file, mp4.frames, signal);
      return { file, encoder: recoded ? 'libx264' : null };
    }
    case 'webm':
      await convert(mp4, vp9(size, output, mp4), file, mp4.frames, signal);
      return { file, encoder: 'libvpx-vp9' };
    case 'gif':
      await convertToGif(mp4, size, file, signal);
      return { file, encoder: 'gif' };
    default:
      return output.format satisfies never;
  }
}

function isRecoded(output: OutputSettings, size: PictureSize): boolean {
  const { width, height } = outputSize(output, size);
  return (
    output.format === 'webm' || output.format === 'gif' || width !== size.width || height !== size.height
  );
}

const MATRIX = 'in_color_matrix=bt709:out_color_matrix=bt709:in_range=tv';

function scaled({ width, height }: PictureSize, more = ''): string {
  return `scale=${width}:${height}:flags=lanczos+accurate_rnd+full_chroma_int:${MATRIX}${more}`;
}

function x264(size: PictureSize, { quality }: OutputSettings, { fps, threads }: Mp4File): string[] {
  return [
    ...['-vf', `${scaled(size, ':out_range=tv')},setsar=1`, '-pix_fmt', 'yuv420p', ...BT709_TAGS],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', String(X264_CRF[quality]), '-profile:v', 'high'],
    ...['-threads', String(threads), '-g', String(2 * fps), '-fps_mode', 'passthrough'],
  ];
}

const VP9_CRF = { low: 40, medium: 33, high: 24 } as const satisfies Record<Quality, number>;

function vp9(size: PictureSize, { quality }: OutputSettings, { fps, threads }: Mp4File): string[] {
  return [
    ...['-vf', `${scaled(size, ':out_range=tv')},setsar=1`, '-pix_fmt', 'yuv420p', ...BT709_TAGS],
    ...['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', String(VP9_CRF[quality]), '-deadline', 'good'],
    ...['-cpu-used', '5', '-row-mt', '1', '-threads', String(threads), '-g', String(2 * fps)],
    // A picture that no player shows would be counted as a frame.
    ...['-auto-alt-ref', '0', '-fps_mode', 'passthrough', '-c:a', 'libopus', '-b:a', '128k'],
  ];
}

/** GIF counts time in hundredths of a second, and players slow down what changes faster than every second one. */
const MOST_GIF_FPS = 50;

/** Twice through the film: holding it in memory until its palette is known would not do for a long one. */
async function convertToGif(
  mp4: Mp4File,
  size: PictureSize,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const halves = mp4.fps > MOST_GIF_FPS;
  const evenly = halves ? `select='not(mod(n,2))',setpts=N/${mp4.fps / 2}/TB,` : '';
  const frames = halves ? Math.ceil(mp4.frames / 2) : mp4.frames;
  const palette = join(mp4.folder, 'palette.png');
  const pictures = `${evenly}${scaled(size)},format=rgb24`;
  await run(
    [...input(mp4.file), '-vf', `${pictures},palettegen=stats_mode=diff`, '-frames:v', '1', palette],
    signal,
  );
  const graph = `[0:v]${pictures}[v];[v][1:v]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle`;
  const counted = await run(
    [
      ...[...input(mp4.file), ...LOCAL_FILES_ONLY, '-f', 'image2', '-i', `file:${palette}`],
      ...['-filter_complex', graph, '-fps_mode', 'passthrough', '-loop', '0', '-f', 'gif', file],
    ],
    signal,
  );
  expectFrames(counted, frames);
}

async function convert(
  mp4: Mp4File,
  args: string[],
  file: string,
  frames: number,
  signal: AbortSignal,
): Promise<void> {
  const counted = await run(
    [
      ...[...input(mp4.file), '-map', '0:v:0', '-map', '0:a:0?', ...args],
      ...['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact', file],
    ],
    signal,
  );
  expectFrames(counted, frames);
}

function input(file: string): string[] {
  return ['-nostdin', '-y', '-progress', 'pipe:1', ...LOCAL_FILES_ONLY, '-f', 'mov', '-i', `file:${file}`];
}

/** @returns the frames that ffmpeg has written. */
async function run(args: string[], signal: AbortSignal): Promise<number> {
  const ffmpeg = spawnFfmpeg(args, signal);
  let printed = '';
  ffmpeg.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-2_000);
  });
  try {
    await ffmpeg.finished;
  } catch (cause) {
    signal.throwIfAborted();
    throw new EncoderFailed({ cause });
  }
  return Number(/frame=\s*(\d+)(?![\s\S]*frame=)/.exec(printed)?.[1] ?? 0);
}

function expectFrames(found: number, wanted: number): void {
  if (found !== wanted)
    throw new EncoderFailed({ cause: new Error(`${found} frames converted instead of ${wanted}`) });
}
