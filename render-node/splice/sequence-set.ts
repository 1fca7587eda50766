/** A sequence set (SPS): what it says, and the same with an order of its pictures. Fields as in ITU-T H.264, 7.3.2.1 and E.1. */
import { type BitCopier, createBitCopier } from './bit-copier.ts';
import { type BitReader, createBitReader } from './bit-reader.ts';
import { createBitWriter } from './bit-writer.ts';
import { escapeNalUnit, unescapeNalUnit } from './nal-units.ts';
import { UnfitStream } from './unfit-stream.ts';

/** Profiles that tell how colours are kept. */
const HIGH_PROFILES: ReadonlySet<number> = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);

/** Width of the field that orders pictures, as in films of x264. */
const ORDER_BITS = 7;
const ORDER_IN_HEADERS = 0;
const ORDER_OF_DECODING = 2;
/** Pictures that may be decoded before one that is shown earlier. */
const AHEAD = 1;
/** Sample aspect ratio that is written out. */
const EXTENDED_RATIO = 255;

/**
 * The same set, in which each picture tells its order.
 * @param sequenceSet of pictures that are shown as they are decoded.
 * @throws {UnfitStream} when it holds what cannot be carried over.
 */
export function withOrder(sequenceSet: Buffer): Buffer {
  const plain = unescapeNalUnit(sequenceSet);
  const reader = createBitReader(plain, 8);
  const writer = createBitWriter();
  const copy = createBitCopier(reader, writer);
  readFormat(copy);
  if (reader.golomb() !== ORDER_OF_DECODING) throw new UnfitStream('its pictures have an order of their own');
  writer.golomb(ORDER_IN_HEADERS);
  writer.golomb(ORDER_BITS - 4);
  readSize(copy);
  copyCropping(copy);
  if (copy.flag()) {
    copyUsability(copy);
    // Without it decoders expect any order.
    if (copy.flag()) {
      copy.flag();
      for (let limit = 0; limit < 4; limit++) copy.golomb();
      reader.golomb();
      writer.golomb(AHEAD);
      copy.golomb();
    }
  }
  writer.bits(1, 1);
  return escapeNalUnit(Buffer.concat([plain.subarray(0, 1), writer.end(0)]));
}

/** What reads fields, or copies them on the way. */
type Fields = Pick<BitReader, 'bits' | 'golomb'>;

/** From the profile to the width of picture numbers. @throws {UnfitStream} */
export function readFormat(fields: Fields): { separateColourPlanes: boolean; frameNumBits: number } {
  const profile = fields.bits(8);
  fields.bits(16);
  fields.golomb();
  let separateColourPlanes = false;
  if (HIGH_PROFILES.has(profile)) {
    if (fields.golomb() === 3) separateColourPlanes = fields.bits(1) === 1;
    fields.golomb();
    fields.golomb();
    fields.bits(1);
    if (fields.bits(1) === 1) throw new UnfitStream('it has scaling matrices');
  }
  return { separateColourPlanes, frameNumBits: fields.golomb() + 4 };
}

/** From the references to whether it has fields. @throws {UnfitStream} */
export function readSize(fields: Fields): { references: number; macroblocks: number } {
  const references = fields.golomb();
  if (fields.bits(1) === 1) throw new UnfitStream('it may have gaps between picture numbers');
  const macroblocks = (fields.golomb() + 1) * (fields.golomb() + 1);
  if (fields.bits(1) === 0) throw new UnfitStream('it may be interlaced');
  return { references, macroblocks };
}

/** How motion is told, and what of the picture is not shown. */
function copyCropping(copy: BitCopier): void {
  copy.flag();
  if (copy.flag()) for (let side = 0; side < 4; side++) copy.golomb();
}

/** What a player wants to know, up to the limits of motion and order. */
function copyUsability(copy: BitCopier): void {
  if (copy.flag() && copy.bits(8) === EXTENDED_RATIO) copy.bits(32);
  if (copy.flag()) copy.flag();
  if (copy.flag()) {
    copy.bits(4);
    if (copy.flag()) copy.bits(24);
  }
  if (copy.flag()) for (let field = 0; field < 2; field++) copy.golomb();
  if (copy.flag()) {
    copy.bits(32);
    copy.bits(32);
    copy.flag();
  }
  for (let kind = 0; kind < 2; kind++)
    if (copy.flag()) throw new UnfitStream('it describes the buffers of a network');
  copy.flag();
}
