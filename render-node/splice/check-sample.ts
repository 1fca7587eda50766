/**
 * Looks at a spliced file as a player does: decodes all of it and compares frames with what was painted. A frame that is wrong
 * stays wrong until the next key picture, so a held picture is looked at when it comes and before it goes, and of a long
 * movement only some are.
 */
import { PassThrough } from 'node:stream';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { localInput } from '../ffmpeg/one-shot.ts';
import { readPieces } from '../ffmpeg/read-pieces.ts';
import { FfmpegFailed, LOCAL_FILES_ONLY, spawnFfmpeg } from '../ffmpeg/spawn-ffmpeg.ts';
import { worstTile } from '../pixels/worst-tile.ts';
import { planPictures } from '../video/events.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import { type Look, paintLooks } from './paint-looks.ts';

export interface SampleOptions {
  threads: number;
  signal: AbortSignal;
  /**
   * Whether a movement is looked at all the way where it shows this frame. Otherwise only at its beginning: what goes wrong is
   * where pieces are joined.
   */
  closely(frame: number): boolean;
  /** What takes memory goes on at the same time, and a second thread decodes. Default: false. */
  hurry?: boolean;
}

/** @returns what is wrong with the file, or null. */
export async function checkSample(
  file: string,
  video: PreparedVideo,
  options: SampleOptions,
): Promise<string | null> {
  const { hurry = false } = options;
  // It takes much memory itself.
  if (!hurry) globalThis.gc?.();
  const { timeline } = video;
  const looks = planLooks(video, options.closely);
  const last = timeline.frames - 1;
  const planeBytes = timeline.width * timeline.height;
  const planesIn = (bytes: number) => Math.max(2, Math.floor(bytes / planeBytes));
  const ahead = planesIn(AHEAD_BYTES);
  const painting = paintLooks(looks, video, {
    ...options,
    ahead: { clips: hurry ? ahead : planesIn(CLIPS_AHEAD_BYTES), stills: ahead },
    sparing: !hurry,
  });
  // Mostly that is all there is of clips: their decoders and canvases are gone when the other decoder begins.
  if (!hurry) {
    await painting.clipsAhead;
    globalThis.gc?.();
    await eventLoopTurn();
  }
  const decoder = spawnFfmpeg(
    // Each thread takes the memory of some eight pictures.
    decoderArguments(file, looks, { last, threads: hurry ? 2 : 1 }),
    options.signal,
  );
  // At once: what nobody reads when a process ends is thrown away.
  const frames = decoder.stdout.pipe(new PassThrough({ readableHighWaterMark: ahead * planeBytes }));
  const decoded = readPieces(frames, planeBytes);
  let seen = -1;
  try {
    for (const look of looks) {
      const painted = await painting.next(look);
      for (const frame of look.frames) {
        const { value: plane, done } = await decoded.next();
        if (done) return `it ends before frame ${frame} of ${timeline.frames}`;
        const off = worstTile(painted, plane, timeline);
        if (off > MOST_ERROR)
          return `frame ${frame} is not what was painted (mean square error ${Math.round(off)})`;
        seen = frame;
      }
    }
    if (seen < last && (await decoded.next()).done) return `it ends before frame ${last}`;
    if (!(await decoded.next()).done) return `it has more than ${timeline.frames} frames`;
    await decoder.finished;
    return null;
  } catch (error) {
    if (error instanceof FfmpegFailed) return error.message;
    throw error;
  } finally {
    await painting.close();
    await decoder.abandon();
    // What was painted for it would stay until V8 looks for garbage next, which is hundreds of rows away.
    if (!hurry) globalThis.gc?.();
  }
}

/** So much memory takes each of what is decoded, what is painted of clips and what is painted else, before it is looked at. */
const AHEAD_BYTES = 4 * 1024 * 1024;
/** Less than a clip's decoder takes. */
const CLIPS_AHEAD_BYTES = 16 * 1024 * 1024;

/** In order. */
function planLooks({ timeline, clipFrames }: PreparedVideo, closely: SampleOptions['closely']): Look[] {
  const looks: Look[] = [];
  /** Pictures of a single frame, one after the other. */
  let moving = 0;
  for (const picture of planPictures(timeline, clipFrames)) {
    const { start, frames } = picture;
    if (frames > 1) looks.push({ picture, frames: [start, start + frames - 1] });
    else if (moving < BEGINNING || (moving % LOOK_EVERY === 0 && closely(start)))
      looks.push({ picture, frames: [start] });
    moving = frames > 1 ? 0 : moving + 1;
  }
  const step = Math.ceil(looks.length / MOST_LOOKS);
  return looks.filter((_, index) => index % step === 0);
}

/** Of a movement, pictures. */
const BEGINNING = 4;
const LOOK_EVERY = 6;
/** So many are named in one argument of a program. */
const MOST_LOOKS = 1_500;

/** Only the brightness of the frames that are looked at comes out, the last one, and any that should not be there. */
function decoderArguments(
  file: string,
  looks: Look[],
  { last, threads }: { last: number; threads: number },
): string[] {
  const frames = looks.flatMap((look) => look.frames).filter((frame) => frame < last);
  const wanted = anyOf([...frames.map((frame) => `eq(n,${frame})`), `gte(n,${last})`]);
  return [
    ...['-nostdin', '-xerror', ...LOCAL_FILES_ONLY, '-threads', String(threads), '-f', 'mov'],
    ...['-i', localInput(file), '-map', '0:v:0'],
    ...['-vf', `select='${wanted}',extractplanes=y`, '-fps_mode', 'passthrough'],
    ...['-f', 'rawvideo', 'pipe:1'],
  ];
}

/** ffmpeg takes a long sum only in parts of parts. */
function anyOf(terms: string[]): string {
  if (terms.length <= 2) return terms.join('+');
  const half = terms.length >> 1;
  return `(${anyOf(terms.slice(0, half))})+(${anyOf(terms.slice(half))})`;
}

/** A letter that is another one is far above it, the coarsest quantiser of ours well below. */
const MOST_ERROR = 900;
