/** What an encoder says about its stream once and for all, as far as joining pictures of several encodings depends on it. */
import { createBitReader } from './bit-reader.ts';
import { createBitWriter } from './bit-writer.ts';
import { escapeNalUnit, unescapeNalUnit } from './nal-units.ts';

export interface ParameterSets {
  /** As an MP4 keeps them; streams are joined only when theirs are equal byte by byte. */
  avcC: Buffer;
  /** Width of the field that numbers pictures since the last key picture; it wraps around. */
  frameNumBits: number;
  /** Width of the field that orders pictures, when they have one: counted in steps of 2. Null: order of decoding. */
  orderBits: number | null;
  separateColourPlanes: boolean;
  /** Pictures that a decoder keeps to predict others from. */
  references: number;
  /** What says how pictures are coded (PPS): a slice fits every stream in which this is the same. */
  pictureSet: Buffer;
  /** Null: slices of such a picture are not moved into another. */
  slices: SliceSyntax | null;
}

/** What a slice's header looks like, as far as that is not always so. */
export interface SliceSyntax {
  /** It says how its edges are smoothed. */
  deblocking: boolean;
}

/** A stream that pictures cannot be spliced in. */
export class UnfitStream extends Error {
  constructor(problem: string) {
    super(`The encoder's stream cannot be spliced: ${problem}`);
    this.name = 'UnfitStream';
  }
}

const HIGH_PROFILES: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);

/** @throws {UnfitStream} */
export function readParameterSets(avcC: Buffer): ParameterSets {
  const { sequenceSet, pictureSet } = onlySets(avcC);
  const sps = unescapeNalUnit(sequenceSet);
  const reader = createBitReader(sps, 8);
  const profile = reader.bits(8);
  reader.bits(16);
  reader.golomb();
  let separateColourPlanes = false;
  if (HIGH_PROFILES.has(profile)) {
    if (reader.golomb() === 3) separateColourPlanes = reader.bits(1) === 1;
    reader.golomb();
    reader.golomb();
    reader.bits(1);
    if (reader.bits(1) === 1) throw new UnfitStream('it has scaling matrices');
  }
  const frameNumBits = reader.golomb() + 4;
  const orderType = reader.golomb();
  if (orderType === 1) throw new UnfitStream('it orders pictures by offsets');
  const orderBits = orderType === 0 ? reader.golomb() + 4 : null;
  const references = reader.golomb();
  if (reader.bits(1) === 1) throw new UnfitStream('it may have gaps between picture numbers');
  reader.golomb();
  reader.golomb();
  if (reader.bits(1) === 0) throw new UnfitStream('it may be interlaced');
  const slices = separateColourPlanes ? null : sliceSyntax(pictureSet);
  return { avcC, frameNumBits, orderBits, separateColourPlanes, references, pictureSet, slices };
}

/**
 * For a video with a film in it: its other pictures adopt the film's sequence set, so that nothing changes for a decoder where
 * one follows the other. How they are coded they still tell by a picture set of their own.
 * @returns what slices of `lane` are moved to with `placeSlice`.
 * @throws {UnfitStream} when a decoder would need more room for the one than for the other, or cannot tell them apart.
 */
export function adoptFilm(lane: ParameterSets, film: ParameterSets): ParameterSets {
  const own = onlySets(film.avcC);
  const pictureSet = withSequence(lane.pictureSet, sequenceNumber(own.sequenceSet));
  if (lane.references !== film.references || pictureNumber(pictureSet) === pictureNumber(own.pictureSet))
    throw new UnfitStream('its films are of another kind');
  const avcC = Buffer.concat([
    film.avcC.subarray(0, 6),
    ...[lengthOf(own.sequenceSet), own.sequenceSet, Buffer.from([2])],
    ...[pictureSet, own.pictureSet].flatMap((set) => [lengthOf(set), set]),
    own.rest,
  ]);
  return { ...film, avcC, pictureSet: lane.pictureSet, slices: lane.slices };
}

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
  writer.golomb(reader.golomb());
  reader.golomb();
  writer.golomb(sequence);
  const end = lastOne(plain);
  while (reader.position <= end) writer.bits(reader.bits(1), 1);
  return escapeNalUnit(Buffer.concat([plain.subarray(0, 1), writer.end(0)]));
}

/** The bit that ends a set; only zeros follow. */
function lastOne(bytes: Buffer): number {
  let bit = bytes.length * 8 - 1;
  while (((bytes[bit >> 3]! >> (7 - (bit & 7))) & 1) === 0) bit--;
  return bit;
}

function onlySets(avcC: Buffer): { sequenceSet: Buffer; pictureSet: Buffer; rest: Buffer } {
  const lengthBytes = (avcC[4]! & 3) + 1;
  const sequenceEnd = 8 + avcC.readUInt16BE(6);
  const counts = [avcC[5]! & 31, avcC[sequenceEnd]];
  if (lengthBytes !== 4 || counts.some((count) => count !== 1))
    throw new UnfitStream('its header is of an unknown form');
  const pictureAt = sequenceEnd + 3;
  const pictureEnd = pictureAt + avcC.readUInt16BE(sequenceEnd + 1);
  return {
    sequenceSet: avcC.subarray(8, sequenceEnd),
    pictureSet: avcC.subarray(pictureAt, pictureEnd),
    rest: avcC.subarray(pictureEnd),
  };
}

/** Field by field as in ITU-T H.264, 7.3.2.2. */
function sliceSyntax(pictureSet: Buffer): SliceSyntax | null {
  const reader = createBitReader(unescapeNalUnit(pictureSet), 8);
  reader.golomb();
  reader.golomb();
  const arithmeticCoding = reader.bits(1) === 1;
  const orderOfFields = reader.bits(1) === 1;
  const sliceGroups = reader.golomb();
  if (sliceGroups > 0) return null;
  reader.golomb();
  reader.golomb();
  const weighted = reader.bits(3) !== 0;
  // Quantisers and the offset between luma's and chroma's.
  for (let field = 0; field < 3; field++) reader.golomb();
  const deblocking = reader.bits(1) === 1;
  reader.bits(1);
  const redundant = reader.bits(1) === 1;
  return arithmeticCoding && !orderOfFields && !weighted && !redundant ? { deblocking } : null;
}
