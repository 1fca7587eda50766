/**
 * One row's video, joined from coded pieces: only pictures that no row has shown before are painted and encoded, held
 * frames are a few bytes each, and the MP4 is written here (docs/decisions/splice.md).
 */
import { open } from 'node:fs/promises';
import { planPictures } from '../video/events.ts';
import { bestWay, plainWay, withPlan } from './choose-way.ts';
import { describeVideo, type VideoDescription } from './describe-video.ts';
import { framesOf, type JoinableSpan } from './encode-span.ts';
import { encodeSpans, type WantedSpan } from './encode-spans.ts';
import type { LaneCoding } from './encoder-lane.ts';
import { laneStream, orderedStream } from './joined-stream.ts';
import { withMixes } from './plan-mixes.ts';
import { planOverlay } from './plan-overlay.ts';
import { kindOf, type PlannedSpan, planSpans } from './plan-spans.ts';
import { readSound } from './read-sound.ts';
import { spanKey } from './span-key.ts';
import type { SharedWork, SpanWay, SpliceJob, SpliceTools } from './splice-job.ts';
import { type FilmPicture, writeMp4 } from './write-mp4.ts';

export interface SplicedVideo {
  thumbnail: Buffer;
  spans: SplicedSpan[];
  /** What this row has shown and all rows to come will, encoded with care: worth the time when nobody waits for it. */
  careful: CarefulWork | null;
}

export interface CarefulWork {
  /** Of its spans, as `SplicedSpan` has them. */
  keys: Set<string>;
  /** Errors as of `spliceVideo`. */
  encode(): Promise<unknown>;
}

/** What was done for a span. */
export interface SplicedSpan extends Omit<PlannedSpan, 'pictures' | 'mixes'> {
  /** Distinct pictures, and how many of them are mixed of others. */
  pictures: number;
  mixed: number;
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
  const planned = planSpans(planPictures(timeline, clipFrames), timeline.fps);
  const spans = tools.coding.mixes ? planned.map((span) => withMixes(span, job.video)) : planned;
  const description = await describeVideo(timeline, tools.media);
  const wants = await Promise.all(spans.map((span) => want(span, tools, job, description)));
  const wanted = wants.map(({ now }) => now);
  const described = { ...job, description, thumbnails: tools.canvas.thumbnails };
  const encoded = await encodeSpans(tools, described, wanted);
  await writeVideo(tools.coding, job, encoded);
  const thumbnail = encoded.find((span) => span.thumbnail)?.thumbnail;
  if (!thumbnail) throw new Error(`No picture holds frame ${job.thumbnailFrame}`);
  return {
    thumbnail,
    spans: wanted.map(({ span: { pictures, mixes, ...span }, way, key, known }, index) => ({
      ...span,
      pictures: pictures.length,
      mixed: mixes.size,
      way,
      encoded: known ? 0 : (encoded[index]?.pictures.filter(({ mix }) => mix === null).length ?? 0),
      key,
    })),
    careful: carefulWork(
      wants.flatMap(({ later }) => later ?? []),
      (later) => encodeSpans({ ...tools, painted: () => undefined }, described, later),
    ),
  };
}

function carefulWork(
  later: WantedSpan[],
  encode: (later: WantedSpan[]) => Promise<unknown>,
): CarefulWork | null {
  if (later.length === 0) return null;
  return { keys: new Set(later.flatMap(({ key }) => key ?? [])), encode: () => encode(later) };
}

interface Wants {
  now: WantedSpan;
  /** The same span for rows to come. */
  later: WantedSpan | null;
}

/** The way of a span, and what a row before has encoded of it that way. */
async function want(
  span: PlannedSpan,
  tools: SpliceTools,
  job: SpliceJob,
  description: VideoDescription,
): Promise<Wants> {
  const { shared } = tools;
  const asked = async (way: SpanWay): Promise<WantedSpan> => {
    const key = sharedKey(tools, job, span, way, description);
    const onDisk = span.variables.length === 0 || shared?.repeats.comeAgain(kindOf(span)) === true;
    return { span, way, key, known: (key && (await shared?.store.find(key, { onDisk }))) || null };
  };
  if (!shared) return { now: await asked(plainWay(null)), later: null };
  const best = await asked(bestWay(span, job.video, description, { strips: tools.partLane !== null }));
  if (best.known) return { now: best, later: null };
  const plan = planOverlay(span, job.video);
  const planned = { ...best, way: withPlan(best.way, plan) };
  if (best.way.way !== 'thorough' && shared.isWorthIt) return { now: planned, later: null };
  const later = (await isWorthCare(best, shared)) ? planned : null;
  return { now: await asked(plainWay(plan)), later };
}

async function isWorthCare({ way, key }: WantedSpan, shared: SharedWork): Promise<boolean> {
  return way.way === 'thorough' && shared.isWorthCare && key !== null && shared.store.claim(key);
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

/** Piece by piece: most of them are in memory anyway, and a row's bytes in one would be garbage that is found late. */
async function writeVideo(coding: LaneCoding, job: SpliceJob, spans: JoinableSpan[]): Promise<void> {
  const pieces = await joinSpans(coding, job, spans);
  const file = await open(job.output, 'w');
  try {
    const { bytesWritten } = await file.writev(joinNeighbours(pieces));
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    if (bytesWritten < bytes) throw new Error(`Only ${bytesWritten} of ${bytes} bytes were written`);
  } finally {
    await file.close();
  }
}

/** What lies side by side in memory is written as one. */
function joinNeighbours(pieces: Buffer[]): Buffer[] {
  const joined: Buffer[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.buffer === piece.buffer && last.byteOffset + last.length === piece.byteOffset)
      joined[joined.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + piece.length);
    else joined.push(piece);
  }
  return joined;
}

async function joinSpans(coding: LaneCoding, job: SpliceJob, spans: JoinableSpan[]): Promise<Buffer[]> {
  const { width, height, fps, frames } = job.video.timeline;
  const films = spans.flatMap(({ film }) => film ?? []);
  const isOrdered = films.length > 0 || spans.some(isMixed);
  const stream = isOrdered ? orderedStream(coding, films) : laneStream(coding);
  const pictures: FilmPicture[] = [];
  for (const span of spans) {
    const first = pictures.length;
    for (const { frame, picture, place } of framesOf(span))
      pictures.push({
        bytes: picture?.bytesIn(stream, place) ?? stream.held(place),
        key: picture?.key ?? false,
        shownAt: first + frame,
      });
  }
  if (pictures.length !== frames) throw new Error(`${pictures.length} frames joined instead of ${frames}`);
  const audioFile = await job.audioFile;
  const sound = audioFile === null ? null : await readSound(audioFile);
  return writeMp4({ width, height, fps, avcC: stream.sets.avcC, pictures, sound });
}

function isMixed({ pictures }: JoinableSpan): boolean {
  return pictures.some(({ mix }) => mix !== null);
}
