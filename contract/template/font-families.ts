/** The font families that come with rowcast: what a text may name without bringing a font of its own. */
export interface ShippedFamily {
  family: string;
  /** Lightest and heaviest; everything between is there too. */
  weights: [number, number];
  italic: boolean;
}

const ROMAN = ['Inter', 'Noto Sans', 'Noto Serif'];

/** Scripts in the order in which they are asked for a character that the chosen family lacks. */
// biome-ignore format: a list to read across
const SCRIPTS = [
  'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Bengali', 'Tamil', 'Telugu', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam',
  'Sinhala', 'Lao', 'Khmer', 'Myanmar', 'Georgian', 'Armenian', 'Ethiopic',
];

/** Simplified and traditional Chinese, Japanese, Korean. */
const HAN = ['SC', 'TC', 'JP', 'KR'];

const of = (family: string, weights: [number, number] = [100, 900], italic = false): ShippedFamily => ({
  family,
  weights,
  italic,
});

/** In the order in which a character is looked for. */
export const SHIPPED_FAMILIES: readonly ShippedFamily[] = [
  ...ROMAN.map((family) => of(family, [100, 900], true)),
  ...[...SCRIPTS, ...HAN].map((script) => of(`Noto Sans ${script}`)),
  of('Noto Color Emoji', [400, 400]),
  of('Noto Sans Symbols'),
  of('Noto Sans Symbols 2', [400, 400]),
  of('Noto Sans Math', [400, 400]),
];

/** Other names that people write for a shipped family. */
const ALIASES: Record<string, string> = {
  'sans-serif': 'Inter',
  serif: 'Noto Serif',
  'noto sans cjk': 'Noto Sans SC',
  'noto sans symbols2': 'Noto Sans Symbols 2',
  ...Object.fromEntries(
    HAN.map((region) => [`noto sans cjk ${region.toLowerCase()}`, `Noto Sans ${region}`]),
  ),
};

/** Letter case does not matter. */
export function shippedFamily(name: string): ShippedFamily | undefined {
  const key = name.trim().toLowerCase();
  const wanted = (Object.hasOwn(ALIASES, key) ? ALIASES[key]! : key).toLowerCase();
  return SHIPPED_FAMILIES.find(({ family }) => family.toLowerCase() === wanted);
}
