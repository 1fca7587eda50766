/** Where a line of text may end. Pieces are never broken inside, unless one alone is wider than its box. */

/**
 * Cuts a paragraph into the pieces between which a line may break; white space stays at the end of its piece.
 * `char` breaks after every character a reader sees as one; `none` nowhere.
 */
export function breakText(paragraph: string, wrap: 'word' | 'char' | 'none'): string[] {
  switch (wrap) {
    case 'none':
      return [paragraph];
    case 'char':
      return joinPieces(splitGraphemes(paragraph), () => true);
    case 'word':
      return joinPieces(splitWords(paragraph), mayBreakBetween);
    default:
      return wrap satisfies never;
  }
}

/** Where a word that is wider than its line may be broken: anywhere, but for what may not begin or end a line. */
export function breakInside(word: string): string[] {
  return joinPieces(
    splitGraphemes(word),
    (before, after) => !CLOSING_START.test(after) && !OPENING_END.test(before),
  );
}

/** What a reader sees as one character: letters with their marks, whole emoji. */
export function splitGraphemes(text: string): string[] {
  if (PLAIN_ASCII.test(text)) return [...text];
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function splitWords(text: string): string[] {
  return Array.from(words.segment(text), ({ segment }) => segment);
}

// Word limits of Thai, Khmer or Chinese come from the segmenter's own dictionaries; the locale changes nothing there.
const words = new Intl.Segmenter('en', { granularity: 'word' });
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
const SPACE_START = /^[\s\u200b]/u;
/** White space that allows a break after it: not the no-break spaces. */
const SPACE_END = /[ \t\u1680\u2000-\u2006\u2008-\u200b\u205f\u3000]$/u;
const HYPHEN_END = /\S[-\u2010\u2013\u2014/]$/u;
const LETTER_START = /^\p{L}/u;
/** Scripts that write without spaces, and emoji. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}]/u;
/** May not begin a line: closing brackets, stops, small kana, marks of repetition and length (JIS X 4051, W3C jlreq). */
const CLOSING_START =
  /^[\p{Pe}\p{Pf}\p{Po}\p{M}々〻ーぁぃぅぇぉっゃゅょァィゥェォッャュョヵヶヮゎㇰ-ㇿ゛゜ヽヾゝゞๆฯໆຯៗ%‰°]/u;
/** May not end a line. */
const OPENING_END = /[\p{Ps}\p{Pi}¿¡$€£¥#@]$/u;

function joinPieces(parts: string[], mayBreak: (before: string, after: string) => boolean): string[] {
  const pieces: string[] = [];
  for (const part of parts) {
    const before = pieces.at(-1);
    if (before === undefined) pieces.push(part);
    else if (!SPACE_START.test(part) && mayBreak(before, part)) pieces.push(part);
    else pieces[pieces.length - 1] = before + part;
  }
  return pieces;
}

function mayBreakBetween(before: string, after: string): boolean {
  if (SPACE_END.test(before)) return true;
  if (HYPHEN_END.test(before) && LETTER_START.test(after)) return true;
  const unspaced = UNSPACED.test(before.slice(-2)) || UNSPACED.test(after);
  return unspaced && !CLOSING_START.test(after) && !OPENING_END.test(before);
}
