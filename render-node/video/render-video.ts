/**
 * One row's video. Spliced where that can be done; else whole: painted picture by picture, encoded in one pass with its
 * sound, and looked at. The second way is the measure of the first.
 */
import { join } from 'node:path';
import type { Logger } from '../../runtime/logger.ts';
import { renderVideoSound } from '../audio/render-video-sound.ts';
import type { EncoderChoice } from '../encoder/choose-encoder.ts';
import type { EncoderName, EncodingSettings } from '../encoder/encoder-arguments.ts';
import { EncoderFailed, openEncoder } from '../encoder/open-encoder.ts';
import { convertFormat, firstQuality } from '../encoder/other-formats.ts';
import { encodeThumbnail } from '../image/small-picture.ts';
import { convertToYuv, yuvBytes } from '../pixels/convert-to-yuv.ts';
import type { RenderTools } from '../render-tools.ts';
import type { Splicer } from '../splice/splicer.ts';
import type { Turn } from '../turns.ts';
import { type Picture, planPictures } from './events.ts';
import { createFramePainter } from './frame-painter.ts';
import { type PreparedVideo, prepareVideo, type VideoJob } from './prepare-video.ts';
import { frameAt, type Timeline } from './timeline.ts';
import { verifyVideo } from './verify-video.ts';

export interface VideoTools extends RenderTools {
  encoder: EncoderChoice;
  /** Null: every video is rendered whole. */
  splicer: Splicer | null;
  /** Taken by the caller. */
  turn: Turn;
  /** Is told of work that is to be done when the row has been answered. */
  later(work: () => Promise<void>): void;
  log: Logger;
}

export interface RenderedVideo {
  /** In the work folder, of the template's output format. */
  file: string;
  /** A small JPEG of the moment that the template names. */
  thumbnail: Buffer;
  /** What made the file: not the chosen one when that failed on this row. */
  encoder: string;
  /** Of the timeline; a GIF may hold every other one. */
  frames: number;
}

/** @throws {RenderFailure} naming scene, layer and variable where it is theirs. */
export async function renderVideo(tools: VideoTools, job: VideoJob): Promise<RenderedVideo> {
  const { width, height, fps, output } = job.template;
  const mp4 = await renderMp4(tools, job);
  const { threads, workFolder: folder, signal } = tools;
  const film = { file: mp4.file, frames: mp4.frames, width, height, fps, threads, folder };
  const { file, encoder } = await convertFormat(film, output, signal);
  return { ...mp4, file, encoder: encoder ?? mp4.encoder };
}

async function renderMp4(tools: VideoTools, job: VideoJob): Promise<RenderedVideo> {
  const { output: _, ...settings } = pictureSettings(tools, job, job.template);
  tools.splicer?.expect({ ...settings, effort: 'live' });
  const preparing = prepareVideo(tools, job);
  // Beside the pictures: it has processes of its own.
  const sound = renderVideoSound(tools, job.template, preparing);
  // It may fail long before the pictures are done and anybody waits for it.
  sound.catch(() => undefined);
  try {
    const video = await preparing;
    return (await splice(tools, job, video, sound)) ?? (await renderWhole(tools, job, video, await sound));
  } finally {
    // Whatever failed first: nothing writes into the row's folder any more.
    await Promise.allSettled([sound]);
  }
}

function pictureSettings(
  { encoder, workFolder }: VideoTools,
  { template }: VideoJob,
  { width, height, fps }: Pick<Timeline, 'width' | 'height' | 'fps'>,
) {
  return {
    ...{
      encoder: encoder.name,
      quality: firstQuality(template.output, { width, height }),
      width,
      height,
      fps,
    },
    output: join(workFolder, 'output.mp4'),
  };
}

/** Null when it is to be rendered whole. */
async function splice(
  tools: VideoTools,
  job: VideoJob,
  video: PreparedVideo,
  audioFile: Promise<string | null>,
): Promise<RenderedVideo | null> {
  const { output, ...settings } = pictureSettings(tools, job, video.timeline);
  const { timeline } = video;
  const spliced = await tools.splicer?.splice(tools, job.template, {
    video,
    settings: { ...settings, effort: 'live' },
    thumbnailFrame: frameAt(timeline, job.template.thumbnail_time),
    audioFile,
    output,
  });
  if (!spliced) return null;
  const { thumbnail, encoder } = spliced;
  return { file: output, thumbnail, encoder, frames: timeline.frames };
}

async function renderWhole(
  tools: VideoTools,
  job: VideoJob,
  video: PreparedVideo,
  audioFile: string | null,
): Promise<RenderedVideo> {
  await tools.turn.take();
  const settings = { ...pictureSettings(tools, job, video.timeline), threads: tools.threads, audioFile };
  const { thumbnail, encoder } = await encodeWithFallback(tools, job, video, settings);
  await verifyVideo(settings, video.timeline.frames);
  return { file: settings.output, thumbnail, encoder, frames: video.timeline.frames };
}

/** A card's encoder may run out of sessions at any row: that row is encoded by libx264, the batch goes on. */
async function encodeWithFallback(
  tools: VideoTools,
  job: VideoJob,
  video: PreparedVideo,
  settings: EncodingSettings,
): Promise<{ thumbnail: Buffer; encoder: EncoderName }> {
  try {
    return { thumbnail: await encode(tools, job, video, settings), encoder: settings.encoder };
  } catch (error) {
    if (settings.encoder === 'libx264' || !(error instanceof EncoderFailed)) throw error;
    tools.log.warn(
      { err: error.cause, encoder: settings.encoder },
      'encoder failed, using libx264 for this row',
    );
    return {
      thumbnail: await encode(tools, job, video, { ...settings, encoder: 'libx264' }),
      encoder: 'libx264',
    };
  }
}

async function encode(
  { threads, signal }: VideoTools,
  { template }: VideoJob,
  video: PreparedVideo,
  settings: EncodingSettings,
): Promise<Buffer> {
  const { timeline } = video;
  const thumbnailFrame = frameAt(timeline, template.thumbnail_time);
  const painter = createFramePainter(video, { fps: timeline.fps, threads, signal });
  const encoder = openEncoder(settings, signal);
  // Two buffers: a picture is painted while ffmpeg still takes the one before.
  let [free, taken] = [new Uint8Array(yuvBytes(timeline)), new Uint8Array(yuvBytes(timeline))];
  let sending: Promise<void> = Promise.resolve();
  let thumbnail: Buffer | null = null;
  try {
    for (const picture of planPictures(timeline, video.clipFrames)) {
      const { canvas } = await painter.paint(picture);
      if (holds(picture, thumbnailFrame)) thumbnail = encodeThumbnail(canvas);
      const yuv = convertToYuv(canvas.data(), timeline, free);
      await sending;
      [free, taken] = [taken, free];
      sending = encoder.write(yuv, picture.frames);
      // Painting may fail first; then nobody awaits this one.
      sending.catch(() => undefined);
    }
    await sending;
    await encoder.finish();
  } finally {
    await painter.close();
    await encoder.abandon();
  }
  if (!thumbnail) throw new Error(`No picture holds frame ${thumbnailFrame}`);
  return thumbnail;
}

function holds({ start, frames }: Picture, frame: number): boolean {
  return frame >= start && frame < start + frames;
}
