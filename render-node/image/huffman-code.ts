/** Prefix codes as deflate has them (RFC 1951 §3.2.2): what is frequent gets few bits. */

export interface HuffmanCode {
  /** Bits of each symbol's code. */
  lengths: Uint8Array;
  /** Each symbol's code as deflate writes it, lowest bit first, and its length above 16 bits. */
  codes: Uint32Array;
}

/** @param counts how often each symbol is used. @param mostBits the longest code allowed, up to 15. */
export function huffmanCode(counts: Uint32Array, mostBits: number): HuffmanCode {
  const total = counts.reduce((sum, count) => sum + count, 0);
  // What is rarer than its longest code is worth counts as if it were not.
  for (let least = total >>> mostBits; ; least = least * 2 + 1) {
    const lengths = codeLengths(counts.map((count) => Math.max(count, least)));
    if (Math.max(...lengths) <= mostBits) return { lengths, codes: canonicalCodes(lengths) };
  }
}

interface Node {
  count: number;
  /** Of a leaf. */
  symbol: number;
  branches: Node[];
}

/** Huffman's way: the two rarest become one, until one is left. */
function codeLengths(counts: Uint32Array): Uint8Array {
  const leaves = Array.from(counts, (count, symbol): Node => ({ count, symbol, branches: [] })).sort(
    (a, b) => a.count - b.count || a.symbol - b.symbol,
  );
  // What is joined only grows, so both lines stay in order.
  const joined: Node[] = [];
  const rarest = () =>
    joined.length === 0 || (leaves.length > 0 && leaves[0]!.count <= joined[0]!.count)
      ? leaves.shift()!
      : joined.shift()!;
  while (leaves.length + joined.length > 1) {
    const branches = [rarest(), rarest()];
    joined.push({ count: branches[0]!.count + branches[1]!.count, symbol: -1, branches });
  }
  const lengths = new Uint8Array(counts.length);
  const measure = ({ symbol, branches }: Node, depth: number): void => {
    if (branches.length === 0) lengths[symbol] = depth;
    for (const branch of branches) measure(branch, depth + 1);
  };
  measure(rarest(), 0);
  return lengths;
}

/** Codes of one length follow each other, as do the lengths: the lengths alone tell them all. */
function canonicalCodes(lengths: Uint8Array): Uint32Array {
  const codes = new Uint32Array(lengths.length);
  const bySize = [...lengths.keys()].sort((a, b) => lengths[a]! - lengths[b]! || a - b);
  let [code, bits] = [0, 0];
  for (const symbol of bySize) {
    code <<= lengths[symbol]! - bits;
    bits = lengths[symbol]!;
    codes[symbol] = reversed(code, bits) | (bits << 16);
    code += 1;
  }
  return codes;
}

function reversed(code: number, bits: number): number {
  let turned = 0;
  for (let bit = 0; bit < bits; bit++) turned |= ((code >>> bit) & 1) << (bits - 1 - bit);
  return turned;
}
