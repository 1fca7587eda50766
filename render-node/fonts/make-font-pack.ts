/** `npm run fonts`: writes `font-pack.json` from the font packages as they are installed. Look at what changes. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_FAMILIES } from '../../contract/template/font-families.ts';
import { type CharacterRanges, readCharacterRanges } from './character-coverage.ts';
import { type PackedFace, packFolder, packList, RARE_HAN } from './font-pack.ts';
import { readWeights } from './weight-range.ts';

/** Where a family lies when not in its Fontsource package. */
const ELSEWHERE: Record<string, FontPlace> = {
  Inter: { folder: 'inter-ui/variable', isPart: (name) => name.endsWith('.woff2') },
  'Noto Color Emoji': {
    folder: '@expo-google-fonts/noto-color-emoji/400Regular',
    isPart: (name) => name.endsWith('.ttf'),
  },
  [RARE_HAN]: { folder: '@embedpdf/fonts-sc/fonts', isPart: (name) => name.endsWith('.otf') },
};

/** Packages of a script bring cuts for other scripts, which have families of their own here. */
const OF_OTHER_SCRIPTS = /-(latin|latin-ext|vietnamese|cyrillic|cyrillic-ext|greek|greek-ext|math|symbols)-/;

const families = [...SHIPPED_FAMILIES.map(({ family }) => family), RARE_HAN].map((family) => ({
  family,
  faces: filesOf(family).map((file) => describeFace(file)),
}));
writeFileSync(packList, JSON.stringify({ families }));

interface FontPlace {
  /** Below `node_modules`. */
  folder: string;
  isPart(fileName: string): boolean;
}

function filesOf(family: string): string[] {
  const slug = family.toLowerCase().replaceAll(' ', '-');
  const place = ELSEWHERE[family] ?? fontsourcePlace(slug);
  const names = readdirSync(join(packFolder, place.folder)).filter((name) => place.isPart(name));
  if (names.length === 0) throw new Error(`${place.folder} has no files of ${family}`);
  return names
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((name) => `${place.folder}/${name}`);
}

function fontsourcePlace(slug: string): FontPlace {
  const isVariable = readdirSync(join(packFolder, '@fontsource-variable')).includes(slug);
  const isScript = !/^noto-(sans|serif|sans-(sc|tc|jp|kr|symbols|symbols-2|math))$/.test(slug);
  const cut = isVariable ? /-wght-(normal|italic)\.woff2$/ : /-400-normal\.woff2$/;
  return {
    folder: `${isVariable ? '@fontsource-variable' : '@fontsource'}/${slug}/files`,
    isPart: (name) => cut.test(name) && !(isScript && OF_OTHER_SCRIPTS.test(name)),
  };
}

function describeFace(file: string): PackedFace {
  const path = join(packFolder, file);
  return {
    file,
    sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
    italic: /italic\./i.test(file),
    weights: readWeights(path),
    covers: formatRanges(readCharacterRanges(path)),
  };
}

function formatRanges({ starts, ends }: CharacterRanges): string {
  const merged: [number, number][] = [];
  for (const [index, start] of starts.entries()) {
    const last = merged.at(-1);
    if (last && last[1] === start - 1) last[1] = ends[index]!;
    else merged.push([start, ends[index]!]);
  }
  return merged
    .map(([start, end]) => (start === end ? start.toString(16) : `${start.toString(16)}-${end.toString(16)}`))
    .join(' ');
}
