/**
 * The compressed lines of a PNG: each pixel as its difference from the one above it (PNG filter "Up"), differences that
 * repeat as runs, and all in codes made for this picture. zlib does more and takes twice as long, for a file of the same
 * size on pictures made of photos and flat areas (RFC 1950, RFC 1951).
 */
import { type HuffmanCode, huffmanCode } from './huffman-code.ts';

export interface Pixels {
  /** Straight (not premultiplied) RGBA, rows from the top. */
  data: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
  /** No pixel is transparent: alpha is left out. */
  opaque: boolean;
}

/** @returns a whole zlib stream, valid until the next call: memory that is new costs more than what is written into it. */
export function deflateLines(pixels: Pixels): Buffer {
  const { width, opaque } = pixels;
  const code = huffmanCode(countSymbols(pixels), MOST_BITS);
  const stream = new BitStream();
  const sum = { low: 1, high: 0 };
  writeHeader(stream, code, opaque);
  const longestLine = ((width + 1) * 4 * MOST_BITS) / 8;
  for (const line of linesOf(pixels, 1)) {
    stream.reserve(longestLine);
    writeLine(stream, code.codes, line, sum);
  }
  stream.symbol(code.codes[END]!);
  return stream.end(sum);
}

const FILTER_UP = 2;
/** Symbols 0–255 are bytes, 257 and up lengths of what repeats. */
const END = 256;
const SYMBOLS = 286;
/** The codes of two bytes fit beside what is left of a third one's into 32 bits. */
const MOST_BITS = 12;
/** The longest run of bytes that has a symbol, and a symbol of its own. */
const LONGEST_RUN = 258;

interface Line {
  /** One number for each pixel, red in its lowest byte. */
  line: Int32Array;
  above: Int32Array;
  opaque: boolean;
}

/** The lines from the first, `step` apart. */
function* linesOf({ data, width, height, opaque }: Pixels, step: number): Generator<Line> {
  const bytes = data.byteOffset % 4 === 0 ? data : Uint8Array.from(data);
  const pixels = new Int32Array(bytes.buffer, bytes.byteOffset, width * height);
  for (let y = 0; y < height; y += step) {
    const line = pixels.subarray(y * width, (y + 1) * width);
    const above = y === 0 ? new Int32Array(width) : pixels.subarray((y - 1) * width, y * width);
    yield { line, above, opaque };
  }
}

/** Some lines tell how often each symbol comes as well as all do. */
const COUNTED_LINES = 8;

function countSymbols(pixels: Pixels): Uint32Array {
  const counts = new Uint32Array(SYMBOLS);
  for (const { line, above, opaque } of linesOf(pixels, COUNTED_LINES)) {
    const mostRepeats = repeatsInRun(opaque);
    let last = 0;
    let repeats = 0;
    for (let x = 0; x < line.length; x++) {
      const step = difference(line[x]!, above[x]!);
      if (step === last && repeats < mostRepeats && (repeats > 0 || beginsRun(line, above, x))) {
        repeats += 1;
        continue;
      }
      if (repeats > 0) counts[repeated(repeats, opaque).symbol]! += 1;
      repeats = 0;
      last = step;
      counts[step & 255]! += 1;
      counts[(step >>> 8) & 255]! += 1;
      counts[(step >>> 16) & 255]! += 1;
      if (!opaque) counts[step >>> 24]! += 1;
    }
    if (repeats > 0) counts[repeated(repeats, opaque).symbol]! += 1;
    counts[FILTER_UP]! += 1;
  }
  return counts;
}

/** Each byte of a pixel less the one of the pixel above, all four at once and none borrowing from its neighbour. */
function difference(pixel: number, above: number): number {
  return ((pixel | 0x80808080) - (above & 0x7f7f7f7f)) ^ ((pixel ^ ~above) & 0x80808080);
}

/** Whether the next pixel, too, differs as this one and the one before do: to name a single one takes more bits. */
function beginsRun(line: Int32Array, above: Int32Array, x: number): boolean {
  if (x === 0 || x + 1 === line.length) return false;
  return difference(line[x + 1]!, above[x + 1]!) === difference(line[x]!, above[x]!);
}

/** Only whole pixels are repeated. */
function repeatsInRun(opaque: boolean): number {
  return Math.floor(LONGEST_RUN / (opaque ? 3 : 4));
}

/** The symbol for a pixel that comes so many times again, and what stands behind it (RFC 1951 §3.2.5). */
function repeated(repeats: number, opaque: boolean): { symbol: number; extra: number; extraBits: number } {
  const bytes = repeats * (opaque ? 3 : 4);
  if (bytes === LONGEST_RUN) return { symbol: SYMBOLS - 1, extra: 0, extraBits: 0 };
  const length = bytes - 3;
  const extraBits = Math.max(0, 29 - Math.clz32(length));
  const symbol = END + 1 + 4 * extraBits + (length >>> extraBits);
  return { symbol, extra: length & ((1 << extraBits) - 1), extraBits };
}

/** Of the zlib stream and of its one block, with the code's lengths (RFC 1951 §3.2.7). */
function writeHeader(stream: BitStream, { lengths }: HuffmanCode, opaque: boolean): void {
  // What repeats is a pixel, so all lie 3 or 4 bytes back: one distance, known by its only bit.
  const distance = opaque ? 2 : 3;
  stream.bits(0x0178, 16);
  stream.bits(0b101, 3);
  stream.bits(SYMBOLS - 257, 5);
  stream.bits(distance, 5);
  // Lengths are written in four bits each, whatever they are.
  stream.bits(19 - 4, 4);
  for (let place = 0; place < 19; place++) stream.bits(place < 3 ? 0 : 4, 3);
  const { codes } = huffmanCode(new Uint32Array(16).fill(1), 4);
  for (const length of lengths) stream.symbol(codes[length]!);
  for (let other = 0; other < distance; other++) stream.symbol(codes[0]!);
  stream.symbol(codes[1]!);
}

/** Adler-32, whose remainders may wait for so many pixels. */
const ADLER = 65_521;
const ADLER_PIXELS = 512;

/** The hot loop, so all that changes is kept in variables of its own. */
function writeLine(
  stream: BitStream,
  codes: Uint32Array,
  { line, above, opaque }: Line,
  sum: { low: number; high: number },
): void {
  stream.symbol(codes[FILTER_UP]!);
  let low = sum.low + FILTER_UP;
  let high = sum.high + low;
  const mostRepeats = repeatsInRun(opaque);
  let last = 0;
  let repeats = 0;
  let { view, at, held, filled } = stream;
  for (let x = 0; x < line.length; ) {
    for (const end = Math.min(x + ADLER_PIXELS, line.length); x < end; x++) {
      const step = difference(line[x]!, above[x]!);
      // One by one: taking an array apart is slower.
      const red = step & 255;
      const green = (step >>> 8) & 255;
      const blue = (step >>> 16) & 255;
      const alpha = step >>> 24;
      low += red;
      high += low;
      low += green;
      high += low;
      low += blue;
      high += low;
      if (!opaque) {
        low += alpha;
        high += low;
      }
      if (step === last && repeats < mostRepeats && (repeats > 0 || beginsRun(line, above, x))) {
        repeats += 1;
        continue;
      }
      if (repeats > 0) {
        stream.resume(at, held, filled);
        writeRepeats(stream, codes, repeats, opaque);
        ({ at, held, filled } = stream);
        repeats = 0;
      }
      last = step;
      held |= (codes[red]! & 0xffff) << filled;
      filled += codes[red]! >>> 16;
      held |= (codes[green]! & 0xffff) << filled;
      filled += codes[green]! >>> 16;
      view.setInt32(at, held, true);
      at += filled >>> 3;
      held >>>= filled & 24;
      filled &= 7;
      held |= (codes[blue]! & 0xffff) << filled;
      filled += codes[blue]! >>> 16;
      if (!opaque) {
        held |= (codes[alpha]! & 0xffff) << filled;
        filled += codes[alpha]! >>> 16;
      }
      view.setInt32(at, held, true);
      at += filled >>> 3;
      held >>>= filled & 24;
      filled &= 7;
    }
    low %= ADLER;
    high %= ADLER;
  }
  stream.resume(at, held, filled);
  if (repeats > 0) writeRepeats(stream, codes, repeats, opaque);
  sum.low = low;
  sum.high = high;
}

function writeRepeats(stream: BitStream, codes: Uint32Array, repeats: number, opaque: boolean): void {
  const { symbol, extra, extraBits } = repeated(repeats, opaque);
  stream.symbol(codes[symbol]!);
  // The distance's only code is one 0.
  stream.bits(extra, extraBits + 1);
}

/** What the last picture was written into; a header has room from the beginning. */
let memory = Buffer.alloc(4_096);

/** Bits, the lowest first. Whole bytes are stored as they fill; `held` has the rest. */
class BitStream {
  view = new DataView(memory.buffer, memory.byteOffset, memory.length);
  at = 0;
  held = 0;
  filled = 0;

  /** Makes room for so many bytes. */
  reserve(bytes: number): void {
    if (this.at + bytes + 16 <= memory.length) return;
    const larger = Buffer.alloc(Math.ceil((memory.length + bytes) * 1.5) + 4_096);
    memory.copy(larger, 0, 0, this.at);
    memory = larger;
    this.view = new DataView(memory.buffer, memory.byteOffset, memory.length);
  }

  /** @param count up to 16 */
  bits(value: number, count: number): void {
    this.held |= value << this.filled;
    this.filled += count;
    this.view.setInt32(this.at, this.held, true);
    this.at += this.filled >>> 3;
    this.held >>>= this.filled & 24;
    this.filled &= 7;
  }

  /** @param code as `huffmanCode` gives it */
  symbol(code: number): void {
    this.bits(code & 0xffff, code >>> 16);
  }

  /** Goes on where somebody has written into `view`. */
  resume(at: number, held: number, filled: number): void {
    this.at = at;
    this.held = held;
    this.filled = filled;
  }

  /** With the zlib stream's own sum. */
  end({ low, high }: { low: number; high: number }): Buffer {
    this.reserve(8);
    if (this.filled > 0) this.bits(0, 8 - this.filled);
    this.view.setUint32(this.at, high * 65_536 + low);
    return memory.subarray(0, this.at + 4);
  }
}
