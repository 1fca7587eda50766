/**
 * NAL units, the packets of an H.264 stream. In MP4 and FLV each has its length in four bytes before it. Inside one, three
 * bytes that a reader could take for a start code are told apart by an extra 3 ("escaped").
 */

const LENGTH_BYTES = 4;
const PLAIN_SLICE = 1;
/** Of a picture that stands for itself and that nothing later looks behind (IDR). */
const KEY_SLICE = 5;

export function isSlice(nal: Uint8Array): boolean {
  return unitType(nal) === PLAIN_SLICE || isKeySlice(nal);
}

export function isKeySlice(nal: Uint8Array): boolean {
  return unitType(nal) === KEY_SLICE;
}

function unitType(nal: Uint8Array): number {
  return nal[0]! & 31;
}

/** Later pictures may build on it. */
export function isReference(nal: Uint8Array): boolean {
  return nal[0]! >> 5 !== 0;
}

/** The units of a coded picture, each without its length; they share its memory. */
export function splitNalUnits(picture: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let at = 0; at + LENGTH_BYTES <= picture.length; ) {
    const length = picture.readUInt32BE(at);
    at += LENGTH_BYTES;
    units.push(picture.subarray(at, at + length));
    at += length;
  }
  return units;
}

export function joinNalUnits(units: Buffer[]): Buffer {
  const joined = Buffer.allocUnsafe(units.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0));
  let at = 0;
  for (const unit of units) {
    at = joined.writeUInt32BE(unit.length, at);
    joined.set(unit, at);
    at += unit.length;
  }
  return joined;
}

/** Longer than any slice header of ours. */
const HEAD_BYTES = 64;

/**
 * A slice whose header is to be changed: its beginning, unescaped, and all that follows, as it stands. Most of a slice is
 * coded pixels, which need not be looked at.
 */
export function openNalUnit(nal: Buffer): { head: Buffer; rest: Buffer } {
  let end = HEAD_BYTES;
  // What follows zeros may be escaped because of them, and 3 may be the escape.
  while (end < nal.length && nal[end - 1]! <= 3) end++;
  return { head: unescapeNalUnit(nal.subarray(0, end)), rest: nal.subarray(end) };
}

export function closeNalUnit({ head, rest }: { head: Buffer; rest: Buffer }): Buffer {
  return Buffer.concat([escapeNalUnit(head), rest]);
}

const ESCAPED = Buffer.from([0, 0, 3]);

/** A copy that bits can be changed in. */
export function unescapeNalUnit(nal: Buffer): Buffer {
  if (nal.indexOf(ESCAPED) < 0) return Buffer.from(nal);
  const plain = Buffer.allocUnsafe(nal.length);
  let length = 0;
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    plain[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return plain.subarray(0, length);
}

const TWO_ZEROS = Buffer.from([0, 0]);

export function escapeNalUnit(plain: Buffer): Buffer {
  if (plain.indexOf(TWO_ZEROS) < 0) return plain;
  // Two zeros and a 3 for each escape: never more than half as long again.
  const nal = Buffer.allocUnsafe(Math.ceil(plain.length * 1.5) + 1);
  let length = 0;
  let zeros = 0;
  for (const byte of plain) {
    if (zeros >= 2 && byte <= 3) {
      nal[length++] = 3;
      zeros = 0;
    }
    nal[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return nal.subarray(0, length);
}
