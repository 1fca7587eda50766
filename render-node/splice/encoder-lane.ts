/**
 * An encoder that stays open from row to row: starting one costs as much as encoding half a video. With it comes what all
 * its pictures share: the stream's header, and the picture that says "as before", which any held picture is.
 */
import { createHash } from 'node:crypto';
import { EncoderFailed } from '../encoder/open-encoder.ts';
import { MACROBLOCK, type PictureStreamSettings } from '../encoder/picture-stream-arguments.ts';
import { yuvBytes } from '../pixels/convert-to-yuv.ts';
import { kindOfPlace, type Place } from './decoding-order.ts';
import { isSlice, joinNalUnits, splitNalUnits } from './nal-units.ts';
import { numberSlice } from './number-slice.ts';
import { orderedSets } from './ordered-sets.ts';
import { type ParameterSets, readParameterSets } from './parameter-sets.ts';
import { openPictureStream, type PictureStream } from './picture-stream.ts';
import { UnfitStream } from './unfit-stream.ts';

export interface EncoderLane extends Pick<PictureStream, 'encode' | 'usable' | 'drained' | 'abandon'> {
  coding: LaneCoding;
}

/** What is known of all that lanes of the same settings code, whether one is open or not. */
export interface LaneCoding {
  sets: ParameterSets;
  /** Differs between encoders and builds of them that code the same picture differently. */
  identity: string;
  /** The picture before, once more: a few bytes that fit any stream of this lane. @param place not that of a key picture. */
  heldPicture(place: Place): Buffer;
  /** Whether its pictures can stand in a stream with mixed ones. */
  mixes: boolean;
}

/** A working encoder answers within a fraction of a second, on a busy machine within a few. */
const TRIAL_LIMIT_MS = 30_000;
/** All macroblocks skipped: 33 bytes at 720p. More means that the encoder has coded something. */
const MOST_SKIPPED_BYTES = 600;

/**
 * @throws {EncoderFailed} when the encoder does not start or does not answer picture by picture.
 * @throws {UnfitStream} when its pictures cannot be spliced.
 */
export async function openEncoderLane(settings: PictureStreamSettings): Promise<EncoderLane> {
  const stop = new AbortController();
  const stream = openPictureStream(settings, stop.signal);
  const timer = setTimeout(
    () => stop.abort(new EncoderFailed({ cause: new Error('the encoder keeps pictures back') })),
    TRIAL_LIMIT_MS,
  );
  try {
    return await tryOut(stream, settings);
  } catch (error) {
    await stream.abandon();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function tryOut(stream: PictureStream, settings: PictureStreamSettings): Promise<EncoderLane> {
  const grey = new Uint8Array(yuvBytes(settings)).fill(128);
  const [first, second] = await Promise.all([
    stream.encode(grey, true).coded,
    stream.encode(grey, false).coded,
  ]);
  if (!stream.avcC) throw new UnfitStream('it has no header');
  const sets = readParameterSets(stream.avcC);
  const count = settings.part === 'row ends' ? Math.ceil(settings.height / MACROBLOCK) : 1;
  const skipped = slicesOf(second, count);
  if (skipped.some(({ length }) => length > MOST_SKIPPED_BYTES))
    throw new UnfitStream('a held picture is no skipped one');
  slicesOf(first, count);
  const held: Buffer[] = [];
  const identity = createHash('sha256').update(stream.avcC).update(first).update(second).digest('hex');
  return {
    coding: {
      sets,
      identity,
      heldPicture(place) {
        const kind = kindOfPlace(place, sets);
        held[kind] ??= joinNalUnits(skipped.map((slice) => numberSlice(slice, place, sets)));
        return held[kind];
      },
      mixes: canMix(sets),
    },
    encode: (yuv, key) => stream.encode(yuv, key),
    get usable() {
      return stream.usable;
    },
    drained: () => stream.drained(),
    abandon: () => stream.abandon(),
  };
}

function canMix(sets: ParameterSets): boolean {
  try {
    return sets.slices !== null && orderedSets(sets, null).orderBits !== null;
  } catch (error) {
    if (error instanceof UnfitStream) return false;
    throw error;
  }
}

/** @throws {UnfitStream} when the picture is cut into another number of slices. */
export function slicesOf(coded: Buffer, count: number): Buffer[] {
  const slices = splitNalUnits(coded).filter(isSlice);
  if (slices.length !== count)
    throw new UnfitStream(`its pictures have ${slices.length} slices instead of ${count}`);
  return slices;
}

/** @throws {UnfitStream} when the picture is cut into several slices. */
export function onlySlice(coded: Buffer): Buffer {
  return slicesOf(coded, 1)[0]!;
}
