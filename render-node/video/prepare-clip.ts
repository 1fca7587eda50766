/** A clip before it plays: what is in the file, how long it lasts, and which of its pixels go where. */
import { DataInvalid, type FailurePlace, placeText, RenderFailure } from '../../contract/render-failure.ts';
import type { LayerOf } from '../../contract/template/layers.ts';
import type { SoundSource } from '../audio/plan-audio.ts';
import { demuxerFor } from '../ffmpeg/demuxer.ts';
import { measureSeconds } from '../ffmpeg/measure-seconds.ts';
import type { VideoStream } from '../ffmpeg/one-shot.ts';
import { probeOnce } from '../ffmpeg/probe-once.ts';
import { FfmpegFailed } from '../ffmpeg/spawn-ffmpeg.ts';
import {
  type Box,
  isEmptyBox,
  layerBox,
  movedBy,
  overlap,
  type PixelBox,
  type Placement,
  paintedBox,
  type Size,
} from '../layers/box.ts';
import { fitMedia } from '../layers/fit-media.ts';
import { followOffset } from '../layers/follow.ts';
import { applyLook, type Look, prepareLook } from '../layers/look.ts';
import type { PrepareEnvironment } from '../layers/prepare-environment.ts';
import type { RenderTools } from '../render-tools.ts';
import type { LayerSpan, Timeline } from './timeline.ts';

export interface Clip {
  span: LayerSpan;
  layer: LayerOf<'video'>;
  path: string;
  demuxer: string;
  stream: VideoStream;
  /** Frames it lasts from its trimmed beginning, at the video's frame rate; at least 1. */
  frames: number;
  sound: SoundSource | null;
  cut: ClipCut;
  placement: Placement;
  look: Look;
  /** Whole pixels of the frame that it can touch; shadow and rotation included. */
  bounds: PixelBox;
}

/** Decoding makes the picture that is drawn: scaled, and cut to the layer's box. */
export interface ClipCut {
  /** The whole picture's size after scaling, whole pixels. */
  scaled: Size;
  /** What is kept of it. */
  kept: Box;
  /** Where that goes in the frame, before rotation. */
  target: Box;
}

/** Null when it shows nothing, or is broken and its layer says to hide it then. */
export async function prepareClip(
  span: LayerSpan,
  timeline: Timeline,
  tools: Pick<RenderTools, 'fonts' | 'media' | 'notes' | 'cacheFolder' | 'signal'> &
    Pick<PrepareEnvironment, 'target'>,
): Promise<Clip | null> {
  if (span.layer.type !== 'video') return null;
  // Keyframes say what else there is of it.
  const layer = span.layer.keyframes.opacity.length > 0 ? { ...span.layer, opacity: 1 } : span.layer;
  const placement = await clipPlacement(layer, timeline, tools.target);
  if (layer.opacity === 0 || isEmptyBox(placement)) return null;
  try {
    const look = await prepareLook(layer, placement, { ...tools, frame: timeline, place: span.place });
    const { reach } = applyLook({ reach: placement, rounded: placement, draw: () => undefined }, look);
    const bounds = paintedBox(placement, reach, timeline);
    if (isEmptyBox(bounds) && isStandingStill(span)) return null;
    const file = await loadClip(span.place, layer, tools);
    const cut = cutClip(displayedSize(file.stream), placement, layer);
    if (isEmptyBox(cut.kept)) return null;
    const frames = clipFrames(span, layer, file.stream, timeline.fps);
    return { span, layer, ...file, frames, cut, placement, look, bounds };
  } catch (error) {
    if (layer.on_error === 'fail' || !(error instanceof RenderFailure) || error.retryable) throw error;
    tools.notes.add(`${error.message}. The layer was left out.`);
    return null;
  }
}

/** @param target finds the layer that it is placed after. */
export async function clipPlacement(
  layer: LayerOf<'video'>,
  frame: Size,
  target: PrepareEnvironment['target'],
): Promise<Placement> {
  const box = layerBox(layer, frame);
  const { dx, dy } = await followOffset(layer, box, { frame, ...(target && { target }) });
  return movedBy(box, dx, dy);
}

/** @throws {RenderFailure} naming the place. */
export async function loadClip(
  place: FailurePlace,
  layer: Pick<LayerOf<'video'>, 'src'>,
  { media, cacheFolder, signal }: Pick<RenderTools, 'media' | 'cacheFolder' | 'signal'>,
): Promise<Pick<Clip, 'path' | 'demuxer' | 'stream' | 'sound'>> {
  const { path, contentType, sha256 } = await media.file(layer.src, 'video', place);
  const demuxer = demuxerFor(contentType);
  if (!demuxer) throw unreadable(place, `its type ${contentType} is not supported`);
  try {
    const { video, audio } = await probeOnce({ path, demuxer, sha256 }, { cacheFolder });
    if (!video) throw unreadable(place, 'it holds no pictures');
    const seconds = video.seconds || (await measureSeconds(path, demuxer, signal));
    return {
      path,
      demuxer,
      stream: { ...video, seconds },
      sound: audio && { path, demuxer, sha256, seconds: audio.seconds || seconds },
    };
  } catch (cause) {
    throw cause instanceof FfmpegFailed
      ? unreadable(place, 'it is damaged or of an unknown kind', cause)
      : cause;
  }
}

function unreadable(place: FailurePlace, problem: string, cause?: unknown): RenderFailure {
  return new RenderFailure('asset_type', `${placeText(place)}: the clip cannot be used: ${problem}`, {
    cause,
  });
}

/** As players show it: pixels made square, then turned. */
function displayedSize({ width, height, pixelAspect, rotation }: VideoStream): Size {
  const square = { width: Math.max(1, Math.round(width * pixelAspect)), height };
  const turned = Math.abs(Math.round(rotation / 90)) % 2 === 1;
  return turned ? { width: square.height, height: square.width } : square;
}

/** A clip is never scaled to more than this: more detail than any video here shows. */
const MAX_SCALED_SIDE = 8_192;

export function cutClip(
  media: Size,
  box: Box,
  { fit, focus }: Pick<LayerOf<'video'>, 'fit' | 'focus'>,
): ClipCut {
  const whole = fitMedia(media, box, fit, focus);
  const detail = Math.min(1, MAX_SCALED_SIDE / Math.max(whole.width, whole.height));
  const scaled = {
    width: Math.max(1, Math.round(whole.width * detail)),
    height: Math.max(1, Math.round(whole.height * detail)),
  };
  const target = overlap(whole, box);
  const across = scaled.width / whole.width;
  const down = scaled.height / whole.height;
  const x = Math.min(scaled.width - 1, Math.round((target.x - whole.x) * across));
  const y = Math.min(scaled.height - 1, Math.round((target.y - whole.y) * down));
  const width = Math.min(scaled.width - x, Math.round(target.width * across));
  const height = Math.min(scaled.height - y, Math.round(target.height * down));
  return { scaled, kept: { x, y, width, height }, target };
}

function isStandingStill({ animations, layer: { keyframes } }: LayerSpan): boolean {
  return animations.length === 0 && Object.values(keyframes).every((track) => track.length === 0);
}

function clipFrames(span: LayerSpan, layer: LayerOf<'video'>, { seconds }: VideoStream, fps: number): number {
  if (layer.trim_start >= seconds)
    throw new DataInvalid({
      ...span.place,
      problem: `trim_start ${layer.trim_start} lies beyond the clip, which lasts ${seconds.toFixed(2)} s`,
    });
  return Math.max(1, Math.round(playedSeconds(layer, seconds) * fps));
}

/** How long a clip plays, from its trimmed beginning and at its speed. @param seconds of the file. */
export function playedSeconds(
  { trim_start, trim_duration, speed }: Pick<LayerOf<'video'>, 'trim_start' | 'trim_duration' | 'speed'>,
  seconds: number,
): number {
  const left = Math.max(0, seconds - trim_start);
  return Math.min(left, trim_duration ?? left) / speed;
}
