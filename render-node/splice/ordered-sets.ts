/** What says how a stream is coded in which pictures are not all shown in the order they are decoded in. */
import { createBitCopier } from './bit-copier.ts';
import { createBitReader } from './bit-reader.ts';
import { createBitWriter } from './bit-writer.ts';
import { mixedPictureSet } from './mixed-picture.ts';
import { escapeNalUnit, unescapeNalUnit } from './nal-units.ts';
import { onlySets, type ParameterSets, readParameterSets } from './parameter-sets.ts';
import { withOrder } from './sequence-set.ts';
import { UnfitStream } from './unfit-stream.ts';

/**
 * For a video in which pictures are shown in another order than they are decoded in: films, and what is mixed. All of it has one
 * sequence set, so that nothing changes for a decoder where one kind follows the other: the film's, or the lane's with an
 * order. How they are coded pictures tell by a picture set for each kind.
 * @returns what slices of `lane` are moved to with `placeSlice`.
 * @throws {UnfitStream} when a decoder would need more room for the one than for the other, or cannot tell them apart.
 */
export function orderedSets(lane: ParameterSets, film: ParameterSets | null): ParameterSets {
  const own = onlySets((film ?? lane).avcC);
  const sequenceSet = film ? own.sequenceSet : withOrder(own.sequenceSet);
  const sequence = sequenceNumber(sequenceSet);
  const pictureSets = [
    withSequence(lane.pictureSet, sequence),
    ...(film ? [film.pictureSet] : []),
    mixedPictureSet(sequence),
  ];
  const isOfOneKind = film === null || lane.references === film.references;
  if (!isOfOneKind || new Set(pictureSets.map(pictureNumber)).size < pictureSets.length)
    throw new UnfitStream('its films are of another kind');
  if (lane.references < FEWEST_REFERENCES) throw new UnfitStream('it keeps one picture to build on');
  const describe = (sets: Buffer[]) =>
    Buffer.concat([
      own.head,
      ...[lengthOf(sequenceSet), sequenceSet, Buffer.from([sets.length])],
      ...sets.flatMap((set) => [lengthOf(set), set]),
      own.rest,
    ]);
  const { pictureSet, slices } = lane;
  return {
    ...readParameterSets(describe([pictureSet])),
    ...{ avcC: describe(pictureSets), pictureSet, slices },
  };
}

/** What is mixed builds on two. */
const FEWEST_REFERENCES = 2;

function lengthOf(set: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(set.length);
  return length;
}

function sequenceNumber(sequenceSet: Buffer): number {
  const reader = createBitReader(unescapeNalUnit(sequenceSet), 8);
  // Profile, its constraints, level.
  reader.bits(24);
  return reader.golomb();
}

function pictureNumber(pictureSet: Buffer): number {
  return createBitReader(unescapeNalUnit(pictureSet), 8).golomb();
}

/** The same picture set for another sequence set. */
function withSequence(pictureSet: Buffer, sequence: number): Buffer {
  const plain = unescapeNalUnit(pictureSet);
  const reader = createBitReader(plain, 8);
  const writer = createBitWriter();
  const copy = createBitCopier(reader, writer);
  copy.golomb();
  reader.golomb();
  writer.golomb(sequence);
  const end = lastOne(plain);
  while (reader.position <= end) copy.flag();
  return escapeNalUnit(Buffer.concat([plain.subarray(0, 1), writer.end(0)]));
}

/** The bit that ends a set; only zeros follow. */
function lastOne(bytes: Buffer): number {
  let bit = bytes.length * 8 - 1;
  while (((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1) === 0) bit--;
  return bit;
}
