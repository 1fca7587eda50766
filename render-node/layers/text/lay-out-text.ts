/** Text, its fonts and a box → the size and the lines that show it. Pure apart from measuring. */
import type { Size } from '../box.ts';
import { breakInside, breakText, splitGraphemes } from './break-text.ts';
import { createRoughFit } from './rough-fit.ts';
import { paragraphDirection } from './text-direction.ts';
import type { StyledRuler } from './text-ruler.ts';
import { cutRuns, joinRuns, runsEnd, runsText, splitRuns, type TextRun, trimRunsEnd } from './text-runs.ts';

export interface TextLayoutRequest {
  /** In reading order. Line breaks stand in their texts. */
  runs: TextRun[];
  box: Size;
  /** Pixels. `smallest` < `largest` asks for the largest size at which the text fits. */
  smallest: number;
  largest: number;
  /** Distance of two baselines, in sizes. */
  lineHeight: number;
  wrap: 'word' | 'char' | 'none';
  overflow: 'shrink' | 'ellipsis' | 'clip' | 'visible';
  maxLines: number | null;
  direction: 'auto' | 'ltr' | 'rtl';
}

export interface TextLine {
  /** In reading order. */
  runs: TextRun[];
  width: number;
  direction: 'ltr' | 'rtl';
  /** The last one of its paragraph, or what is cut after it: it is not stretched. */
  isLast: boolean;
}

export interface TextLayout {
  size: number;
  lines: TextLine[];
  /** Whether all of the text shows inside the box. */
  complete: boolean;
}

const ELLIPSIS = '…';
/** Sizes are tried in quarters of a pixel: finer steps are not visible. */
const STEPS_PER_PIXEL = 4;
/** Rounding in the canvas may move a width by this much; nobody sees it. */
const SLACK = 0.05;

export function layOutText(request: TextLayoutRequest, ruler: StyledRuler): TextLayout {
  const paragraphs = splitRuns(request.runs, '\n').map((runs) => {
    const text = runsText(runs);
    return {
      pieces: cutRuns(runs, breakText(text, request.wrap)),
      direction: request.direction === 'auto' ? paragraphDirection(text) : request.direction,
    };
  });
  const exactly = (size: number) =>
    fits(wrapParagraphs(paragraphs, request, size, ruler, false), request, size);
  const layOut = (fitsAt: (size: number) => boolean) => {
    const size = largestFittingSize(request, fitsAt) ?? request.smallest;
    const lines = wrapParagraphs(paragraphs, request, size, ruler, true);
    return { size, lines, complete: fits(lines, request, size) };
  };
  const roughly = roughFit(paragraphs, request, ruler);
  const likely = roughly && layOut((size) => roughly(size) ?? exactly(size));
  const layout = likely?.complete ? likely : layOut(exactly);
  if (layout.complete) return layout;
  return { ...layout, lines: cutToBox(layout.lines, request, layout.size, ruler) };
}

/** What no line is broken inside of. */
type Piece = TextRun[];

interface Paragraph {
  pieces: Piece[];
  direction: 'ltr' | 'rtl';
}

/** Null, for the text or for a size, where only measuring tells whether it fits. */
function roughFit(
  paragraphs: Paragraph[],
  request: TextLayoutRequest,
  ruler: StyledRuler,
): ((size: number) => boolean | null) | null {
  const { smallest, largest, box, wrap } = request;
  // A single size is laid out anyway; letters that are spaced, or move together, do not add up to the line that they make.
  if (smallest >= largest || wrap === 'char' || !ruler.addsUp) return null;
  const fits = paragraphs.map(({ pieces }) => createRoughFit(pieces, ruler, SLACK));
  return (size) => {
    let lines = 0;
    for (const { linesAt } of fits) {
      const more = linesAt(size, box.width);
      if (more === null) return null;
      lines += more;
    }
    return isLowEnough(lines, request, size);
  };
}

function largestFittingSize(
  { smallest, largest }: TextLayoutRequest,
  fitsAt: (size: number) => boolean,
): number | null {
  if (fitsAt(largest)) return largest;
  if (smallest >= largest) return null;
  let low = Math.ceil(smallest * STEPS_PER_PIXEL);
  let high = Math.floor(largest * STEPS_PER_PIXEL);
  let best: number | null = null;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    if (fitsAt(middle / STEPS_PER_PIXEL)) {
      best = middle / STEPS_PER_PIXEL;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

function fits(lines: TextLine[], request: TextLayoutRequest, size: number): boolean {
  const isNarrowEnough = (line: TextLine) => line.width <= request.box.width + SLACK;
  return isLowEnough(lines.length, request, size) && lines.every(isNarrowEnough);
}

function isLowEnough(lines: number, { box, lineHeight, maxLines }: TextLayoutRequest, size: number): boolean {
  return lines <= (maxLines ?? Number.POSITIVE_INFINITY) && lines * lineHeight * size <= box.height + SLACK;
}

function wrapParagraphs(
  paragraphs: Paragraph[],
  { box, wrap }: TextLayoutRequest,
  size: number,
  ruler: StyledRuler,
  mayBreakPieces: boolean,
): TextLine[] {
  return paragraphs.flatMap(({ pieces, direction }) => {
    const usable =
      mayBreakPieces && wrap !== 'none' ? breakWidePieces(pieces, box.width, size, ruler) : pieces;
    const lines = wrapPieces(usable, box.width, size, ruler);
    return lines.map((runs, index) => ({
      runs,
      width: ruler.width(runs, size),
      direction,
      isLast: index === lines.length - 1,
    }));
  });
}

/** Fills lines greedily. Sums of piece widths decide, and the whole line's true width has the last word. */
function wrapPieces(pieces: Piece[], maxWidth: number, size: number, ruler: StyledRuler): TextRun[][] {
  const whole = trimRunsEnd(joinRuns(pieces));
  if (ruler.width(whole, size) <= maxWidth + SLACK) return [whole];
  const lines: TextRun[][] = [];
  let line: Piece[] = [];
  let width = 0;
  const close = () => {
    const spill: Piece[] = [];
    let shown = trimRunsEnd(joinRuns(line));
    while (line.length > 1 && ruler.width(shown, size) > maxWidth + SLACK) {
      spill.unshift(line.pop() ?? []);
      shown = trimRunsEnd(joinRuns(line));
    }
    lines.push(shown);
    line = spill;
    width = ruler.width(joinRuns(spill), size);
  };
  for (const piece of pieces) {
    const shown = trimRunsEnd(piece);
    const shownWidth = ruler.width(shown, size);
    while (line.length > 0 && width + shownWidth > maxWidth + SLACK) close();
    line.push(piece);
    // Words come once, the spaces after them again and again: each is measured for itself.
    width += shownWidth + ruler.width(runsEnd(piece, shown), size);
  }
  do close();
  while (line.length > 0);
  return lines;
}

/** Where nothing else helps a word is broken: first where a script without spaces may be, then anywhere. */
function breakWidePieces(pieces: Piece[], maxWidth: number, size: number, ruler: StyledRuler): Piece[] {
  const isWide = (piece: Piece) => ruler.width(trimRunsEnd(piece), size) > maxWidth + SLACK;
  const breakWide = (piece: Piece, split: (text: string) => string[]) =>
    isWide(piece) ? cutRuns(piece, split(runsText(piece))) : [piece];
  return pieces
    .flatMap((piece) => breakWide(piece, breakInside))
    .flatMap((piece) => breakWide(piece, splitGraphemes));
}

/** What of the text shows when it does not fit: it ends in an ellipsis, or it is all there and painting cuts it. */
function cutToBox(
  lines: TextLine[],
  request: TextLayoutRequest,
  size: number,
  ruler: StyledRuler,
): TextLine[] {
  const { box, lineHeight, maxLines, overflow } = request;
  const allowed = maxLines ?? Number.POSITIVE_INFINITY;
  if (overflow === 'visible' || overflow === 'clip') return lines.slice(0, allowed);
  const rows = Math.max(1, Math.floor((box.height + SLACK) / (lineHeight * size)));
  const shown = lines.slice(0, Math.min(rows, allowed));
  return shown.map((line, index) => {
    const isCut = index === shown.length - 1 && shown.length < lines.length;
    return isCut || line.width > box.width + SLACK ? withEllipsis(line, box.width, size, ruler) : line;
  });
}

function withEllipsis(line: TextLine, maxWidth: number, size: number, ruler: StyledRuler): TextLine {
  const graphemes = cutRuns(line.runs, splitGraphemes(runsText(line.runs)));
  const runsOf = (count: number) => {
    const kept = trimRunsEnd(joinRuns(graphemes.slice(0, count)));
    const style = kept.at(-1)?.style ?? line.runs[0]?.style ?? 0;
    return joinRuns([kept, [{ text: ELLIPSIS, style }]]);
  };
  let [low, high] = [0, graphemes.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (ruler.width(runsOf(middle), size) <= maxWidth) low = middle;
    else high = middle - 1;
  }
  const runs = runsOf(low);
  return { ...line, runs, width: ruler.width(runs, size), isLast: true };
}
