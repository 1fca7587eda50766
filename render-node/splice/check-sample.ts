/**
 * Looks at a spliced file as a player does: decodes all of it and compares its frames with what was painted. Of a long
 * movement only some pictures are painted again: a frame that is wrong there stays wrong until the next key picture.
 */
import type { Readable } from 'node:stream';
import { convertToYuv, yuvBytes } from '../encoder/convert-to-yuv.ts';
import { localInput } from '../ffmpeg/one-shot.ts';
import { FfmpegFailed, LOCAL_FILES_ONLY, spawnFfmpeg } from '../ffmpeg/spawn-ffmpeg.ts';
import { planPictures } from '../video/events.ts';
import { createFramePainter } from '../video/frame-painter.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';

export interface SampleOptions {
  threads: number;
  signal: AbortSignal;
}

/** @returns what is wrong with the file, or null. */
export async function checkSample(
  file: string,
  video: PreparedVideo,
  { threads, signal }: SampleOptions,
): Promise<string | null> {
  const { timeline, clipFrames } = video;
  const painter = createFramePainter(video, { fps: timeline.fps, threads, signal });
  const decoder = spawnFfmpeg(decoderArguments(file, threads), signal);
  const frames = readFrames(decoder.stdout, yuvBytes(timeline));
  const painted = new Uint8Array(yuvBytes(timeline));
  let number = 0;
  let before: Uint8Array | null = null;
  let skipped = 0;
  try {
    for (const picture of planPictures(timeline, clipFrames)) {
      const isLooked = picture.frames > 1 || skipped >= MOST_SKIPPED || number < MOST_SKIPPED;
      skipped = isLooked ? 0 : skipped + 1;
      if (isLooked) {
        const canvas = await painter.paint(picture);
        const { data } = canvas.getContext('2d').getImageData(0, 0, timeline.width, timeline.height);
        convertToYuv(data as Uint8ClampedArray, timeline, painted);
      }
      for (let held = 0; held < picture.frames; held++, number++) {
        const { value: decoded, done } = await frames.next();
        if (done) return `it ends after ${number} of ${timeline.frames} frames`;
        if (!isLooked || (held > 0 && before && Buffer.compare(before, decoded) === 0)) continue;
        before = decoded.slice();
        const off = worstTile(painted, decoded, timeline);
        if (off > MOST_ERROR)
          return `frame ${number} is not what was painted (mean square error ${Math.round(off)})`;
      }
    }
    if (!(await frames.next()).done) return `it has more than ${timeline.frames} frames`;
    await decoder.finished;
    return null;
  } catch (error) {
    if (error instanceof FfmpegFailed) return error.message;
    throw error;
  } finally {
    await painter.close();
    await decoder.abandon();
  }
}

function decoderArguments(file: string, threads: number): string[] {
  return [
    ...['-nostdin', '-xerror', ...LOCAL_FILES_ONLY, '-threads', String(threads), '-f', 'mov'],
    ...['-i', localInput(file), '-map', '0:v:0', '-fps_mode', 'passthrough'],
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'],
  ];
}

/** The bytes are valid until the next frame is asked for. */
async function* readFrames(stream: Readable, bytes: number): AsyncGenerator<Uint8Array, undefined> {
  const frame = new Uint8Array(bytes);
  let filled = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + bytes - filled);
      frame.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < bytes) continue;
      yield frame;
      filled = 0;
    }
  }
}

/** Pictures in a row that are not painted again. */
const MOST_SKIPPED = 5;

/** A letter that is another one is far above it, the coarsest quantiser of ours well below. */
const MOST_ERROR = 900;
const TILE = 32;

/** The largest mean square error of brightness in any tile: an average over the frame would hide a wrong name. */
function worstTile(
  one: Uint8Array,
  other: Uint8Array,
  { width, height }: { width: number; height: number },
): number {
  let worst = 0;
  for (let top = 0; top < height; top += TILE) {
    const bottom = Math.min(top + TILE, height);
    for (let left = 0; left < width; left += TILE) {
      const right = Math.min(left + TILE, width);
      let sum = 0;
      for (let y = top; y < bottom; y++)
        for (let at = y * width + left; at < y * width + right; at++) {
          const off = one[at]! - other[at]!;
          sum += off * off;
        }
      worst = Math.max(worst, sum / ((right - left) * (bottom - top)));
    }
  }
  return worst;
}
