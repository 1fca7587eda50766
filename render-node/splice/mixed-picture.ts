/**
 * Pictures that are nothing but two others, mixed: what fades is half way between without and with it at half its opacity,
 * in each of Y, U and V. To a decoder that is a picture predicted from both sides with weights, and no difference left to
 * code: some twenty bytes, and to nobody any work. Fields as in ITU-T H.264, 7.3.2.2 and 7.3.3.
 */
import { createBitWriter } from './bit-writer.ts';
import type { Place } from './decoding-order.ts';
import { escapeNalUnit } from './nal-units.ts';
import type { ParameterSets } from './parameter-sets.ts';
import { UnfitStream } from './unfit-stream.ts';

/** A mix is told in parts of so many, that of the later picture; neither is left out: 1 to 127. */
export const WHOLE_MIX = 128;
const WEIGHT_BITS = 6;

/** A set takes its number from the one before it: lanes have 0, films 1. */
const MIXED_SET = 2;
const PICTURE_SET_UNIT = 0x68;
/** Nothing builds on it. */
const SLICE_UNIT = 0x01;
const ALL_PREDICTED_FROM_BOTH = 6;
const EXPLICIT_WEIGHTS = 1;
const NOT_SMOOTHED = 1;

/** What says how mixed pictures are coded (PPS): by no arithmetic, as there is nothing to compress. @param sequence number of its set. */
export function mixedPictureSet(sequence: number): Buffer {
  const writer = createBitWriter();
  writer.golomb(MIXED_SET);
  writer.golomb(sequence);
  // No arithmetic coding, no order of fields, one group of slices, one reference on each side.
  writer.bits(0, 2);
  for (let field = 0; field < 3; field++) writer.golomb(0);
  writer.bits(0, 1);
  writer.bits(EXPLICIT_WEIGHTS, 2);
  // Quantisers, which nothing uses.
  for (let field = 0; field < 3; field++) writer.golomb(0);
  // Slices say how they are smoothed; nothing else out of the ordinary.
  writer.bits(0b100, 3);
  writer.bits(1, 1);
  return escapeNalUnit(Buffer.concat([Buffer.from([PICTURE_SET_UNIT]), writer.end(0)]));
}

/**
 * @param part of the picture decoded last, 1 to 127 of 128; the rest is of the one that is shown before.
 * @returns its only slice.
 * @throws {UnfitStream} when the stream's pictures do not tell their order.
 */
export function mixedPicture(part: number, { number, order }: Place, sets: ParameterSets): Buffer {
  const { frameNumBits, orderBits, macroblocks } = sets;
  if (orderBits === null) throw new UnfitStream('its pictures do not tell their order');
  const writer = createBitWriter();
  writer.golomb(0);
  writer.golomb(ALL_PREDICTED_FROM_BOTH);
  writer.golomb(MIXED_SET);
  writer.bits(number % 2 ** frameNumBits, frameNumBits);
  writer.bits((2 * order) % 2 ** orderBits, orderBits);
  // Motion is that of the neighbours: none. References as usual, as many as usual.
  writer.bits(0b1000, 4);
  writer.golomb(WEIGHT_BITS);
  writer.golomb(WEIGHT_BITS);
  for (const weight of [WHOLE_MIX - part, part]) {
    writer.bits(1, 1);
    writeWeight(weight);
    writer.bits(1, 1);
    writeWeight(weight);
    writeWeight(weight);
  }
  // The quantiser stays.
  writer.golomb(0);
  writer.golomb(NOT_SMOOTHED);
  // All of its macroblocks are skipped.
  writer.golomb(macroblocks);
  writer.bits(1, 1);
  return escapeNalUnit(Buffer.concat([Buffer.from([SLICE_UNIT]), writer.end(0)]));

  /** And no offset. */
  function writeWeight(weight: number): void {
    writer.golomb(2 * weight - 1);
    writer.golomb(0);
  }
}
