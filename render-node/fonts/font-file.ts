/**
 * Tables of a font file, by name: TrueType and OpenType (OpenType 1.9), the first face of a collection, and WOFF2 (W3C).
 * Reads no more than it is asked for, and nothing outside the file: uploaded fonts come through here before the canvas
 * sees them.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** Continues "the font …". */
export class FontFileBroken extends Error {
  constructor(problem: string, options?: ErrorOptions) {
    super(problem, options);
    this.name = 'FontFileBroken';
  }
}

/** The tables of these names that the file has. @throws {FontFileBroken} */
export function readFontTables(path: string, names: string[]): Map<string, Buffer> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const read = (position: number, length: number) => {
      if (position + length > size) throw new FontFileBroken('is cut short');
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, position);
      return bytes;
    };
    const signature = read(0, 4).toString('latin1');
    if (signature === 'wOF2') return woff2Tables(readFileSync(path), names);
    if (!SIGNATURES.has(signature)) throw new FontFileBroken('is no TTF, OTF or WOFF2 file');
    return sfntTables(read, signature === 'ttcf' ? read(12, 4).readUInt32BE(0) : 0, names);
  } finally {
    closeSync(file);
  }
}

const SIGNATURES = new Set(['\x00\x01\x00\x00', 'OTTO', 'true', 'ttcf']);

function sfntTables(
  read: (position: number, length: number) => Buffer,
  face: number,
  names: string[],
): Map<string, Buffer> {
  const directory = read(face + 12, read(face + 4, 2).readUInt16BE(0) * 16);
  const tables = new Map<string, Buffer>();
  for (let at = 0; at < directory.length; at += 16) {
    const name = directory.toString('latin1', at, at + 4);
    if (names.includes(name))
      tables.set(name, read(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12)));
  }
  return tables;
}

/** More than any font has: a small file must not unfold into all of the memory. */
const MOST_UNFOLDED_BYTES = 128 * 1024 * 1024;

/** All tables lie in one compressed stream, one behind the other, in the order of the directory (WOFF2 §5). */
function woff2Tables(file: Buffer, names: string[]): Map<string, Buffer> {
  try {
    const { entries, end } = woff2Directory(file);
    const stream = brotliDecompressSync(file.subarray(end, end + file.readUInt32BE(20)), {
      maxOutputLength: MOST_UNFOLDED_BYTES,
    });
    const tables = new Map<string, Buffer>();
    let at = 0;
    for (const { name, length } of entries) {
      if (names.includes(name)) tables.set(name, stream.subarray(at, at + length));
      at += length;
    }
    return tables;
  } catch (error) {
    throw new FontFileBroken('is damaged', { cause: error });
  }
}

// biome-ignore format: the names that the directory tells by number, in that order
const KNOWN_TABLES = [
  'cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca', 'prep', 'CFF ', 'VORG',
  'EBDT', 'EBLC', 'gasp', 'hdmx', 'kern', 'LTSH', 'PCLT', 'VDMX', 'vhea', 'vmtx', 'BASE', 'GDEF', 'GPOS', 'GSUB', 'EBSC',
  'JSTF', 'MATH', 'CBDT', 'CBLC', 'COLR', 'CPAL', 'SVG ', 'sbix', 'acnt', 'avar', 'bdat', 'bloc', 'bsln', 'cvar', 'fdsc',
  'feat', 'fmtx', 'fvar', 'gvar', 'hsty', 'just', 'lcar', 'mort', 'morx', 'opbd', 'prop', 'trak', 'Zapf', 'Silf', 'Glat',
  'Gloc', 'Feat', 'Sill',
];
const OTHER_TABLE = 63;
const HEADER_BYTES = 48;

function woff2Directory(file: Buffer): { entries: { name: string; length: number }[]; end: number } {
  let at = HEADER_BYTES;
  const number = () => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(at++);
    let name = KNOWN_TABLES[flags & 63];
    if ((flags & 63) === OTHER_TABLE) {
      name = file.toString('latin1', at, at + 4);
      at += 4;
    }
    const original = number();
    // Version 3 means "as it is" for outlines, 0 for all other tables; what is transformed tells its length besides.
    const isTransformed = flags >> 6 !== (name === 'glyf' || name === 'loca' ? 3 : 0);
    return { name: name ?? '', length: isTransformed ? number() : original };
  });
  return { entries, end: at };
}
