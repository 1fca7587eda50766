import { expect, test } from 'vitest';
import { readCharacterCoverage } from '../../../render-node/fonts/character-coverage.ts';
import { findFonts } from '../../../render-node/fonts/find-fonts.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a machine without fonts is told which packages to install', () => {
  const { path } = temporaryFolder('fonts');
  expect(() => findFonts([path, '/does/not/exist'])).toThrow(
    `Fonts are missing (Inter, Noto Sans, Noto Sans Arabic, Noto Sans CJK, Noto Color Emoji) in ${path}, /does/not/exist. ` +
      'Install them with: apt-get install fonts-inter fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji (or name their folder in FONT_DIRS)',
  );
});

test('Inter has all weights upright and italic', () => {
  const inter = findFonts(['/usr/share/fonts']).find(({ family }) => family === 'Inter');
  const weights = [100, 200, 300, 400, 500, 600, 700, 800, 900];
  for (const italic of [false, true])
    expect(inter?.faces.filter((face) => face.italic === italic).map(({ weight }) => weight)).toEqual(
      weights,
    );
});

test('every shipped font tells which characters it covers', () => {
  const covers = (family: string, character: string) => {
    const face = findFonts(['/usr/share/fonts']).find((found) => found.family === family)?.faces[0];
    return readCharacterCoverage(face!.path).has(character.codePointAt(0)!);
  };
  expect(covers('Inter', 'ß')).toBe(true);
  expect(covers('Inter', '你')).toBe(false);
  expect(covers('Noto Sans CJK', '你')).toBe(true);
  expect(covers('Noto Sans Arabic', 'م')).toBe(true);
  expect(covers('Noto Sans Arabic', 'A')).toBe(false);
  expect(covers('Noto Color Emoji', '👩')).toBe(true);
  expect(covers('Noto Sans', '\uffff')).toBe(false);
  for (const { faces } of findFonts(['/usr/share/fonts']))
    for (const { path } of faces) expect(() => readCharacterCoverage(path)).not.toThrow();
});
