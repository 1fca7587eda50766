import { readFontTables } from './font-file.ts';

/** Lightest and heaviest weight of a font: of one that has a single one (OpenType 1.9, OS/2), that one twice. @throws {FontFileBroken} */
export function readWeights(path: string): [number, number] {
  const weight = readFontTables(path, ['OS/2']).get('OS/2')?.readUInt16BE(4) ?? 400;
  return readWeightRange(path) ?? [weight, weight];
}

/** Lightest and heaviest weight of a variable font (OpenType 1.9, fvar); null for a font that has a single one. @throws {FontFileBroken} */
export function readWeightRange(path: string): [number, number] | null {
  const fvar = readFontTables(path, ['fvar']).get('fvar');
  if (!fvar || fvar.length < 16) return null;
  const [axesAt, axisCount, axisBytes] = [4, 8, 10].map((at) => fvar.readUInt16BE(at)) as [
    number,
    number,
    number,
  ];
  for (let index = 0; index < axisCount; index++) {
    const axis = fvar.subarray(axesAt + index * axisBytes, axesAt + (index + 1) * axisBytes);
    if (axis.length < 20 || axis.toString('latin1', 0, 4) !== 'wght') continue;
    // 16.16 fixed point: least, default, most.
    return [axis.readInt32BE(4) / 65_536, axis.readInt32BE(12) / 65_536];
  }
  return null;
}
