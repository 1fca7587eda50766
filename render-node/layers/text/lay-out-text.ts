/** Text, a font and a box → the size and the lines that show it. Pure apart from measuring. */
import type { Size } from '../box.ts';
import { breakText, splitGraphemes } from './break-text.ts';
import { paragraphDirection } from './text-direction.ts';
import type { TextRuler } from './text-ruler.ts';

export interface TextLayoutRequest {
  text: string;
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
  text: string;
  width: number;
  direction: 'ltr' | 'rtl';
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

export function layOutText(request: TextLayoutRequest, ruler: TextRuler): TextLayout {
  const paragraphs = request.text.split('\n').map((text) => ({
    pieces: breakText(text, request.wrap),
    direction: request.direction === 'auto' ? paragraphDirection(text) : request.direction,
  }));
  const size = largestFittingSize(paragraphs, request, ruler) ?? request.smallest;
  const lines = wrapParagraphs(paragraphs, request, size, ruler, true);
  if (fits(lines, request, size)) return { size, lines, complete: true };
  return { size, lines: cutToBox(lines, request, size, ruler), complete: false };
}

interface Paragraph {
  pieces: string[];
  direction: 'ltr' | 'rtl';
}

function largestFittingSize(
  paragraphs: Paragraph[],
  request: TextLayoutRequest,
  ruler: TextRuler,
): number | null {
  const fitsAt = (size: number) => {
    const lines = wrapParagraphs(paragraphs, request, size, ruler, false);
    return fits(lines, request, size);
  };
  if (fitsAt(request.largest)) return request.largest;
  if (request.smallest >= request.largest) return null;
  let low = Math.ceil(request.smallest * STEPS_PER_PIXEL);
  let high = Math.floor(request.largest * STEPS_PER_PIXEL);
  let best: number | null = null;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (fitsAt(middle / STEPS_PER_PIXEL)) {
      best = middle / STEPS_PER_PIXEL;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

function fits(lines: TextLine[], { box, lineHeight, maxLines }: TextLayoutRequest, size: number): boolean {
  return (
    lines.length <= (maxLines ?? Number.POSITIVE_INFINITY) &&
    lines.length * lineHeight * size <= box.height + SLACK &&
    lines.every((line) => line.width <= box.width + SLACK)
  );
}

function wrapParagraphs(
  paragraphs: Paragraph[],
  { box, wrap }: TextLayoutRequest,
  size: number,
  ruler: TextRuler,
  mayBreakPieces: boolean,
): TextLine[] {
  return paragraphs.flatMap(({ pieces, direction }) => {
    const usable =
      mayBreakPieces && wrap !== 'none' ? breakWidePieces(pieces, box.width, size, ruler) : pieces;
    return wrapPieces(usable, box.width, size, ruler).map((text) => ({
      text,
      width: ruler.width(text, size),
      direction,
    }));
  });
}

/** Fills lines greedily. Sums of piece widths decide, and the whole line's true width has the last word. */
function wrapPieces(pieces: string[], maxWidth: number, size: number, ruler: TextRuler): string[] {
  const lines: string[] = [];
  let line: string[] = [];
  let width = 0;
  const close = () => {
    const spill: string[] = [];
    while (line.length > 1 && ruler.width(line.join('').trimEnd(), size) > maxWidth + SLACK)
      spill.unshift(line.pop() ?? '');
    lines.push(line.join('').trimEnd());
    line = spill;
    width = ruler.width(spill.join(''), size);
  };
  for (const piece of pieces) {
    while (line.length > 0 && width + ruler.width(piece.trimEnd(), size) > maxWidth + SLACK) close();
    line.push(piece);
    width += ruler.width(piece, size);
  }
  do close();
  while (line.length > 0);
  return lines;
}

function breakWidePieces(pieces: string[], maxWidth: number, size: number, ruler: TextRuler): string[] {
  return pieces.flatMap((piece) =>
    ruler.width(piece.trimEnd(), size) > maxWidth + SLACK ? splitGraphemes(piece) : [piece],
  );
}

/** What of the text shows when it does not fit: it ends in an ellipsis, or it is all there and painting cuts it. */
function cutToBox(lines: TextLine[], request: TextLayoutRequest, size: number, ruler: TextRuler): TextLine[] {
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

function withEllipsis(line: TextLine, maxWidth: number, size: number, ruler: TextRuler): TextLine {
  const graphemes = splitGraphemes(line.text);
  const textOf = (count: number) => graphemes.slice(0, count).join('').trimEnd() + ELLIPSIS;
  let [low, high] = [0, graphemes.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ruler.width(textOf(middle), size) <= maxWidth) low = middle;
    else high = middle - 1;
  }
  const text = textOf(low);
  return { ...line, text, width: ruler.width(text, size) };
}
