/** Which characters a font file has glyphs for: its `cmap` table (OpenType 1.9, cmap; formats 4 and 12 are the ones in use). */
import { FontFileBroken, readFontTables } from './font-file.ts';

export interface CharacterCoverage {
  has(codePoint: number): boolean;
}

/** First and last character of each range, in ascending order. */
export interface CharacterRanges {
  starts: number[];
  ends: number[];
}

export function createCoverage({ starts, ends }: CharacterRanges): CharacterCoverage {
  return { has: (codePoint) => inRanges(codePoint, starts, ends) };
}

/** @throws {FontFileBroken} when the file is no font or has no Unicode character map. */
export function readCharacterRanges(path: string): CharacterRanges {
  const cmap = readFontTables(path, ['cmap']).get('cmap');
  try {
    const subtable = cmap && unicodeSubtable(cmap);
    if (subtable) return subtable.readUInt16BE(0) === 12 ? groups12(subtable) : segments4(subtable);
  } catch (error) {
    throw new FontFileBroken('has a damaged character map', { cause: error });
  }
  throw new FontFileBroken('has no Unicode character map');
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

function groups12(table: Buffer): CharacterRanges {
  const ranges: CharacterRanges = { starts: [], ends: [] };
  for (let group = 0; group < table.readUInt32BE(12); group++) {
    const at = 16 + group * 12;
    ranges.starts.push(table.readUInt32BE(at));
    ranges.ends.push(table.readUInt32BE(at + 4));
  }
  return ranges;
}

function segments4(table: Buffer): CharacterRanges {
  const ranges: CharacterRanges = { starts: [], ends: [] };
  const doubled = table.readUInt16BE(6);
  const [endsAt, startsAt] = [14, 16 + doubled];
  let last = -1;
  const [deltasAt, offsetsAt] = [startsAt + doubled, startsAt + 2 * doubled];
  for (let at = 0; at < doubled; at += 2) {
    const [start, end] = [table.readUInt16BE(startsAt + at), table.readUInt16BE(endsAt + at)];
    // Segments that overlap would make a small file a long job.
    if (end < start || start <= last) throw new RangeError('segments are not in order');
    last = end;
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
