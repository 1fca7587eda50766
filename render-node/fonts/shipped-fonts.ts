/**
 * The fonts that rowcast draws with: Debian packages, by file. A node uses these and no others, so that every node
 * draws the same; what else is installed on it does not matter.
 */
export interface ShippedFace {
  file: string;
  weight: number;
  italic: boolean;
}

export interface ShippedFamily {
  family: string;
  debianPackage: string;
  faces: ShippedFace[];
}

const INTER_WEIGHTS = {
  Thin: 100,
  ExtraLight: 200,
  Light: 300,
  Regular: 400,
  Medium: 500,
  SemiBold: 600,
  Bold: 700,
  ExtraBold: 800,
  Black: 900,
};

/** Scripts in the order in which they are asked for a character that the chosen family lacks. */
// biome-ignore format: a list to read across
const SCRIPTS = [
  'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam',
  'Oriya', 'Sinhala', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Georgian', 'Armenian', 'Ethiopic', 'Cherokee', 'Mongolian',
  'Syriac', 'Thaana', 'Tibetan', 'Javanese', 'Balinese', 'Tifinagh', 'Canadian Aboriginal', 'Adlam', 'NKo', 'Vai',
  'Lisu', 'Yi', 'Meetei Mayek', 'Ol Chiki', 'Chakma', 'Newa', 'Tirhuta', 'Limbu', 'Lepcha', 'Sundanese', 'Buginese',
  'Batak', 'Cham', 'Tai Le', 'New Tai Lue', 'Tai Tham', 'Tai Viet', 'Kayah Li', 'Saurashtra', 'Rejang', 'Tagalog',
  'Hanunoo', 'Buhid', 'Tagbanwa', 'Osage', 'Wancho', 'Miao', 'Mende Kikakui', 'Bamum', 'Bassa Vah', 'Hanifi Rohingya',
  'Mandaic', 'Samaritan', 'Coptic', 'Gothic', 'Runic', 'Ogham', 'Egyptian Hieroglyphs', 'Cuneiform', 'Ugaritic',
];

/** Noto has these in a serif cut as well. */
// biome-ignore format: a list to read across
const SERIF_SCRIPTS = [
  'Hebrew', 'Devanagari', 'Bengali', 'Tamil', 'Telugu', 'Gujarati', 'Gurmukhi', 'Kannada', 'Malayalam', 'Sinhala',
  'Thai', 'Lao', 'Khmer', 'Myanmar', 'Georgian', 'Armenian', 'Ethiopic', 'Tibetan',
];

/** Noto has no Tibetan in sans. */
const WITHOUT_SANS = new Set(['Tibetan']);

/** A face whose file a package lacks (some scripts have no bold) is simply not there. */
export const SHIPPED_FAMILIES: ShippedFamily[] = [
  { family: 'Inter', debianPackage: 'fonts-inter', faces: interFaces() },
  notoRoman('Noto Sans'),
  notoRoman('Noto Serif'),
  ...SCRIPTS.filter((script) => !WITHOUT_SANS.has(script)).map((script) => notoScript(`Noto Sans ${script}`)),
  ...SERIF_SCRIPTS.map((script) => notoScript(`Noto Serif ${script}`)),
  notoCjk('Noto Sans CJK', 'NotoSansCJK'),
  notoCjk('Noto Serif CJK', 'NotoSerifCJK'),
  notoScript('Noto Sans Symbols'),
  regularOnly('Noto Sans Symbols2', 'fonts-noto-core', 'NotoSansSymbols2-Regular.ttf'),
  regularOnly('Noto Sans Math', 'fonts-noto-core', 'NotoSansMath-Regular.ttf'),
  regularOnly('Noto Color Emoji', 'fonts-noto-color-emoji', 'NotoColorEmoji.ttf'),
];

/** Other names that people write for a shipped family. */
export const FAMILY_ALIASES: Record<string, string> = Object.fromEntries(
  ['SC', 'TC', 'JP', 'KR', 'HK'].flatMap((region) => [
    [`noto sans cjk ${region}`.toLowerCase(), 'Noto Sans CJK'],
    [`noto sans ${region}`.toLowerCase(), 'Noto Sans CJK'],
    [`noto serif cjk ${region}`.toLowerCase(), 'Noto Serif CJK'],
    [`noto serif ${region}`.toLowerCase(), 'Noto Serif CJK'],
  ]),
);

/** Whom to ask for a character that the chosen families lack, in this order. */
export function fallbackFamilies(serif: boolean): string[] {
  const sans = [
    'Inter',
    'Noto Sans',
    ...SCRIPTS.filter((script) => !WITHOUT_SANS.has(script)).map((script) => `Noto Sans ${script}`),
    'Noto Serif Tibetan',
    'Noto Sans CJK',
  ];
  const symbols = ['Noto Color Emoji', 'Noto Sans Symbols', 'Noto Sans Symbols2', 'Noto Sans Math'];
  const serifs = ['Noto Serif', ...SERIF_SCRIPTS.map((script) => `Noto Serif ${script}`), 'Noto Serif CJK'];
  return serif ? [...serifs, ...sans, ...symbols] : [...sans, ...symbols];
}

function interFaces(): ShippedFace[] {
  return Object.entries(INTER_WEIGHTS).flatMap(([cut, weight]) => [
    { file: `Inter-${cut}.otf`, weight, italic: false },
    { file: `Inter-${cut === 'Regular' ? '' : cut}Italic.otf`, weight, italic: true },
  ]);
}

function notoRoman(family: string): ShippedFamily {
  const base = fileBase(family);
  return {
    family,
    debianPackage: 'fonts-noto-core',
    faces: [
      { file: `${base}-Regular.ttf`, weight: 400, italic: false },
      { file: `${base}-Italic.ttf`, weight: 400, italic: true },
      { file: `${base}-Bold.ttf`, weight: 700, italic: false },
      { file: `${base}-BoldItalic.ttf`, weight: 700, italic: true },
    ],
  };
}

function notoScript(family: string): ShippedFamily {
  const base = fileBase(family);
  return {
    family,
    debianPackage: 'fonts-noto-core',
    faces: [
      { file: `${base}-Regular.ttf`, weight: 400, italic: false },
      { file: `${base}-Bold.ttf`, weight: 700, italic: false },
    ],
  };
}

function notoCjk(family: string, base: string): ShippedFamily {
  return {
    family,
    debianPackage: 'fonts-noto-cjk',
    faces: [
      { file: `${base}-Regular.ttc`, weight: 400, italic: false },
      { file: `${base}-Bold.ttc`, weight: 700, italic: false },
    ],
  };
}

function regularOnly(family: string, debianPackage: string, file: string): ShippedFamily {
  return { family, debianPackage, faces: [{ file, weight: 400, italic: false }] };
}

function fileBase(family: string): string {
  return family.replaceAll(' ', '');
}
