/** Compares videos frame by frame with what was painted for them: the measure that no encoder has touched. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readPieces } from '../../../render-node/ffmpeg/read-pieces.ts';
import { spawnFfmpeg } from '../../../render-node/ffmpeg/spawn-ffmpeg.ts';
import { opaquePixels } from '../../../render-node/image/painted-frame.ts';
import { convertToYuv, type PictureSize, yuvBytes } from '../../../render-node/pixels/convert-to-yuv.ts';
import { planPictures } from '../../../render-node/video/events.ts';
import { createFramePainter } from '../../../render-node/video/frame-painter.ts';
import { prepareVideo, type VideoJob } from '../../../render-node/video/prepare-video.ts';
import type { VideoTools } from '../../../render-node/video/render-video.ts';

const run = promisify(execFile);

/** Peak signal-to-noise ratios in decibels; infinite for equal pictures. */
interface Likeness {
  frames: number;
  /** Of all frames together, brightness and colour. */
  mean: number;
  /** Of the frame that is least alike. */
  worstFrame: number;
  /** Of the brightness of the tile of any frame that is least alike: a wrong letter shows here. */
  worstTile: number;
}

/** A side of a tile in pixels: about a letter. */
const TILE = 32;

/**
 * @param files videos of this job.
 * @throws {Error} when one of them has fewer or more frames than were painted.
 */
export async function measureVideos(tools: VideoTools, job: VideoJob, files: string[]): Promise<Likeness[]> {
  const { signal, threads } = tools;
  const video = await prepareVideo(tools, job);
  const { timeline, clipFrames } = video;
  const painter = createFramePainter(video, { fps: timeline.fps, threads, signal });
  const compared = files.map((file) => {
    const decoder = spawnFfmpeg(decoderArguments(file), signal);
    return {
      file,
      decoder,
      frames: readPieces(decoder.stdout, yuvBytes(timeline)),
      tally: createTally(timeline),
    };
  });
  const painted = new Uint8Array(yuvBytes(timeline));
  try {
    for (const picture of planPictures(timeline, clipFrames)) {
      convertToYuv(opaquePixels(await painter.paint(picture)), timeline, painted);
      for (let held = 0; held < picture.frames; held++)
        for (const { file, frames, tally } of compared) {
          const { value, done } = await frames.next();
          if (done) throw new Error(`${file} ends before frame ${picture.start + held}`);
          tally.add(value, painted, held > 0);
        }
    }
    for (const { file, frames, decoder } of compared) {
      const { value: left, done } = await frames.next();
      if (!done) throw new Error(`${file} has more than ${timeline.frames} frames`);
      if (left > 0) throw new Error('The last frame is cut off');
      await decoder.finished;
    }
  } finally {
    await painter.close();
    await Promise.all(compared.map(({ decoder }) => decoder.abandon()));
  }
  return compared.map(({ tally }) => tally.likeness());
}

/** When each packet of sound is heard, and a hash of what is in it; none for a silent video. */
export async function soundPackets(file: string): Promise<string[]> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'a', '-show_data_hash', 'md5'],
    ...['-show_entries', 'packet=pts_time,duration_time,data_hash', '-of', 'csv=p=0', file],
  ]);
  return stdout.split('\n').filter(Boolean);
}

function decoderArguments(file: string): string[] {
  return [
    ...['-nostdin', '-xerror', '-threads', '1', '-i', file, '-map', '0:v:0', '-fps_mode', 'passthrough'],
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'],
  ];
}

function createTally(size: PictureSize) {
  const samples = yuvBytes(size);
  const before = new Uint8Array(samples);
  let last = { frame: 0, tile: 0 };
  let [frames, sum, worstFrame, worstTile] = [0, 0, 0, 0];
  return {
    /** @param isHeld what was painted is the same as for the frame before. */
    add(decoded: Uint8Array, painted: Uint8Array, isHeld: boolean): void {
      // Mostly the decoded one is the same, too.
      if (!isHeld || Buffer.compare(before, decoded) !== 0) last = errorOf(decoded, painted, size);
      before.set(decoded);
      frames += 1;
      sum += last.frame;
      worstFrame = Math.max(worstFrame, last.frame);
      worstTile = Math.max(worstTile, last.tile);
    },
    likeness: (): Likeness => ({
      frames,
      mean: psnr(sum / frames / samples),
      worstFrame: psnr(worstFrame / samples),
      worstTile: psnr(worstTile),
    }),
  };
}

function psnr(meanSquaredError: number): number {
  return 10 * Math.log10(255 ** 2 / meanSquaredError);
}

/** @returns the squared error of all samples, and the mean one of the worst tile. */
function errorOf(one: Uint8Array, other: Uint8Array, { width, height }: PictureSize) {
  let [frame, worst] = [0, 0];
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < width; left += TILE) {
      const [bottom, right] = [Math.min(top + TILE, height), Math.min(left + TILE, width)];
      let tile = 0;
      for (let y = top; y < bottom; y++)
        tile += squaredError(one, other, y * width + left, y * width + right);
      frame += tile;
      worst = Math.max(worst, tile / ((bottom - top) * (right - left)));
    }
  frame += squaredError(one, other, width * height, one.length);
  return { frame, tile: worst };
}

function squaredError(one: Uint8Array, other: Uint8Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) {
    const off = one[at]! - other[at]!;
    sum += off * off;
  }
  return sum;
}
