/** Where the lines of a laid-out text stand in their box, and on each line its runs. */
import type { LayerOf } from '../../../contract/template/layers.ts';
import type { Box } from '../box.ts';
import { splitGraphemes } from './break-text.ts';
import type { TextLine } from './lay-out-text.ts';
import type { Stretch, StyledRuler } from './text-ruler.ts';
import { runsText, type TextRun } from './text-runs.ts';
import { type PlacedRun, visualOrder } from './visual-order.ts';

export interface PlacedLine {
  /** From left to right. */
  runs: (PlacedRun & { x: number })[];
  x: number;
  width: number;
  baseline: number;
  stretch: Stretch;
}

interface Measures {
  /** Pixels, of the whole text's size. */
  ascent: number;
  descent: number;
  size: number;
  ruler: StyledRuler;
}

/** Lines stand on boxes made of the font's own heights, so that a row's letters never move its baseline. */
export function placeLines(
  lines: TextLine[],
  layer: Pick<LayerOf<'text'>, 'align' | 'valign' | 'line_height' | 'letter_spacing'>,
  box: Box,
  measures: Measures,
): PlacedLine[] {
  const { ascent, descent, size } = measures;
  const lineHeight = layer.line_height * size;
  const top = box.y + (box.height - lines.length * lineHeight) * VERTICAL_SHARE[layer.valign];
  const toBaseline = (lineHeight - (ascent + descent)) / 2 + ascent;
  return lines.map((line, index) => {
    const stretch =
      layer.align === 'justify' && !line.isLast ? stretchOf(line, box.width - line.width) : NO_STRETCH;
    const width = stretch === NO_STRETCH ? line.width : box.width;
    const x = box.x + (box.width - width) * horizontalShare(layer.align, line.direction);
    return {
      runs: placeRuns(line, x, stretch, layer.letter_spacing, measures),
      x,
      width,
      baseline: top + index * lineHeight + toBaseline,
      stretch,
    };
  });
}

const VERTICAL_SHARE = { top: 0, middle: 0.5, bottom: 1 };
const NO_STRETCH: Stretch = { word: 0, letter: 0 };

/** The part of the free room that goes to the left of a line. */
function horizontalShare(align: LayerOf<'text'>['align'], direction: TextLine['direction']): number {
  switch (align) {
    case 'left':
      return 0;
    case 'center':
      return 0.5;
    case 'right':
      return 1;
    case 'start':
    case 'justify':
      return direction === 'ltr' ? 0 : 1;
    case 'end':
      return direction === 'ltr' ? 1 : 0;
    default:
      return align satisfies never;
  }
}

/** Scripts that are set without spaces and may be spaced letter by letter. */
const LETTER_BY_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The free room goes to the spaces between words, or between letters where there are none. */
function stretchOf({ runs }: TextLine, room: number): Stretch {
  if (room <= 0) return NO_STRETCH;
  const text = runsText(runs);
  const spaces = countSpaces(text);
  if (spaces > 0) return { word: room / spaces, letter: 0 };
  const gaps = splitGraphemes(text).length - 1;
  return gaps > 0 && LETTER_BY_LETTER.test(text) ? { word: 0, letter: room / gaps } : NO_STRETCH;
}

function placeRuns(
  { runs, direction }: TextLine,
  start: number,
  stretch: Stretch,
  letterSpacing: number,
  { ruler, size }: Measures,
): PlacedLine['runs'] {
  let x = start;
  return visualOrder(runs, direction).map((run) => {
    const placed = { ...run, x };
    x += ruler.width([run], size) + letterSpacing + stretchedBy(run, stretch);
    return placed;
  });
}

function stretchedBy({ text }: TextRun, { word, letter }: Stretch): number {
  return (
    (word === 0 ? 0 : countSpaces(text) * word) + (letter === 0 ? 0 : splitGraphemes(text).length * letter)
  );
}

/** The white space that the canvas stretches. */
function countSpaces(text: string): number {
  return text.match(/[ \u00a0]/g)?.length ?? 0;
}
