/**
 * Which characters a font file has glyphs for: its `cmap` table (OpenType 1.9, cmap; formats 4 and 12 are the ones in use).
 * Reads only the table, so that a 20 MB font costs little.
 */
import { closeSync, openSync, readSync } from 'node:fs';

export interface CharacterCoverage {
  has(codePoint: number): boolean;
}

/** Of the first face, for a collection (.ttc). @throws when the file is no font or has no Unicode cmap. */
export function readCharacterCoverage(path: string): CharacterCoverage {
  const cmap = readTable(path, 'cmap');
  const subtable = unicodeSubtable(cmap);
  if (!subtable) throw new Error(`${path} has no Unicode character map`);
  const { starts, ends } = subtable.readUInt16BE(0) === 12 ? groups12(subtable) : segments4(subtable);
  return { has: (codePoint) => inRanges(codePoint, starts, ends) };
}

function readTable(path: string, name: string): Buffer {
  const file = openSync(path, 'r');
  const read = (position: number, length: number) => {
    const bytes = Buffer.alloc(length);
    if (readSync(file, bytes, 0, length, position) < length) throw new Error(`${path} is not a whole font`);
    return bytes;
  };
  try {
    const isCollection = read(0, 4).toString('latin1') === 'ttcf';
    const face = isCollection ? read(12, 4).readUInt32BE(0) : 0;
    const tableCount = read(face + 4, 2).readUInt16BE(0);
    const directory = read(face + 12, tableCount * 16);
    for (let at = 0; at < directory.length; at += 16)
      if (directory.toString('latin1', at, at + 4) === name)
        return read(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12));
    throw new Error(`${path} has no ${name} table`);
  } finally {
    closeSync(file);
  }
}

/** Format 12 covers all planes and wins over format 4, which stops at U+FFFF. */
function unicodeSubtable(cmap: Buffer): Buffer | null {
  let basic: Buffer | null = null;
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const record = 4 + index * 8;
    const platform = cmap.readUInt16BE(record);
    const encoding = cmap.readUInt16BE(record + 2);
    const subtable = cmap.subarray(cmap.readUInt32BE(record + 4));
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
    if (!isUnicode) continue;
    if (subtable.readUInt16BE(0) === 12) return subtable;
    if (subtable.readUInt16BE(0) === 4) basic = subtable;
  }
  return basic;
}

interface Ranges {
  starts: number[];
  ends: number[];
}

function groups12(table: Buffer): Ranges {
  const ranges: Ranges = { starts: [], ends: [] };
  for (let group = 0; group < table.readUInt32BE(12); group++) {
    const at = 16 + group * 12;
    ranges.starts.push(table.readUInt32BE(at));
    ranges.ends.push(table.readUInt32BE(at + 4));
  }
  return ranges;
}

function segments4(table: Buffer): Ranges {
  const ranges: Ranges = { starts: [], ends: [] };
  const doubled = table.readUInt16BE(6);
  const [endsAt, startsAt] = [14, 16 + doubled];
  const [deltasAt, offsetsAt] = [startsAt + doubled, startsAt + 2 * doubled];
  for (let at = 0; at < doubled; at += 2) {
    const [start, end] = [table.readUInt16BE(startsAt + at), table.readUInt16BE(endsAt + at)];
    const [delta, offset] = [table.readUInt16BE(deltasAt + at), table.readUInt16BE(offsetsAt + at)];
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const stored = offset === 0 ? code : table.readUInt16BE(offsetsAt + at + offset + (code - start) * 2);
      const glyph = stored === 0 && offset !== 0 ? 0 : (stored + delta) & 0xffff;
      if (glyph === 0) continue;
      if (ranges.ends.at(-1) === code - 1) ranges.ends[ranges.ends.length - 1] = code;
      else {
        ranges.starts.push(code);
        ranges.ends.push(code);
      }
    }
  }
  return ranges;
}

/** Ranges are in ascending order, as both formats demand. */
function inRanges(codePoint: number, starts: number[], ends: number[]): boolean {
  let [low, high] = [0, starts.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (codePoint < starts[middle]!) high = middle - 1;
    else if (codePoint > ends[middle]!) low = middle + 1;
    else return true;
  }
  return false;
}
