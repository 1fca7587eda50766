/** Copies the bit fields of H.264 headers that stay as they are, and tells what they say. */
import type { BitReader } from './bit-reader.ts';
import type { BitWriter } from './bit-writer.ts';

export interface BitCopier extends Pick<BitReader, 'bits' | 'golomb'> {
  flag(): boolean;
}

export function createBitCopier(reader: BitReader, writer: BitWriter): BitCopier {
  const bits = (count: number) => {
    const value = reader.bits(count);
    writer.bits(value, count);
    return value;
  };
  return {
    bits,
    golomb() {
      const value = reader.golomb();
      writer.golomb(value);
      return value;
    },
    flag: () => bits(1) === 1,
  };
}
