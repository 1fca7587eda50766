/** Where the pictures of a film are shown: they are coded in another order, which their headers tell. */
import { createBitReader } from './bit-reader.ts';
import { isKeySlice, isReference, unescapeNalUnit } from './nal-units.ts';
import type { ParameterSets } from './parameter-sets.ts';
import { UnfitStream } from './unfit-stream.ts';

/** A header is shorter than this. */
const HEADER_BYTES = 64;

/**
 * @param slices one for each picture, in the order they are decoded in; groups of pictures are closed.
 * @returns for each the frame that it is shown at, counted from the first.
 * @throws {UnfitStream} when that is not each frame once.
 */
export function filmOrder(slices: Buffer[], sets: ParameterSets): number[] {
  const { orderBits } = sets;
  if (orderBits === null) throw new UnfitStream('its pictures do not tell their order');
  const cycle = 2 ** orderBits;
  const shown: number[] = [];
  let group = 0;
  // As in ITU-T H.264, 8.2.1.1: the header has the lowest bits only, the rest follows from the reference before.
  let reference = 0;
  for (const [index, slice] of slices.entries()) {
    if (isKeySlice(slice)) [group, reference] = [index, 0];
    const lowest = readOrder(slice, sets, orderBits);
    const cycles = Math.round((reference - lowest) / cycle);
    const order = cycles * cycle + lowest;
    if (isReference(slice)) reference = order;
    // Frames are counted by two: each might be two fields.
    shown.push(group + order / 2);
  }
  if (new Set(shown).size !== slices.length || !shown.every((frame) => frame >= 0 && frame < slices.length))
    throw new UnfitStream('its pictures have an order of their own');
  return shown;
}

function readOrder(slice: Buffer, { frameNumBits }: ParameterSets, orderBits: number): number {
  const reader = createBitReader(unescapeNalUnit(slice.subarray(0, HEADER_BYTES)), 8);
  // First macroblock, slice type, picture parameter set.
  for (let field = 0; field < 3; field++) reader.golomb();
  reader.bits(frameNumBits);
  if (isKeySlice(slice)) reader.golomb();
  return reader.bits(orderBits);
}
