import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SHIPPED_FAMILIES } from '../../../contract/template/font-families.ts';
import { createCoverage, readCharacterRanges } from '../../../render-node/fonts/character-coverage.ts';
import {
  checkFontPack,
  packFolder,
  parseRanges,
  RARE_HAN,
  readFontPack,
} from '../../../render-node/fonts/font-pack.ts';
import { readWeights } from '../../../render-node/fonts/weight-range.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('font-pack');
afterAll(() => folder.remove());

test('the installed fonts are the ones that were shipped', () => {
  expect(() => checkFontPack()).not.toThrow();
});

test('a font that is missing or another one stops the node with the mend', () => {
  expect(() => checkFontPack(folder.path)).toThrow(/^The font inter-ui\/\S+ is missing\. Install .* npm ci$/);
  const [first, second] = readFontPack()[0]!.faces.map(({ file }) => file);
  mkdirSync(dirname(join(folder.path, first!)), { recursive: true });
  copyFileSync(join(packFolder, first!), join(folder.path, first!));
  writeFileSync(join(folder.path, second!), 'another');
  expect(() => checkFontPack(folder.path)).toThrow(
    `The font ${second} is not the one that was shipped. Install the packages again: npm ci`,
  );
});

test('what templates may name is what the pack holds besides the font of rare characters', () => {
  const named = readFontPack().filter(({ family }) => family !== RARE_HAN);
  const held = named.map(({ family, faces }) => ({
    family,
    weights: faces[0]!.weights,
    italic: faces.some(({ italic }) => italic),
  }));
  expect(held).toEqual(SHIPPED_FAMILIES);
});

test('the list tells characters and weights as the files do', () => {
  const faces = readFontPack().flatMap((family) => family.faces.slice(0, 2));
  expect(faces.length).toBeGreaterThan(30);
  for (const { file, covers, weights } of faces) {
    const [path, listed] = [join(packFolder, file), createCoverage(parseRanges(covers))];
    const { starts, ends } = readCharacterRanges(path);
    for (const character of [...starts, ...ends]) expect(listed.has(character)).toBe(true);
    expect(readWeights(path)).toEqual(weights);
  }
});

test('each script is covered by its family', () => {
  const covers = (family: string, text: string) => {
    const faces = readFontPack().find((found) => found.family === family)!.faces;
    const coverages = faces.map((face) => createCoverage(parseRanges(face.covers)));
    return Array.from(text).every((character) => coverages.some((one) => one.has(character.codePointAt(0)!)));
  };
  expect(covers('Inter', 'ßŁЖΩ')).toBe(true);
  expect(covers('Inter', '你')).toBe(false);
  expect(covers('Noto Sans SC', '你好堃喆淼')).toBe(true);
  expect(covers('Noto Sans TC', '國龘燊')).toBe(true);
  expect(covers('Noto Sans JP', 'ひらカナ漢字')).toBe(true);
  expect(covers('Noto Sans KR', '안녕하세요')).toBe(true);
  expect(covers('Noto Sans Arabic', 'مرحبا')).toBe(true);
  expect(covers('Noto Sans Arabic', 'A')).toBe(false);
  expect(covers('Noto Color Emoji', '👩🦰')).toBe(true);
  expect(covers('Noto Sans', '\uffff')).toBe(false);
});
