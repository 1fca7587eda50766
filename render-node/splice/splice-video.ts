/**
 * One row's video, joined from coded pieces: only pictures that no row has shown before are painted and encoded, held
 * frames are a few bytes each, and the MP4 is written here (docs/decisions/splice.md).
 */
import { writeFile } from 'node:fs/promises';
import type { Logger } from '../../runtime/logger.ts';
import type { PictureStreamSettings } from '../encoder/picture-stream-arguments.ts';
import type { RenderTools } from '../render-tools.ts';
import { planPictures } from '../video/events.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import { describeVideo, type VideoDescription } from './describe-video.ts';
import type { EncodedSpan } from './encode-span.ts';
import { encodeSpans, type WantedSpan } from './encode-spans.ts';
import type { EncoderLane } from './encoder-lane.ts';
import { joinHeaders } from './parameter-sets.ts';
import { type OverlayPlan, planOverlay } from './plan-overlay.ts';
import { type PlannedSpan, planSpans } from './plan-spans.ts';
import { planStrip, type Strip } from './plan-strip.ts';
import { readSound } from './read-sound.ts';
import { spanKey } from './span-key.ts';
import type { SpanStore } from './span-store.ts';
import { type FilmPicture, writeMp4 } from './write-mp4.ts';
import type { YuvCanvas } from './yuv-canvas.ts';

export interface SpliceTools extends Pick<RenderTools, 'media' | 'signal' | 'threads'> {
  lane: EncoderLane;
  /** Null: what one row has encoded is no other row's. */
  shared: SharedWork | null;
  /** An encoder for parts of the lane's pictures. Null: pictures are encoded whole. */
  partLane: ((height: number) => Promise<EncoderLane>) | null;
  canvas: YuvCanvas;
}

/** What rows use of each other's work. */
export interface SharedWork {
  /** False for a first row, which may be the only one: it takes what is there and prepares nothing for others. */
  isWorthIt: boolean;
  store: SpanStore;
  /** Whatever decides about pixels and their coding, besides what a span shows. */
  engine: string[];
  /** For what is too large for the store; may be emptied at any time. */
  folder: string;
  log: Logger;
}

export interface SpliceJob {
  video: PreparedVideo;
  settings: PictureStreamSettings;
  /** The frame that the thumbnail shows. */
  thumbnailFrame: number;
  /** An .m4a file of the video's length; null for a silent video. */
  audioFile: Promise<string | null>;
  output: string;
}

export interface SplicedVideo {
  thumbnail: Buffer;
  spans: SplicedSpan[];
}

/**
 * How a span is encoded: `thorough` once for all rows, `strip` the rows of macroblocks that change, `overlay` and `whole` all
 * of each picture, of which `overlay` paints only what rows change.
 */
export type SpanWay =
  | { way: 'thorough' }
  | { way: 'strip'; strip: Strip }
  | { way: 'overlay'; plan: OverlayPlan }
  | { way: 'whole' };

/** What was done for a span. */
export interface SplicedSpan extends Omit<PlannedSpan, 'pictures'> {
  /** Distinct pictures. */
  pictures: number;
  way: SpanWay;
  /** How many of them were encoded for this row. */
  encoded: number;
  /** Its name among what rows share; null: it is this row's alone. */
  key: string | null;
}

/**
 * @throws {EncoderFailed} when the lane dies.
 * @throws {UnfitStream} when the encoder does not do as asked.
 */
export async function spliceVideo(tools: SpliceTools, job: SpliceJob): Promise<SplicedVideo> {
  const { timeline, clipFrames } = job.video;
  const spans = planSpans(planPictures(timeline, clipFrames), timeline.fps);
  const description = await describeVideo(timeline, tools.media);
  const wanted = await Promise.all(spans.map((span) => want(span, tools, job, description)));
  const encoded = await encodeSpans(tools, { ...job, description }, wanted);
  await writeFile(job.output, await joinSpans(tools.lane, job, encoded));
  const thumbnail = encoded.find((span) => span.thumbnail)?.thumbnail;
  if (!thumbnail) throw new Error(`No picture holds frame ${job.thumbnailFrame}`);
  return {
    thumbnail,
    spans: wanted.map(({ span: { pictures, ...span }, way, key, known }, index) => ({
      ...span,
      pictures: pictures.length,
      way,
      encoded: known ? 0 : (encoded[index]?.pictures.length ?? 0),
      key,
    })),
  };
}

/** The way of a span, and what a row before has encoded of it that way. */
async function want(
  span: PlannedSpan,
  tools: SpliceTools,
  job: SpliceJob,
  description: VideoDescription,
): Promise<WantedSpan> {
  const { shared } = tools;
  const asked = async (way: SpanWay): Promise<WantedSpan> => {
    const key = sharedKey(tools, job, span, way, description);
    return { span, way, key, known: (key && (await shared?.store.find(key))) || null };
  };
  if (!shared) return asked({ way: 'whole' });
  const best = await asked(bestWay(span, tools, job.video, description));
  return best.known || shared.isWorthIt ? best : asked({ way: 'whole' });
}

/** For a template of many rows. */
function bestWay(
  span: PlannedSpan,
  { partLane }: SpliceTools,
  video: PreparedVideo,
  description: VideoDescription,
): SpanWay {
  // No row differs in it.
  if (span.variables.length === 0) return { way: 'thorough' };
  const strip = partLane ? planStrip(span, video, description) : null;
  if (strip) return { way: 'strip', strip };
  const plan = planOverlay(span, video);
  return plan ? { way: 'overlay', plan } : { way: 'whole' };
}

function sharedKey(
  { shared }: SpliceTools,
  { video, thumbnailFrame }: SpliceJob,
  span: PlannedSpan,
  { way }: SpanWay,
  description: VideoDescription,
): string | null {
  if (!shared) return null;
  const { start, frames } = span;
  const isHere = thumbnailFrame >= start && thumbnailFrame < start + frames;
  return spanKey(span, {
    timeline: video.timeline,
    description,
    engine: [...shared.engine, way],
    thumbnailFrame: isHere ? thumbnailFrame - start : null,
  });
}

async function joinSpans(lane: EncoderLane, job: SpliceJob, spans: EncodedSpan[]): Promise<Buffer> {
  const { width, height, fps, frames } = job.video.timeline;
  const pictures: FilmPicture[] = [];
  let lastKey = 0;
  const put = (picture: FilmPicture) => {
    if (picture.key) lastKey = picture.shownAt;
    pictures.push(picture);
  };
  for (const span of spans) {
    const first = pictures.length;
    if (span.film) {
      for (const { frame, key, bytes } of span.pictures) put({ bytes, key, shownAt: first + frame });
      continue;
    }
    const coded = new Map(span.pictures.map((picture) => [picture.frame, picture]));
    for (let frame = 0; frame < span.frames; frame++) {
      const shownAt = first + frame;
      const { key, bytes } = coded.get(frame) ?? { key: false, bytes: lane.heldPicture(shownAt - lastKey) };
      put({ bytes, key, shownAt });
    }
  }
  if (pictures.length !== frames) throw new Error(`${pictures.length} frames joined instead of ${frames}`);
  const audioFile = await job.audioFile;
  const sound = audioFile === null ? null : await readSound(audioFile);
  const films = spans.flatMap(({ film }) => (film ? [film] : []));
  return writeMp4({ width, height, fps, avcC: joinHeaders(lane.sets.avcC, films), pictures, sound });
}
