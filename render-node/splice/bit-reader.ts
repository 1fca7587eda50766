/** Reads the bit fields of H.264 headers. */
export interface BitReader {
  /** Where the next bit lies. */
  readonly position: number;
  /** An unsigned number of so many bits. */
  bits(count: number): number;
  /** An unsigned number in Exp-Golomb code. */
  golomb(): number;
}

export function createBitReader(bytes: Uint8Array, start: number): BitReader {
  let position = start;

  function bits(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit++, position++)
      value = value * 2 + ((bytes[position >> 3]! >> (7 - (position & 7))) & 1);
    return value;
  }

  return {
    get position() {
      return position;
    },
    bits,
    golomb() {
      let zeros = 0;
      while (bits(1) === 0) if (++zeros > 31) throw new RangeError('no Exp-Golomb number');
      return 2 ** zeros - 1 + bits(zeros);
    },
  };
}
