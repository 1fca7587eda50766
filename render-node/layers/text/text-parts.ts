/** Where the lines, words and characters of a placed text lie, for what shows them one after the other. */
import type { Box } from '../box.ts';
import { splitGraphemes } from './break-text.ts';
import type { PlacedLine } from './place-lines.ts';
import { createTextRuler, type TextFont } from './text-ruler.ts';

export interface TextParts {
  /** Pixels. */
  size: number;
  lines: LineParts[];
}

export interface LineParts {
  /** Counted from the layer's box. */
  x: number;
  y: number;
  width: number;
  height: number;
  direction: 'ltr' | 'rtl';
  /** Where each character that a reader sees ends, in pixels from the line's beginning. */
  ends: number[];
  /** The words: from which character to which. */
  words: { from: number; to: number }[];
}

interface PlacedText {
  fonts: TextFont[];
  size: number;
  lines: PlacedLine[];
  /** The lines as laid out. */
  shown: Box;
}

/** Measured when it is first asked for: most texts just stand there. */
export function textParts(text: PlacedText, box: Box): () => TextParts {
  let parts: TextParts | null = null;
  return () => {
    parts ??= measureParts(text, box);
    return parts;
  };
}

function measureParts({ fonts, size, lines, shown }: PlacedText, box: Box): TextParts {
  const first = lines[0]?.baseline ?? 0;
  const last = lines.at(-1)?.baseline ?? first;
  const height = shown.height - (last - first);
  // Neighbours meet: what hangs over belongs to one of them.
  const step = lines.length > 1 ? (last - first) / (lines.length - 1) : height;
  return {
    size,
    lines: lines.map((line) => ({
      x: line.x - box.x,
      y: shown.y + line.baseline - first + (height - step) / 2 - box.y,
      width: line.width,
      height: step,
      ...readLine(line, fonts, size),
    })),
  };
}

function readLine(
  line: PlacedLine,
  fonts: TextFont[],
  size: number,
): Pick<LineParts, 'direction' | 'ends' | 'words'> {
  const direction = line.runs.every((run) => run.direction === 'rtl') ? 'rtl' : 'ltr';
  const runs = direction === 'rtl' ? line.runs.toReversed() : line.runs;
  const ends: number[] = [];
  let text = '';
  for (const run of runs) {
    const ruler = createTextRuler(fonts[run.style]!);
    const next = line.runs[line.runs.indexOf(run) + 1];
    const right = (next ? next.x : line.x + line.width) - line.x;
    const left = run.x - line.x;
    const start = direction === 'rtl' ? line.width - right : left;
    // Stretched lines are wider than their letters.
    const stretch = (right - left) / (ruler.width(run.text, size) || 1);
    let before = '';
    for (const character of splitGraphemes(run.text)) {
      before += character;
      ends.push(start + ruler.width(before, size) * stretch);
    }
    text += run.text;
  }
  return { direction, ends, words: wordsIn(text) };
}

function wordsIn(text: string): LineParts['words'] {
  const words: LineParts['words'] = [];
  let inWord = false;
  for (const [index, character] of splitGraphemes(text).entries()) {
    const isSpace = character.trim() === '';
    if (!isSpace && inWord) words.at(-1)!.to = index + 1;
    else if (!isSpace) words.push({ from: index, to: index + 1 });
    inWord = !isSpace;
  }
  return words;
}
