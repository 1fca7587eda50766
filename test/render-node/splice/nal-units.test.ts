import { expect, test } from 'vitest';
import {
  closeNalUnit,
  escapeNalUnit,
  openNalUnit,
  unescapeNalUnit,
} from '../../../render-node/splice/nal-units.ts';

/** Bytes that need many escapes, always the same. */
function zeroRich(length: number, seed: number): Buffer {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return (state >> 8) % 3 === 0 ? (state >> 16) & 255 : (state >> 20) & 3;
    }),
  );
}

test('a unit with a new head reads as if all of it had been escaped anew', () => {
  for (let seed = 1; seed < 400; seed++) {
    // A unit ends with a byte that is not zero.
    const plain = Buffer.concat([zeroRich(40 + (seed % 120), seed), Buffer.from([128])]);
    const { head, rest } = openNalUnit(escapeNalUnit(plain));
    const changed = Buffer.concat([Buffer.from([1, 0, 0]), head.subarray(5)]);
    const closed = closeNalUnit({ head: changed, rest });
    expect(closed).toEqual(escapeNalUnit(unescapeNalUnit(closed)));
    expect(unescapeNalUnit(closed)).toEqual(Buffer.concat([Buffer.from([1, 0, 0]), plain.subarray(5)]));
  }
});
