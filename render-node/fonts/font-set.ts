/**
 * The fonts a node draws with. Each face is registered with the canvas under a name of its own, and only when a text
 * needs it. Asking for a face by that name leaves the canvas nothing to guess: no faked bold, no system font.
 */
import { GlobalFonts } from '@napi-rs/canvas';
import { type CharacterCoverage, readCharacterCoverage } from './character-coverage.ts';
import { type FoundFace, findFonts } from './find-fonts.ts';
import { FAMILY_ALIASES, fallbackFamilies } from './shipped-fonts.ts';

export interface FontRequest {
  /** In order of preference. */
  families: string[];
  weight: number;
  italic: boolean;
  /** What is to be written: decides which scripts' fonts join in. */
  text: string;
}

export interface FontChoice {
  /** What to write: characters that no shipped font covers are replaced, or the system's fonts would step in. */
  text: string;
  /** The family part of a canvas font: `400 20px ${families}`. */
  families: string;
  /** BCP 47, for scripts whose shared characters look different by language (Han); null when it does not matter. */
  language: string | null;
  /** What could not be given as asked, in whole sentences. */
  notes: string[];
}

export interface FontSet {
  choose(request: FontRequest): FontChoice;
}

const DEFAULT_FAMILY = 'Inter';

/** @throws {FontsMissing} */
export function loadFontSet(folders: string[]): FontSet {
  // The canvas package may have looked for the system's fonts already (a slot starts with that switched off).
  GlobalFonts.removeAll();
  const families = new Map(
    findFonts(folders).map(({ family, faces }) => [
      family.toLowerCase(),
      { family, faces: faces.map((face) => createFace(family, face)) },
    ]),
  );
  const chosen = new Map<string, ChosenFaces>();
  return {
    choose(request) {
      const key = `${request.families.join()}|${request.weight}|${request.italic}`;
      const faces = chosen.get(key) ?? chooseFaces(families, request);
      chosen.set(key, faces);
      return coverText(families, faces, request);
    },
  };
}

interface Face {
  weight: number;
  italic: boolean;
  /** Registers the face at its first use and returns the name the canvas knows it by. */
  canvasName(): string;
  coverage(): CharacterCoverage;
}

interface FontFamily {
  family: string;
  faces: Face[];
}

interface ChosenFaces {
  wanted: Face[];
  serif: boolean;
  notes: string[];
}

function createFace(family: string, { weight, italic, path }: FoundFace): Face {
  const name = `${family} ${weight}${italic ? ' italic' : ''} face`;
  let registered = false;
  let coverage: CharacterCoverage | undefined;
  return {
    weight,
    italic,
    canvasName() {
      // Registration reports a broken file by returning null only.
      if (!registered && GlobalFonts.registerFromPath(path, name) === null)
        throw new Error(`The font ${path} cannot be used: is the file damaged?`);
      registered = true;
      return name;
    },
    coverage() {
      coverage ??= readCharacterCoverage(path);
      return coverage;
    },
  };
}

function chooseFaces(families: Map<string, FontFamily>, request: FontRequest): ChosenFaces {
  const notes: string[] = [];
  const known = request.families.flatMap((name) => findFamily(families, name) ?? []);
  if (known.length === 0)
    notes.push(`There is no font family "${request.families.join('", "')}"; ${DEFAULT_FAMILY} was used.`);
  const wanted = known.length > 0 ? known : [findFamily(families, DEFAULT_FAMILY)!];
  const faces = wanted.map((family) => closestFace(family, request));
  const [first, face] = [wanted[0]!, faces[0]!];
  if (face.weight !== request.weight)
    notes.push(`The font ${first.family} has no weight ${request.weight}; ${face.weight} was used.`);
  if (face.italic !== request.italic) notes.push(`The font ${first.family} has no italic.`);
  return { wanted: faces, serif: first.family.startsWith('Noto Serif'), notes };
}

function findFamily(families: Map<string, FontFamily>, name: string): FontFamily | undefined {
  const key = name.trim().toLowerCase();
  return families.get((FAMILY_ALIASES[key] ?? key).toLowerCase());
}

/** As CSS Fonts 4 §5.2 matches: slant first, then the closest weight in the direction of the wanted one. */
function closestFace({ faces }: FontFamily, { weight, italic }: FontRequest): Face {
  const slanted = faces.filter((face) => face.italic === italic);
  const candidates = slanted.length > 0 ? slanted : faces;
  const rank = (face: Face) => {
    if (face.weight === weight) return 0;
    if (weight >= 400 && weight <= 500 && face.weight > weight && face.weight <= 500)
      return face.weight - weight;
    const heavierFirst = weight > 500;
    const inDirection = face.weight > weight === heavierFirst;
    return Math.abs(face.weight - weight) + (inDirection ? 1_000 : 2_000);
  };
  return candidates.reduce((best, face) => (rank(face) < rank(best) ? face : best));
}

/** Letters, marks and signs every shipped text family has: most rows need no look into any font file. */
const BASIC_LATIN =
  /^[\n\r\t\u0020-\u007e\u00a0-\u0148\u014a-\u017f\u2010-\u2014\u2018-\u201d\u2026\u20ac]*$/u;
const INVISIBLE = /^[\p{Cc}\p{Default_Ignorable_Code_Point}\s]$/u;

function coverText(
  families: Map<string, FontFamily>,
  { wanted, serif, notes }: ChosenFaces,
  request: FontRequest,
): FontChoice {
  const faces = [...wanted];
  const cover = (character: string): boolean => {
    const codePoint = character.codePointAt(0)!;
    if (INVISIBLE.test(character) || faces.some((face) => face.coverage().has(codePoint))) return true;
    const fallback = findFallback(families, serif, request, codePoint);
    if (fallback) faces.push(fallback);
    return fallback !== undefined;
  };
  const isPlain = BASIC_LATIN.test(request.text) && isTextFamily(faces[0]!);
  const uncovered = isPlain ? [] : [...new Set(request.text)].filter((character) => !cover(character));
  if (uncovered.length > 0) cover(REPLACEMENT);
  return {
    text: uncovered.reduce((text, character) => text.replaceAll(character, REPLACEMENT), request.text),
    families: faces.map((face) => `"${face.canvasName()}"`).join(', '),
    language: hanLanguage(request.text),
    notes: uncovered.length > 0 ? [...notes, uncoveredNote(uncovered)] : notes,
  };
}

const REPLACEMENT = '\ufffd';
const MOST_NAMED = 10;

function uncoveredNote(characters: string[]): string {
  const named = characters
    .slice(0, MOST_NAMED)
    .map(
      (character) =>
        `“${character}” (U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')})`,
    );
  return `No font covers ${named.join(', ')}${characters.length > MOST_NAMED ? ' …' : ''}.`;
}

function isTextFamily(face: Face): boolean {
  return face.coverage().has(0x41) && face.coverage().has(0x17f);
}

function findFallback(
  families: Map<string, FontFamily>,
  serif: boolean,
  request: FontRequest,
  codePoint: number,
): Face | undefined {
  for (const name of fallbackFamilies(serif)) {
    const family = families.get(name.toLowerCase());
    const face = family && closestFace(family, request);
    if (face?.coverage().has(codePoint)) return face;
  }
  return undefined;
}

/** Japanese and Korean are known by their own letters; other Han text is written the simplified Chinese way. */
function hanLanguage(text: string): string | null {
  if (!/\p{Script=Han}/u.test(text)) return null;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  return /\p{Script=Hangul}/u.test(text) ? 'ko' : 'zh-Hans';
}
