/**
 * The runs of a line as they stand on it. A canvas orders the letters within one run; between runs of different styles it
 * is up to us (Unicode Bidirectional Algorithm, without its explicit marks).
 */
import { RIGHT_TO_LEFT } from './text-direction.ts';
import type { TextRun } from './text-runs.ts';

export interface PlacedRun extends TextRun {
  direction: 'ltr' | 'rtl';
}

/** From left to right. A line of one style is one run: the canvas knows best. */
export function visualOrder(runs: TextRun[], direction: 'ltr' | 'rtl'): PlacedRun[] {
  if (runs.length <= 1) return runs.map((run) => ({ ...run, direction }));
  const base = direction === 'rtl' ? 1 : 0;
  const characters = runs.flatMap(({ text, style }) =>
    Array.from(text, (character) => ({ character, style })),
  );
  const levels = embeddingLevels(
    characters.map(({ character }) => character),
    base,
  );
  const pieces: { text: string; style: number; level: number }[] = [];
  for (const [index, { character, style }] of characters.entries()) {
    const level = levels[index]!;
    const last = pieces.at(-1);
    if (last?.style === style && last.level === level) last.text += character;
    else pieces.push({ text: character, style, level });
  }
  return reorder(pieces).map(({ text, style, level }) => ({
    text,
    style,
    direction: level % 2 === 1 ? 'rtl' : 'ltr',
  }));
}

type Kind = 'left' | 'right' | 'number' | 'neutral';

function embeddingLevels(characters: string[], base: number): number[] {
  const kinds = resolveNeutrals(resolveNumbers(characters.map(kindOf), base), base);
  return kinds.map((kind) => {
    if (kind === 'right') return 1;
    if (kind === 'number') return 2;
    return base === 0 ? 0 : 2;
  });
}

function kindOf(character: string): Kind | 'mark' {
  if (RIGHT_TO_LEFT.test(character)) return 'right';
  if (/\p{M}/u.test(character)) return 'mark';
  if (/\p{Nd}/u.test(character)) return 'number';
  return /\p{L}/u.test(character) ? 'left' : 'neutral';
}

/** Marks are as their letter (W1); numbers are as the letters before them unless those run to the left (W7). */
function resolveNumbers(kinds: (Kind | 'mark')[], base: number): Kind[] {
  let strong: Kind = base === 1 ? 'right' : 'left';
  let before: Kind = 'neutral';
  return kinds.map((kind) => {
    if (kind === 'left' || kind === 'right') strong = kind;
    before = kind === 'mark' ? before : kind === 'number' && strong === 'left' ? 'left' : kind;
    return before;
  });
}

/** Between letters of one direction neutrals have it too, else that of the paragraph (N1, N2). */
function resolveNeutrals(kinds: Kind[], base: number): Kind[] {
  const paragraph: Kind = base === 1 ? 'right' : 'left';
  const side = (kind: Kind | undefined) =>
    kind === undefined ? paragraph : kind === 'number' ? 'right' : kind;
  const resolved = [...kinds];
  for (let start = 0; start < kinds.length; start++) {
    if (kinds[start] !== 'neutral') continue;
    let end = start;
    while (end < kinds.length && kinds[end] === 'neutral') end++;
    const [before, after] = [side(kinds[start - 1]), side(kinds[end])];
    resolved.fill(before === after ? before : paragraph, start, end);
    start = end - 1;
  }
  return resolved;
}

/** From the highest level down, each stretch of that level or above is turned around (L2). */
function reorder<T extends { level: number }>(pieces: T[]): T[] {
  let ordered = pieces;
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--) {
    const next: T[] = [];
    for (let start = 0; start < ordered.length; ) {
      let end = start;
      while (end < ordered.length && ordered[end]!.level >= level) end++;
      if (end === start) next.push(ordered[start++]!);
      else {
        next.push(...ordered.slice(start, end).reverse());
        start = end;
      }
    }
    ordered = next;
  }
  return ordered;
}
