/** Writes the bit fields of H.264 headers. */
export interface BitWriter {
  /** The lowest so many bits of a number. */
  bits(value: number, count: number): void;
  /** An unsigned number in Exp-Golomb code. */
  golomb(value: number): void;
  /** What was written, filled up to whole bytes. */
  end(fill: 0 | 1): Buffer;
}

export function createBitWriter(): BitWriter {
  const bytes: number[] = [];
  let byte = 0;
  let filled = 0;

  function bits(value: number, count: number) {
    for (let bit = count - 1; bit >= 0; bit--) {
      byte = (byte << 1) | (Math.floor(value / 2 ** bit) & 1);
      if (++filled < 8) continue;
      bytes.push(byte);
      byte = 0;
      filled = 0;
    }
  }

  return {
    bits,
    golomb(value) {
      const length = Math.floor(Math.log2(value + 1));
      bits(0, length);
      bits(value + 1, length + 1);
    },
    end(fill) {
      while (filled > 0) bits(fill, 1);
      return Buffer.from(bytes);
    },
  };
}
