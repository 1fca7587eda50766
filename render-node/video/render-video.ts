/** One row's video, whole: prepared, painted picture by picture, encoded in one pass with its sound, and looked at. */
import { join } from 'node:path';
import type { Logger } from '../../runtime/logger.ts';
import { loadSoundtrack } from '../audio/load-soundtrack.ts';
import { planAudio } from '../audio/plan-audio.ts';
import { renderSound } from '../audio/render-sound.ts';
import type { EncoderChoice } from '../encoder/choose-encoder.ts';
import { convertToYuv, yuvBytes } from '../encoder/convert-to-yuv.ts';
import type { EncoderName, EncodingSettings } from '../encoder/encoder-arguments.ts';
import { EncoderFailed, openEncoder } from '../encoder/open-encoder.ts';
import { encodePreview } from '../image/encode-image.ts';
import type { RenderTools } from '../render-tools.ts';
import { type Picture, planPictures } from './events.ts';
import { createFramePainter } from './frame-painter.ts';
import { clipsVary, type PreparedVideo, prepareVideo, type VideoJob } from './prepare-video.ts';
import { frameAt } from './timeline.ts';
import { verifyVideo } from './verify-video.ts';

export interface VideoTools extends RenderTools {
  encoder: EncoderChoice;
  log: Logger;
}

export interface RenderedVideo {
  /** An .mp4 in the work folder. */
  file: string;
  /** A small JPEG of the moment that the template names. */
  thumbnail: Buffer;
  /** What made the file: not the chosen one when that failed on this row. */
  encoder: EncoderName;
  frames: number;
}

/** @throws {RenderFailure} naming scene, layer and variable where it is theirs. */
export async function renderVideo(tools: VideoTools, job: VideoJob): Promise<RenderedVideo> {
  const video = await prepareVideo(tools, job);
  const audioFile = await renderAudio(tools, job, video);
  const settings: EncodingSettings = {
    encoder: tools.encoder.name,
    quality: job.template.output.quality,
    width: video.timeline.width,
    height: video.timeline.height,
    fps: video.timeline.fps,
    audioFile,
    threads: tools.threads,
    output: join(tools.workFolder, 'output.mp4'),
  };
  const { thumbnail, encoder } = await encodeWithFallback(tools, job, video, settings);
  await verifyVideo(settings, video.timeline.frames);
  return { file: settings.output, thumbnail, encoder, frames: video.timeline.frames };
}

/** Null when nothing of the template can ever sound. */
async function renderAudio(
  tools: VideoTools,
  { template }: VideoJob,
  video: PreparedVideo,
): Promise<string | null> {
  const { timeline, clips } = video;
  const sounds = timeline.scenes.flatMap((scene) =>
    scene.layers.flatMap((span) => {
      const clip = clips.get(span);
      return clip?.sound ? [{ scene, span, source: clip.sound, frames: clip.frames }] : [];
    }),
  );
  const plan = planAudio(timeline, sounds, await loadSoundtrack(tools, template.soundtrack));
  const varies = clipsVary(template);
  // Rows with and without a clip's sound are alike: players are happiest when one template has one kind of file.
  if (plan.tracks.length === 0 && !varies) return null;
  return renderSound(tools, plan, { sharedByRows: !varies });
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
      const canvas = await painter.paint(picture);
      if (holds(picture, thumbnailFrame)) thumbnail = encodePreview(canvas);
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
