/**
 * One row's video, joined from coded pieces: only pictures that no row has shown before are painted and encoded, held
 * frames are a few bytes each, and the MP4 is written here (docs/decisions/splice.md).
 */
import { writeFile } from 'node:fs/promises';
import type { Canvas } from '@napi-rs/canvas';
import type { PictureStreamSettings } from '../encoder/picture-stream-arguments.ts';
import { encodePreview } from '../image/encode-image.ts';
import type { RenderTools } from '../render-tools.ts';
import { type Picture, planPictures } from '../video/events.ts';
import { createFramePainter } from '../video/frame-painter.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import { describeVideo, type VideoDescription } from './describe-video.ts';
import { type EncodedSpan, receiveSpan, type SpanEncoding, sendSpan } from './encode-span.ts';
import type { EncoderLane } from './encoder-lane.ts';
import { openPictureStream } from './picture-stream.ts';
import { type PlannedSpan, planSpans } from './plan-spans.ts';
import { readSound } from './read-sound.ts';
import { sketchPicture } from './sketch.ts';
import { spanKey } from './span-key.ts';
import type { SpanStore } from './span-store.ts';
import { writeMp4 } from './write-mp4.ts';
import type { YuvCanvas, YuvPainter } from './yuv-painter.ts';

export interface SpliceTools extends Pick<RenderTools, 'media' | 'signal' | 'threads'> {
  lane: EncoderLane;
  /** Null: what one row has encoded is no other row's. */
  shared: { store: SpanStore; engine: string[] } | null;
  canvas: YuvCanvas;
}

export interface SpliceJob {
  video: PreparedVideo;
  settings: PictureStreamSettings;
  /** The frame that the thumbnail shows. */
  thumbnailFrame: number;
  /** An .m4a file of the video's length; null for a silent video. */
  audioFile: string | null;
  output: string;
}

export interface SplicedVideo {
  thumbnail: Buffer;
  spans: SplicedSpan[];
}

/** What was done for a span. */
export interface SplicedSpan extends Omit<PlannedSpan, 'pictures'> {
  /** Distinct pictures. */
  pictures: number;
  /** How many of them were encoded for this row. */
  encoded: number;
  /** Its name among what rows share; null: it is this row's alone. */
  key: string | null;
}

/** Key pictures come at least this often, for players to seek to. */
const KEY_EVERY_SECONDS = 4;

/**
 * @throws {EncoderFailed} when the lane dies.
 * @throws {UnfitStream} when the encoder does not do as asked.
 */
export async function spliceVideo(tools: SpliceTools, job: SpliceJob): Promise<SplicedVideo> {
  const { timeline, clipFrames } = job.video;
  const spans = planSpans(planPictures(timeline, clipFrames), timeline.fps);
  const description = await describeVideo(timeline, tools.media);
  const keys = spans.map((span) => sharedKey(tools, job, span, description));
  const known = await Promise.all(keys.map((key) => (key ? tools.shared?.store.find(key) : null)));
  const encoded = await encodeMissing(tools, { ...job, description }, spans, keys, known);
  await writeFile(job.output, await joinSpans(tools.lane, job, encoded));
  const thumbnail = encoded.find((span) => span.thumbnail)?.thumbnail;
  if (!thumbnail) throw new Error(`No picture holds frame ${job.thumbnailFrame}`);
  return {
    thumbnail,
    spans: spans.map(({ pictures, ...span }, index) => ({
      ...span,
      pictures: pictures.length,
      encoded: known[index] ? 0 : (encoded[index]?.pictures.length ?? 0),
      key: keys[index] ?? null,
    })),
  };
}

function sharedKey(
  { shared }: SpliceTools,
  { video, thumbnailFrame }: SpliceJob,
  span: PlannedSpan,
  description: VideoDescription,
): string | null {
  if (!shared) return null;
  const { start, frames } = span;
  const isHere = thumbnailFrame >= start && thumbnailFrame < start + frames;
  return spanKey(span, {
    timeline: video.timeline,
    description,
    engine: [...shared.engine, isStatic(span) ? 'thorough' : 'live'],
    thumbnailFrame: isHere ? thumbnailFrame - start : null,
  });
}

/** No row differs in it. */
function isStatic({ variables }: PlannedSpan): boolean {
  return variables.length === 0;
}

/** Painted in order, one after the other; the encoder is still at one span while the next is painted. */
async function encodeMissing(
  tools: SpliceTools,
  job: DescribedJob,
  spans: PlannedSpan[],
  keys: (string | null)[],
  known: (EncodedSpan | null | undefined)[],
): Promise<EncodedSpan[]> {
  const { timeline } = job.video;
  const { threads, signal, shared } = tools;
  const painter = createFramePainter(
    job.video,
    { fps: timeline.fps, threads, signal },
    tools.canvas.memory(job.description),
  );
  const pictures = tools.canvas.painter(painter);
  const encoding: Promise<EncodedSpan>[] = [];
  try {
    for (const [index, span] of spans.entries()) {
      const there = known[index];
      const key = keys[index] ?? null;
      if (there) {
        encoding.push(Promise.resolve(there));
        continue;
      }
      const encode = shared && isStatic(span) ? encodeThoroughly : encodeLive;
      const { received } = await encode(tools, job, span, pictures);
      encoding.push(received);
      // Painting the next one may fail first; then nobody looks at this one.
      received.then(
        (encoded) => key && shared?.store.keep(key, encoded),
        () => undefined,
      );
    }
    return await Promise.all(encoding);
  } finally {
    await painter.close();
  }
}

interface DescribedJob extends SpliceJob {
  description: VideoDescription;
}

interface Encoding {
  received: Promise<EncodedSpan>;
}

/** Resolves when all is painted and sent. */
async function encodeLive(
  { lane }: SpliceTools,
  job: DescribedJob,
  span: PlannedSpan,
  pictures: YuvPainter,
): Promise<Encoding> {
  return send(lane, lane, job, span, pictures);
}

/** What all rows share is worth more time. It is encoded apart: the lane goes on with pictures that come out at once. */
async function encodeThoroughly(
  tools: SpliceTools,
  job: DescribedJob,
  span: PlannedSpan,
  pictures: YuvPainter,
): Promise<Encoding> {
  const { lane, signal } = tools;
  const stream = openPictureStream({ ...job.settings, effort: 'thorough' }, signal);
  try {
    const sending = await send(lane, stream, job, span, pictures);
    await stream.finish();
    // Not every encoder knows two efforts with one header.
    return stream.avcC?.equals(lane.sets.avcC) ? sending : encodeLive(tools, job, span, pictures);
  } finally {
    await stream.abandon();
  }
}

async function send(
  { sets }: EncoderLane,
  stream: SpanEncoding['stream'],
  { thumbnailFrame, video, description }: DescribedJob,
  span: PlannedSpan,
  pictures: YuvPainter,
): Promise<Encoding> {
  let thumbnail: Buffer | null = null;
  const sent = await sendSpan(span, {
    stream,
    keyEvery: KEY_EVERY_SECONDS * video.timeline.fps,
    paint: (picture) => {
      const look = (canvas: Canvas) => {
        thumbnail = encodePreview(canvas);
      };
      return pictures.paint(picture, sketchPicture(picture, video, description), {
        isFirst: picture.start === span.start,
        look: holds(picture, thumbnailFrame) ? look : null,
      });
    },
  });
  return { received: receiveSpan(sent, sets).then((encoded) => ({ ...encoded, thumbnail })) };
}

function holds({ start, frames }: Picture, frame: number): boolean {
  return frame >= start && frame < start + frames;
}

async function joinSpans(lane: EncoderLane, job: SpliceJob, spans: EncodedSpan[]): Promise<Buffer> {
  const { width, height, fps, frames } = job.video.timeline;
  const pictures: Buffer[] = [];
  const keyFrames: number[] = [];
  for (const span of spans) {
    const first = pictures.length;
    const coded = new Map(span.pictures.map((picture) => [picture.frame, picture]));
    for (let frame = 0; frame < span.frames; frame++) {
      const picture = coded.get(frame);
      if (picture?.key) keyFrames.push(first + frame);
      pictures.push(picture?.bytes ?? lane.heldPicture(first + frame - keyFrames.at(-1)!));
    }
  }
  if (pictures.length !== frames) throw new Error(`${pictures.length} frames joined instead of ${frames}`);
  const sound = job.audioFile === null ? null : await readSound(job.audioFile);
  return writeMp4({ width, height, fps, avcC: lane.sets.avcC, pictures, keyFrames, sound });
}
