/** What an encoder says about its stream once and for all, as far as joining pictures of several encodings depends on it. */
import { createBitReader } from './bit-reader.ts';
import { unescapeNalUnit } from './nal-units.ts';

export interface ParameterSets {
  /** As an MP4 keeps them; streams are joined only when theirs are equal byte by byte. */
  avcC: Buffer;
  /** Width of the field that numbers pictures since the last key picture; it wraps around. */
  frameNumBits: number;
  /** Width of the field that orders pictures, when they have one: counted in steps of 2. Null: order of decoding. */
  orderBits: number | null;
  separateColourPlanes: boolean;
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
  const sps = unescapeNalUnit(onlySequenceSet(avcC));
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
  reader.golomb();
  if (reader.bits(1) === 1) throw new UnfitStream('it may have gaps between picture numbers');
  reader.golomb();
  reader.golomb();
  if (reader.bits(1) === 0) throw new UnfitStream('it may be interlaced');
  return { avcC, frameNumBits, orderBits, separateColourPlanes };
}

function onlySequenceSet(avcC: Buffer): Buffer {
  const lengthBytes = (avcC[4]! & 3) + 1;
  const count = avcC[5]! & 31;
  if (lengthBytes !== 4 || count !== 1) throw new UnfitStream('its header is of an unknown form');
  const length = avcC.readUInt16BE(6);
  return avcC.subarray(8, 8 + length);
}
