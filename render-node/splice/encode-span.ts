/** Sends what is new in a span to an encoder and puts together what comes back. */
import type { Picture } from '../video/events.ts';
import type { JoinedStream } from './joined-stream.ts';
import { isKeySlice, isReference, isSlice, splitNalUnits } from './nal-units.ts';
import { UnfitStream } from './parameter-sets.ts';
import type { PictureStream, SentPicture } from './picture-stream.ts';
import type { PlannedSpan } from './plan-spans.ts';

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

export interface CodedPicture {
  /** When it is shown, counted from the span's beginning. */
  frame: number;
  /** Stands for itself; any other one builds on the picture before. */
  key: boolean;
  /** NAL units with their lengths before them, numbered for their place. */
  bytes: Buffer;
}

export interface SpanEncoding {
  stream: Pick<PictureStream, 'encode'>;
  /** At least every so many frames a key picture comes, for players to seek to. */
  keyEvery: number;
  paint(picture: Picture): Promise<PaintedPicture>;
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
  pictures: { frame: number; key: boolean; coded: Promise<Buffer> }[];
}

/** Resolves when all is painted and sent, while the encoder is still at it. */
export async function sendSpan(
  span: PlannedSpan,
  { stream, keyEvery, paint }: SpanEncoding,
): Promise<SentSpan> {
  const pictures: SentSpan['pictures'] = [];
  let lastKey = 0;

  const put = (frame: number, key: boolean, { coded }: Pick<SentPicture, 'coded'>) => {
    pictures.push({ frame, key, coded });
    if (key) lastKey = frame;
  };

  for (const picture of span.pictures) {
    const frame = picture.start - span.start;
    const end = frame + picture.frames;
    const painted = await paint(picture);
    let ownKey: SentPicture | null = null;
    if (painted.changed || pictures.length === 0) {
      const key = pictures.length === 0 || frame - lastKey >= keyEvery;
      const sent = send(stream, painted, key);
      put(frame, key, sent);
      if (key) ownKey = sent;
    }
    // A long hold is the same key picture again and again.
    while (lastKey + keyEvery < end) {
      ownKey ??= send(stream, painted, true);
      put(Math.max(frame, lastKey + keyEvery), true, ownKey);
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
 * @param place pictures since the last key picture; 0 for a key picture.
 */
export type FinishPicture = (slices: Buffer[], place: number, stream: JoinedStream) => Buffer;

/** What can be put into a video's stream. */
export interface JoinableSpan extends Omit<EncodedSpan, 'pictures'> {
  /** How many of its pictures are coded. */
  coded: number;
  /** As they stand in a stream; of a film, which brings its own, as they are. */
  picturesIn(stream: JoinedStream): CodedPicture[];
}

/** What a row before has encoded, for a stream of its lane or as a film. */
export function joinable({ pictures, ...span }: EncodedSpan): JoinableSpan {
  return {
    ...span,
    coded: pictures.length,
    picturesIn(stream) {
      if (span.film) return pictures;
      let lastKey = 0;
      return pictures.map(({ frame, key, bytes }) => {
        if (key) lastKey = frame;
        return { frame, key, bytes: stream.place(bytes, frame - lastKey) };
      });
    },
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
  const coded: { frame: number; key: boolean; place: number; slices: Buffer[] }[] = [];
  let lastKey = 0;
  for (const { frame, key, coded: bytes } of pictures) {
    if (key) lastKey = frame;
    const slices = splitNalUnits(await bytes).filter(isSlice);
    if (slices.length === 0 || slices.some((slice) => isKeySlice(slice) !== key || !isReference(slice)))
      throw new UnfitStream('key pictures come elsewhere than asked for');
    coded.push({ frame, key, place: frame - lastKey, slices });
  }
  return {
    frames,
    film: null,
    coded: coded.length,
    picturesIn: (stream) =>
      coded.map(({ frame, key, place, slices }) => ({ frame, key, bytes: finish(slices, place, stream) })),
  };
}
