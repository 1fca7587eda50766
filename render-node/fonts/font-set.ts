/**
 * The fonts a node draws with. Each file is registered with the canvas under a name of its own, and only when a text
 * needs it. Asking for a face by that name leaves the canvas nothing to guess: no faked bold, no system font.
 */
import { join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { SHIPPED_FAMILIES, shippedFamily } from '../../contract/template/font-families.ts';
import { type CharacterCoverage, createCoverage } from './character-coverage.ts';
import { emojiJoinerFont } from './emoji-joiner.ts';
import { packFolder, parseRanges, RARE_HAN, readFontPack } from './font-pack.ts';
import { hanFamilies, hanLanguage } from './han-language.ts';

export interface FontRequest {
  /** In order of preference. */
  families: string[];
  weight: number;
  italic: boolean;
  /** What is to be written: decides which scripts' fonts join in. */
  text: string;
}

export interface FontChoice {
  /** A part of the text as it can be drawn: characters that no font covers are replaced, or the system's fonts would step in. */
  write(part: string): string;
  /** The family part of a canvas font: `20px ${families}`. */
  families: string;
  /** For the `wght` axis of variable fonts; others have one weight each. */
  weight: number;
  /** BCP 47, for scripts whose shared characters look different by language (Han); null when it does not matter. */
  language: string | null;
  /** Whether the canvas is to be given `joinEmoji` of a text. */
  joinsEmoji: boolean;
  /** Equal styles: a string that both texts hold is drawn alike. */
  style: string;
  /** What could not be given as asked, in whole sentences. */
  notes: string[];
}

export interface FontSet {
  choose(request: FontRequest): FontChoice;
  /** Whether a text that cannot be drawn as asked fails its row. */
  strict: boolean;
  /** Of a template's own fonts, by name and content; blank when there are none. */
  identity: string;
  /** The same fonts and a template's own, which come first by name. */
  extend(own: FontFamily[], options: { strict: boolean; identity: string }): FontSet;
}

/** One file. A family may lie in several, by weight, slant or characters. */
export interface FontFace {
  weights: [number, number];
  italic: boolean;
  /** Registers the face at its first use and returns the name the canvas knows it by. */
  canvasName(): string;
  coverage(): CharacterCoverage;
}

export interface FontFamily {
  family: string;
  faces: FontFace[];
}

const DEFAULT_FAMILY = 'Inter';
const MOST_STYLES = 500;

/** The shipped fonts. Whether the files are the right ones is for the node's start to see (`checkFontPack`). */
export function loadFontSet(folder = packFolder): FontSet {
  // The canvas package may have looked for the system's fonts already (a slot starts with that switched off).
  GlobalFonts.removeAll();
  registered.clear();
  const shipped = readFontPack().map(({ family, faces }) => ({
    family,
    faces: faces.map(({ file, covers, italic, weights }) =>
      createFace(join(folder, file), {
        name: file,
        italic,
        weights,
        coverage: once(() => createCoverage(parseRanges(covers))),
      }),
    ),
  }));
  return createFontSet(shipped, [], { strict: false, identity: '' });
}

/** Names that the canvas knows. Two templates may bring the same file. */
const registered = new Set<string>();

/** A face of a file; `name` is what tells it from all others. */
export function createFace(
  path: string,
  { name, ...face }: Pick<FontFace, 'weights' | 'italic' | 'coverage'> & { name: string },
): FontFace {
  const canvasName = once(() => {
    // Registration reports a broken file by returning null only.
    if (!registered.has(name) && GlobalFonts.registerFromPath(path, name) === null)
      throw new Error(`The font ${path} cannot be used: is the file damaged?`);
    registered.add(name);
    return name;
  });
  return { ...face, canvasName };
}

function createFontSet(
  shipped: FontFamily[],
  own: FontFamily[],
  options: { strict: boolean; identity: string },
): FontSet {
  const styles = new Map<string, FontStyle>();
  return {
    ...options,
    choose(request) {
      const language = hanLanguage(request.text);
      const key = [options.identity, request.families, request.weight, request.italic, language].join('|');
      const style = styles.get(key) ?? createStyle(shipped, own, request, language);
      // Families may come from rows.
      if (styles.size >= MOST_STYLES) styles.clear();
      styles.set(key, style);
      return coverText(style, request, key);
    },
    extend: (more, moreOptions) => createFontSet(shipped, more, moreOptions),
  };
}

/** All that is decided before the text is looked at. */
interface FontStyle {
  /** In the order in which a character is looked for; the first face stands for the line's height. */
  faces: FontFace[];
  language: string | null;
  notes: string[];
  /** The face of each character met so far, by its place in `faces`; -1: none has it. */
  faceOf: Map<string, number>;
}

function createStyle(
  shipped: FontFamily[],
  own: FontFamily[],
  request: FontRequest,
  language: string | null,
): FontStyle {
  const find = (name: string) => findFamily(own, name) ?? findFamily(shipped, shippedFamily(name)?.family);
  const known = request.families.flatMap((name) => find(name) ?? []);
  const notes: string[] = [];
  if (known.length === 0)
    notes.push(`There is no font family "${request.families.join('", "')}"; ${DEFAULT_FAMILY} was used.`);
  const wanted = known.length > 0 ? known : [find(DEFAULT_FAMILY)!];
  notes.push(...cutNotes(wanted[0]!, request));
  const fallback = fallbackOrder(wanted[0]!.family, language).flatMap(
    (name) => findFamily(own, name) ?? findFamily(shipped, name) ?? [],
  );
  const faces = [...wanted, ...fallback].flatMap((family) => closestCut(family, request));
  return { faces: [...new Set(faces)], language, notes, faceOf: new Map() };
}

function findFamily(families: FontFamily[], name: string | undefined): FontFamily | undefined {
  const key = name?.trim().toLowerCase();
  return families.find(({ family }) => family.toLowerCase() === key);
}

/** Whom to ask for a character that the chosen families lack. */
function fallbackOrder(family: string, language: string | null): string[] {
  const han = hanFamilies(language);
  const order = SHIPPED_FAMILIES.map((shipped) => shipped.family).filter((name) => !han.includes(name));
  order.splice(order.indexOf('Noto Color Emoji'), 0, ...han);
  order.push(RARE_HAN);
  return family.startsWith('Noto Serif') ? ['Noto Serif', ...order] : order;
}

/** The files of the closest slant and weight, as CSS Fonts 4 §5.2 matches: slant first, then weight. */
function closestCut({ faces }: FontFamily, { weight, italic }: FontRequest): FontFace[] {
  const slanted = faces.filter((face) => face.italic === italic);
  const candidates = slanted.length > 0 ? slanted : faces;
  const distance = (face: FontFace) => weightDistance(closestWeight(face, weight), weight);
  const least = Math.min(...candidates.map(distance));
  return candidates.filter((face) => distance(face) === least);
}

function closestWeight({ weights: [lightest, heaviest] }: FontFace, weight: number): number {
  return Math.min(Math.max(weight, lightest), heaviest);
}

function weightDistance(found: number, wanted: number): number {
  if (found === wanted) return 0;
  if (wanted >= 400 && wanted <= 500 && found > wanted && found <= 500) return found - wanted;
  const heavierFirst = wanted > 500;
  const inDirection = found > wanted === heavierFirst;
  return Math.abs(found - wanted) + (inDirection ? 1_000 : 2_000);
}

function cutNotes(family: FontFamily, request: FontRequest): string[] {
  const face = closestCut(family, request)[0]!;
  const weight = closestWeight(face, request.weight);
  return [
    ...(weight === request.weight
      ? []
      : [`The font ${family.family} has no weight ${request.weight}; ${weight} was used.`]),
    ...(face.italic || !request.italic ? [] : [`The font ${family.family} has no italic.`]),
  ];
}

const INVISIBLE = /^[\p{Cc}\p{Default_Ignorable_Code_Point}\s]$/u;

/**
 * Each character is drawn by the first face that has it, whatever stands beside it: a string takes the same room in
 * every text of its style, so that its width is measured once.
 */
function coverText(style: FontStyle, request: FontRequest, key: string): FontChoice {
  // The first face stands for the height of lines; text that is cut ends in an ellipsis.
  const used = new Set([0, Math.max(0, placeOf(style, '…'))]);
  const uncovered: string[] = [];
  for (const character of new Set(request.text)) {
    if (INVISIBLE.test(character)) continue;
    const place = placeOf(style, character);
    if (place === -1) uncovered.push(character);
    else used.add(place);
  }
  if (uncovered.length > 0) used.add(Math.max(0, placeOf(style, REPLACEMENT)));
  const faces = [...used].sort((a, b) => a - b).map((place) => style.faces[place]!);
  const names = faces.map((face) => face.canvasName());
  const joiner = emojiJoinerFont(request.text);
  return {
    write: (part) => uncovered.reduce((text, character) => text.replaceAll(character, REPLACEMENT), part),
    // The first one stays first: it tells the height of lines.
    families: [names[0], joiner, ...names.slice(1)]
      .filter((name) => name !== null)
      .map((name) => `"${name}"`)
      .join(', '),
    weight: request.weight,
    language: style.language,
    joinsEmoji: joiner !== null,
    style: joiner === null ? key : `${key}|${joiner}`,
    notes: uncovered.length > 0 ? [...style.notes, uncoveredNote(uncovered)] : style.notes,
  };
}

function placeOf({ faces, faceOf }: FontStyle, character: string): number {
  const known = faceOf.get(character);
  if (known !== undefined) return known;
  const place = faces.findIndex((face) => face.coverage().has(character.codePointAt(0)!));
  faceOf.set(character, place);
  return place;
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

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
