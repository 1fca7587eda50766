/**
 * Whether a text fits at a size, mostly without measuring a line: glyphs grow in proportion, and a line is about as wide as
 * its words. A text that fits its box is tried at ten sizes, and at each its lines are others that nobody has measured.
 */
import type { StyledRuler } from './text-ruler.ts';
import { joinRuns, runsEnd, type TextRun, trimRunsEnd } from './text-runs.ts';

export interface RoughFit {
  /** How many lines it takes; null when only a closer look tells. A word wider than its line makes it infinitely many. */
  linesAt(size: number, maxWidth: number): number | null;
}

/** Of a line's width: between words that are so much narrower together nothing makes up for it. */
const SURE = 0.02;

/** @param pieces what no line is broken inside of. @param slack pixels that a line may be too wide. */
export function createRoughFit(pieces: TextRun[][], ruler: StyledRuler, slack: number): RoughFit {
  const widths = pieces.map((piece) => {
    const shown = trimRunsEnd(piece);
    const width = ruler.width(shown, 1);
    return { shown: width, all: width + ruler.width(runsEnd(piece, shown), 1) };
  });
  const last = widths.at(-1);
  const together = last ? widths.slice(0, -1).reduce((sum, { all }) => sum + all, 0) + last.shown : 0;

  return {
    linesAt(size, maxWidth) {
      const whole = together * size;
      if (whole <= maxWidth * (1 - SURE)) return 1;
      if (whole <= maxWidth * (1 + SURE)) return null;
      const isTooWide = (from: number, end: number, width: number) =>
        width > maxWidth * (1 - SURE) &&
        ruler.width(trimRunsEnd(joinRuns(pieces.slice(from, end))), size) > maxWidth + slack;
      let lines = 1;
      let first = 0;
      let before = 0;
      let width = 0;
      for (const [index, piece] of widths.entries()) {
        const shown = piece.shown * size;
        if (shown > maxWidth + slack) return Number.POSITIVE_INFINITY;
        if (index > first && before + shown > maxWidth + slack) {
          if (isTooWide(first, index, width)) return null;
          lines++;
          [first, before] = [index, 0];
        }
        width = before + shown;
        before += piece.all * size;
      }
      return isTooWide(first, widths.length, width) ? null : lines;
    },
  };
}
