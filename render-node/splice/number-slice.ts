import { createBitReader } from './bit-reader.ts';
import type { Place } from './decoding-order.ts';
import { closeNalUnit, openNalUnit } from './nal-units.ts';
import type { ParameterSets } from './parameter-sets.ts';

/**
 * A slice of a picture that is no key picture, moved to another place of its stream. Its number (and order) is all that
 * depends on the place; the coded pixels behind the header stay as they are.
 * @param place not that of a key picture.
 */
export function numberSlice(nal: Buffer, place: Place, sets: ParameterSets): Buffer {
  const { head, rest } = openNalUnit(nal);
  const reader = createBitReader(head, 8);
  // First macroblock, slice type, picture parameter set.
  for (let field = 0; field < 3; field++) reader.golomb();
  if (sets.separateColourPlanes) reader.bits(2);
  const { frameNumBits, orderBits } = sets;
  const numberAt = reader.position;
  const number = place.number % 2 ** frameNumBits;
  const orderAt = numberAt + frameNumBits;
  const isNumbered = reader.bits(frameNumBits) === number;
  const order = orderBits === null ? 0 : (2 * place.order) % 2 ** orderBits;
  if (isNumbered && (orderBits === null || reader.bits(orderBits) === order)) return nal;
  writeBits(head, numberAt, frameNumBits, number);
  if (orderBits !== null) writeBits(head, orderAt, orderBits, order);
  return closeNalUnit({ head, rest });
}

function writeBits(bytes: Buffer, at: number, count: number, value: number): void {
  for (let bit = 0; bit < count; bit++) {
    const position = at + bit;
    const mask = 128 >> (position & 7);
    const isSet = (value >> (count - 1 - bit)) & 1;
    bytes[position >> 3] = isSet ? bytes[position >> 3]! | mask : bytes[position >> 3]! & ~mask;
  }
}
