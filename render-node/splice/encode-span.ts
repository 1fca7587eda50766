/** Sends what is new in a span to an encoder and puts together what comes back. */
import type { Picture } from '../video/events.ts';
import {
  type OrderedPicture,
  type Place,
  type PlacedFrame,
  placeFrames,
  plainPlace,
} from './decoding-order.ts';
import type { JoinedStream } from './joined-stream.ts';
import { isKeySlice, isReference, isSlice, splitNalUnits } from './nal-units.ts';
import type { PictureStream, SentPicture } from './picture-stream.ts';
import type { PlannedSpan } from './plan-spans.ts';
import { UnfitStream } from './unfit-stream.ts';

/** A stretch of video that builds on nothing before: it fits any video whose stream has the same header. */
export interface EncodedSpan {
  frames: number;
  /** In the order they are decoded in, the first at frame 0. A frame without one holds the picture before. */
  pictures: CodedPicture[];
  /** The header of its own stream, when it has one; then there is a picture for each frame. */
  film: Buffer | null;
  /** A small JPEG of the moment that the template names, when that lies in this span. */
  thumbnail: Buffer | null;
}

/** A key picture stands for itself; any other coded one builds on the coded one before. */
export interface CodedPicture extends OrderedPicture {
  /** NAL units with their lengths before them, numbered for their place. Of a mixed picture, which any stream has its own of, none. */
  bytes: Buffer;
}

export interface SpanEncoding {
  stream: Pick<PictureStream, 'encode'>;
  /** At least every so many frames a key picture comes, for players to seek to. */
  keyEvery: number;
  paint(picture: Picture): Promise<PaintedPicture>;
  /** Called with a picture that is not painted. */
  pass(picture: Picture): Promise<void>;
}

export interface PaintedPicture {
  /** Planar YUV 4:2:0. */
  yuv: Uint8Array;
  /** False when no pixel differs from the picture painted before. */
  changed: boolean;
  /** The bytes are needed until this is done. */
  freeAfter(taken: Promise<void>): void;
}

export interface SentSpan {
  frames: number;
  pictures: SentOrMixed[];
}

interface SentOrMixed extends OrderedPicture {
  /** Null: it is mixed. */
  coded: Promise<Buffer> | null;
}

/** Resolves when all is painted and sent, while the encoder is still at it. */
export async function sendSpan(
  span: PlannedSpan,
  { stream, keyEvery, paint, pass }: SpanEncoding,
): Promise<SentSpan> {
  const pictures: SentSpan['pictures'] = [];
  let lastKey = 0;
  /** Since the last coded one. */
  let mixed: SentOrMixed[] = [];

  const put = (frame: number, key: boolean, { coded }: Pick<SentPicture, 'coded'>) => {
    pictures.push({ frame, key, mix: null, coded }, ...mixed);
    mixed = [];
    if (key) lastKey = frame;
  };

  for (const picture of span.pictures) {
    const frame = picture.start - span.start;
    const end = frame + picture.frames;
    const mix = span.mixes.get(picture);
    if (mix !== undefined) {
      for (let at = frame; at < end; at++) mixed.push({ frame: at, key: false, mix, coded: null });
      await pass(picture);
      continue;
    }
    const painted = await paint(picture);
    let ownKey: SentPicture | null = null;
    let free = frame;
    // Of two equal pictures all mixes are equal, too.
    if (!painted.changed) mixed = [];
    if (painted.changed || pictures.length === 0) {
      // Nothing that is mixed reaches over a key picture: it comes later then.
      const key = pictures.length === 0 || (mixed.length === 0 && frame - lastKey >= keyEvery);
      const sent = send(stream, painted, key);
      put(frame, key, sent);
      free++;
      if (key) ownKey = sent;
    }
    // A long hold is the same key picture again and again.
    const nextKey = () => Math.max(free, lastKey + keyEvery);
    while (nextKey() < end) {
      ownKey ??= send(stream, painted, true);
      put(nextKey(), true, ownKey);
    }
  }
  return { frames: span.frames, pictures };
}

function send(stream: SpanEncoding['stream'], { yuv, freeAfter }: PaintedPicture, key: boolean): SentPicture {
  const sent = stream.encode(yuv, key);
  freeAfter(sent.taken);
  return sent;
}

/**
 * A coded picture's NAL units with their lengths before them, as they stand in a stream.
 * @param slices as they came from the encoder.
 */
export type FinishPicture = (slices: Buffer[], place: Place, stream: JoinedStream) => Buffer;

/** What can be put into a video's stream. */
export interface JoinableSpan extends Omit<EncodedSpan, 'pictures'> {
  /** In the order they are decoded in. */
  pictures: JoinablePicture[];
}

export interface JoinablePicture extends OrderedPicture {
  /** As it stands in a stream; of a film, which brings its own, as it is. */
  bytesIn(stream: JoinedStream, place: Place): Buffer;
}

/** All of its frames, in the order they are decoded in. */
export function framesOf({ film, frames, pictures }: JoinableSpan): PlacedFrame<JoinablePicture>[] {
  if (!film) return placeFrames(pictures, frames);
  // Its pictures have places of their own.
  return pictures.map((picture) => ({ frame: picture.frame, picture, place: plainPlace(0) }));
}

/** What a row before has encoded, for a stream of its lane or as a film. */
export function joinable({ pictures, ...span }: EncodedSpan): JoinableSpan {
  return {
    ...span,
    pictures: pictures.map(({ bytes, ...picture }) => ({
      ...picture,
      bytesIn: (stream, place) => {
        if (span.film) return bytes;
        return picture.mix === null ? stream.place(bytes, place) : stream.mixed(picture.mix, place);
      },
    })),
  };
}

/**
 * @throws {EncoderFailed} when the encoder has ended before it was through.
 * @throws {UnfitStream} when it has not done as asked.
 */
export async function receiveSpan(
  { frames, pictures }: SentSpan,
  finish: FinishPicture,
): Promise<Omit<JoinableSpan, 'thumbnail'>> {
  const received: JoinablePicture[] = [];
  for (const { coded, ...picture } of pictures) {
    const { key, mix } = picture;
    const slices = coded && splitNalUnits(await coded).filter(isSlice);
    if (slices?.length === 0 || slices?.some((slice) => isKeySlice(slice) !== key || !isReference(slice)))
      throw new UnfitStream('key pictures come elsewhere than asked for');
    received.push({
      ...picture,
      bytesIn: (stream, place) => (slices ? finish(slices, place, stream) : stream.mixed(mix!, place)),
    });
  }
  return { frames, film: null, pictures: received };
}
