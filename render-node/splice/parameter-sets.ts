/** What an encoder says about its stream once and for all, as far as joining pictures of several encodings depends on it. */
import { createBitReader } from './bit-reader.ts';
import { unescapeNalUnit } from './nal-units.ts';
import { readFormat, readSize } from './sequence-set.ts';
import { UnfitStream } from './unfit-stream.ts';

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
  /** Of a picture. */
  macroblocks: number;
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

/** @throws {UnfitStream} */
export function readParameterSets(avcC: Buffer): ParameterSets {
  const { sequenceSet, pictureSet } = onlySets(avcC);
  const sps = unescapeNalUnit(sequenceSet);
  const reader = createBitReader(sps, 8);
  const { separateColourPlanes, frameNumBits } = readFormat(reader);
  const orderType = reader.golomb();
  if (orderType === 1) throw new UnfitStream('it orders pictures by offsets');
  const orderBits = orderType === 0 ? reader.golomb() + 4 : null;
  const { references, macroblocks } = readSize(reader);
  const slices = separateColourPlanes ? null : sliceSyntax(pictureSet);
  return {
    ...{ avcC, frameNumBits, orderBits, separateColourPlanes, references, macroblocks },
    ...{ pictureSet, slices },
  };
}

/** An MP4's header taken apart. */
interface OnlySets {
  /** Up to the number of sequence sets and with it. */
  head: Buffer;
  sequenceSet: Buffer;
  pictureSet: Buffer;
  rest: Buffer;
}

/** @throws {UnfitStream} when it has several of a kind. */
export function onlySets(avcC: Buffer): OnlySets {
  const lengthBytes = (avcC[4]! & 3) + 1;
  const sequenceEnd = 8 + avcC.readUInt16BE(6);
  const counts = [avcC[5]! & 31, avcC[sequenceEnd]];
  if (lengthBytes !== 4 || counts.some((count) => count !== 1))
    throw new UnfitStream('its header is of an unknown form');
  const pictureAt = sequenceEnd + 3;
  const pictureEnd = pictureAt + avcC.readUInt16BE(sequenceEnd + 1);
  return {
    head: avcC.subarray(0, 6),
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
