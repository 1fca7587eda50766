/**
 * A slice moved into another stream, or into a taller picture, between slices of what lies above and below it. Only its header
 * is written anew: with arithmetic coding what follows begins on a whole byte. Fields as in ITU-T H.264,
 * 7.3.3.
 */

import { MACROBLOCK } from '../encoder/picture-stream-arguments.ts';
import type { PictureSize } from '../pixels/convert-to-yuv.ts';
import { type BitCopier, createBitCopier } from './bit-copier.ts';
import { type BitReader, createBitReader } from './bit-reader.ts';
import { type BitWriter, createBitWriter } from './bit-writer.ts';
import { kindOfPlace, type Place } from './decoding-order.ts';
import { type MovedHeads, movedHeads } from './moved-heads.ts';
import { closeNalUnit, isKeySlice, isReference, openNalUnit } from './nal-units.ts';
import type { ParameterSets, SliceSyntax } from './parameter-sets.ts';
import { UnfitStream } from './unfit-stream.ts';
import type { PictureRows } from './yuv-rows.ts';

export interface SlicePlace {
  /** In the taller picture, counted from its top left; it was a picture of its own then. Default: where it is. */
  firstMacroblock?: number;
  place: Place;
}

/**
 * @param from of the stream that it was coded in, `to` of the one that it goes into.
 * @throws {UnfitStream} when its header holds what cannot be moved.
 */
export function placeSlice(nal: Buffer, from: ParameterSets, to: ParameterSets, at: SlicePlace): Buffer {
  const heads = movedHeads(from, to, `${at.firstMacroblock} ${kindOfPlace(at.place, to)}`);
  return heads.move(nal) ?? moveSlice(nal, from, to, at, heads);
}

function moveSlice(
  nal: Buffer,
  from: ParameterSets,
  to: ParameterSets,
  at: SlicePlace,
  heads: MovedHeads,
): Buffer {
  if (!from.slices || !from.pictureSet.equals(to.pictureSet))
    throw new UnfitStream('its slices are coded in another way');
  const { head, rest } = openNalUnit(nal);
  const reader = createBitReader(head, 8);
  const writer = createBitWriter();
  const copy = createBitCopier(reader, writer);
  const header = { reader, writer, copy, key: isKeySlice(nal), reference: isReference(nal) };
  writePosition(header, from, to, at);
  copyReferences(header);
  copyCoding(header, from.slices, at.firstMacroblock !== undefined);
  const was = head.subarray(0, (reader.position + 7) >> 3);
  const is = Buffer.concat([head.subarray(0, 1), writer.end(1)]);
  heads.keep(nal, was, is);
  return closeNalUnit({ head: Buffer.concat([is, head.subarray(was.length)]), rest });
}

export interface PartPlace {
  /** Of the stream that it was coded in, and of the one that it goes into. */
  from: ParameterSets;
  to: ParameterSets;
  /** The picture that it becomes a part of. */
  frame: PictureSize;
  /** Where it lies there. */
  rows: PictureRows;
  place: Place;
}

/**
 * The slices of a coded picture that becomes part of another: one, when its rows are whole, or one for each row of macroblocks.
 * @throws {UnfitStream} when it is cut in another way, and as `placeSlice`.
 */
export function placeSlices(picture: Buffer[], { from, to, frame, rows, place }: PartPlace): Buffer[] {
  const across = Math.ceil(frame.width / MACROBLOCK);
  const first = (rows.top / MACROBLOCK) * across + rows.left / MACROBLOCK;
  if (picture.length !== 1 && picture.length !== rows.height / MACROBLOCK)
    throw new UnfitStream(`its pictures have ${picture.length} slices`);
  return picture.map((slice, row) =>
    placeSlice(slice, from, to, { firstMacroblock: first + row * across, place }),
  );
}

interface Header {
  reader: BitReader;
  writer: BitWriter;
  copy: BitCopier;
  key: boolean;
  reference: boolean;
}

/** Which values of the slice type say that all of the picture's slices are of that type. */
const ALL_OF_PICTURE = 5;
const PREDICTED = 0;
const INTRA = 2;

function writePosition(
  { reader, writer, copy, key }: Header,
  from: ParameterSets,
  to: ParameterSets,
  { firstMacroblock, place }: SlicePlace,
): void {
  const was = reader.golomb();
  writer.golomb(firstMacroblock ?? was);
  const type = reader.golomb() % ALL_OF_PICTURE;
  if (type !== (key ? INTRA : PREDICTED)) throw new UnfitStream('it has slices of an unknown type');
  writer.golomb(type);
  copy.golomb();
  reader.bits(from.frameNumBits);
  writer.bits(place.number % 2 ** to.frameNumBits, to.frameNumBits);
  if (key) {
    reader.golomb();
    // Key pictures are never neighbours: they need not be told apart.
    writer.golomb(0);
  }
  if (from.orderBits !== null) reader.bits(from.orderBits);
  if (to.orderBits !== null) writer.bits((2 * place.order) % 2 ** to.orderBits, to.orderBits);
}

/** Which pictures it builds on, and whether others may build on it. */
function copyReferences({ copy, key, reference }: Header): void {
  if (!key) {
    const hasOwnCount = copy.flag();
    if (hasOwnCount) copy.golomb();
    if (copy.flag()) throw new UnfitStream('its slices order their references');
  }
  if (!reference) return;
  if (key) for (let flag = 0; flag < 2; flag++) copy.flag();
  else if (copy.flag()) throw new UnfitStream('its slices drop references');
}

function copyCoding(
  { reader, writer, copy, key }: Header,
  { deblocking }: SliceSyntax,
  isPart: boolean,
): void {
  if (!key) copy.golomb();
  // The quantiser, a signed number: its code is the same.
  copy.golomb();
  if (!deblocking) throw new UnfitStream('its slices are smoothed across their edges');
  const smoothing = reader.golomb();
  // At its own edges it was not smoothed when it was a picture.
  writer.golomb(isPart && smoothing === SMOOTHED ? SMOOTHED_INSIDE : smoothing);
  if (smoothing === NOT_SMOOTHED) return;
  for (let offset = 0; offset < 2; offset++) copy.golomb();
}

const SMOOTHED = 0;
const NOT_SMOOTHED = 1;
const SMOOTHED_INSIDE = 2;
