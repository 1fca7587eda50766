/** Text: fonts are chosen for what the row really says, then it is laid out, then whole lines are drawn. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { type FailurePlace, placeText, RenderFailure } from '../../contract/render-failure.ts';
import { readAccents } from '../../contract/template/accent-markup.ts';
import type { LayerOf } from '../../contract/template/layers.ts';
import { joinEmoji } from '../fonts/emoji-joiner.ts';
import type { FontSet } from '../fonts/font-set.ts';
import { around, type Box, grown, isEmptyBox, type Placement, pixels, type Size } from './box.ts';
import { canvasFill } from './paint-fill.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { layOutText, type TextLayoutRequest } from './text/lay-out-text.ts';
import { type PlacedLine, placeLines } from './text/place-lines.ts';
import {
  createStyledRuler,
  createTextRuler,
  type Ink,
  setTextFont,
  type TextFont,
  type TextRuler,
} from './text/text-ruler.ts';
import type { TextRun } from './text/text-runs.ts';
import { transformRuns } from './text/transform-text.ts';

export interface PreparedText {
  layer: LayerOf<'text'>;
  /** Of the plain text, and of its accents when it has any. */
  fonts: TextFont[];
  size: number;
  lines: PlacedLine[];
  /** The box that cuts the text off, or null. */
  clip: Box | null;
  reach: Box;
  /** The lines as laid out, without the room that letters may take beyond them. */
  shown: Box;
}

/**
 * Null for blank text: it paints nothing.
 * @throws {RenderFailure} `missing_glyph` when the template is strict and a font cannot draw what is asked.
 */
export function prepareText(
  layer: LayerOf<'text'>,
  box: Placement,
  { frame, place, fonts, notes }: Pick<PrepareEnvironment, 'frame' | 'place' | 'fonts' | 'notes'>,
): PreparedText | null {
  const runs = transformRuns(readRuns(layer), layer.transform);
  if (runs.every(({ text }) => text.trim() === '') || isEmptyBox(box)) return null;
  const written = chooseFonts(layer, runs, fonts, { place, notes });

  const rulers = written.fonts.map(createTextRuler);
  const request = layoutRequest(layer, written.runs, box, frame);
  const styledRuler = createStyledRuler(rulers, layer.letter_spacing);
  const { size, lines, complete } = layOutText(request, styledRuler);
  if (!complete && request.overflow !== 'visible')
    notes.add(`${placeText(place)}: the text does not fit its box and was cut.`);
  const heights = { ascent: rulers[0]!.ascent * size, descent: rulers[0]!.descent * size };
  const placed = placeLines(lines, layer, box, { ...heights, size, ruler: styledRuler });
  const clip = request.overflow === 'clip' && !complete ? box : null;
  const shown = textExtent(placed, heights);
  return {
    layer,
    fonts: written.fonts,
    size,
    lines: placed,
    clip,
    reach: clip ?? reachOf(placed, shown, { rulers, layer, size }),
    shown,
  };
}

export function drawText(context: SKRSContext2D, text: PreparedText): void {
  const { layer, clip, shown } = text;
  context.save();
  if (clip) {
    context.beginPath();
    context.rect(clip.x, clip.y, clip.width, clip.height);
    context.clip();
  }
  drawHighlight(context, text);
  if (layer.stroke && layer.stroke.width > 0) {
    context.strokeStyle = layer.stroke.color.trim();
    // Half of a stroke lies under the letters: what shows is as wide as the template says.
    context.lineWidth = layer.stroke.width * 2;
    context.lineJoin = 'round';
    forEachRun(context, text, (run, x, baseline) => context.strokeText(run, x, baseline));
  }
  const plain = canvasFill(context, layer.fill ?? layer.color, shown);
  const fills = [plain, layer.accent?.color?.trim() ?? plain];
  forEachRun(context, text, (run, x, baseline, style) => {
    context.fillStyle = fills[style]!;
    context.fillText(run, x, baseline);
  });
  context.restore();
}

const PLAIN = 0;
const ACCENT = 1;

function readRuns(layer: LayerOf<'text'>): TextRun[] {
  const text = cleanText(layer.text);
  if (!layer.accent) return [{ text, style: PLAIN }];
  return readAccents(text).map((run) => ({ text: run.text, style: run.accent ? ACCENT : PLAIN }));
}

/** One kind of line end, tabs as spaces, letters with their marks in one where there is one, no control characters. */
function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(/[^\P{Cc}\n]/gu, '')
    .normalize('NFC');
}

/** A font for each style, for what the runs of that style say. */
function chooseFonts(
  layer: LayerOf<'text'>,
  runs: TextRun[],
  fonts: FontSet,
  { place, notes }: { place: FailurePlace; notes: Set<string> },
): { fonts: TextFont[]; runs: TextRun[] } {
  const choices = (layer.accent ? [PLAIN, ACCENT] : [PLAIN]).map((style) => {
    const look = style === ACCENT ? layer.accent : null;
    return fonts.choose({
      families: [look?.font_family ?? layer.font_family].flat(),
      weight: look?.font_weight ?? layer.font_weight,
      italic: (look?.font_style ?? layer.font_style) === 'italic',
      text: textOf(runs, style),
    });
  });
  for (const note of choices.flatMap((choice) => choice.notes)) {
    if (fonts.strict) throw new RenderFailure('missing_glyph', `${placeText(place)}: ${note}`);
    notes.add(`${placeText(place)}: ${note}`);
  }
  return {
    fonts: choices.map((choice) => ({ ...choice, letterSpacing: layer.letter_spacing })),
    runs: runs.map(({ text, style }) => ({ text: choices[style]!.write(text), style })),
  };
}

function textOf(runs: TextRun[], style: number): string {
  return runs.length === 1 && runs[0]!.style === style
    ? runs[0]!.text
    : runs
        .filter((run) => run.style === style)
        .map(({ text }) => text)
        .join('');
}

function layoutRequest(layer: LayerOf<'text'>, runs: TextRun[], box: Size, frame: Size): TextLayoutRequest {
  const isAuto = layer.font_size === 'auto';
  const overflow = layer.overflow ?? (isAuto ? 'shrink' : 'visible');
  const largest =
    layer.font_size === 'auto'
      ? (layer.font_size_max ?? box.height)
      : pixels(layer.font_size, box.height, frame);
  const shrinks = isAuto || overflow === 'shrink';
  const smallest = shrinks ? Math.min(layer.font_size_min, largest) : largest;
  return {
    runs,
    box,
    smallest: Math.max(smallest, 1),
    largest: Math.max(largest, 1),
    lineHeight: layer.line_height,
    wrap: layer.wrap,
    overflow,
    maxLines: layer.max_lines,
    direction: layer.direction ?? 'auto',
  };
}

function forEachRun(
  context: SKRSContext2D,
  { lines, fonts, size }: PreparedText,
  paint: (text: string, x: number, baseline: number, style: number) => void,
): void {
  for (const { runs, baseline, stretch } of lines)
    for (const { text, style, direction, x } of runs) {
      const font = fonts[style]!;
      setTextFont(context, font, size, stretch);
      context.direction = direction;
      paint(font.joinsEmoji ? joinEmoji(text) : text, x, baseline, style);
    }
}

/** One shape for all lines: where the boxes of two lines meet, a see-through colour must not lie twice. */
function drawHighlight(context: SKRSContext2D, { layer, lines, shown }: PreparedText): void {
  if (!layer.highlight) return;
  const { color, padding, radius } = layer.highlight;
  const height = shown.height - (lines.at(-1)!.baseline - lines[0]!.baseline);
  context.beginPath();
  for (const { x, width, baseline } of lines) {
    if (width === 0) continue;
    const top = shown.y + baseline - lines[0]!.baseline;
    context.roundRect(x - padding, top - padding, width + 2 * padding, height + 2 * padding, radius);
  }
  context.fillStyle = color.trim();
  context.fill();
}

function textExtent(lines: PlacedLine[], { ascent, descent }: { ascent: number; descent: number }): Box {
  const x = Math.min(...lines.map((line) => line.x));
  const y = lines[0]!.baseline - ascent;
  return {
    x,
    y,
    width: Math.max(...lines.map((line) => line.x + line.width)) - x,
    height: lines.at(-1)!.baseline + descent - y,
  };
}

/** What the letters' measures may lack, as a share of their size and in pixels. */
const INK_ROOM = { share: 0.03, pixels: 2 };

/** Marks and slanted ends leave the box of their line, and most letters are smaller: asked are the letters themselves. */
function reachOf(
  lines: PlacedLine[],
  shown: Box,
  { rulers, layer, size }: Pick<PreparedText, 'layer' | 'size'> & { rulers: TextRuler[] },
): Box {
  const written = lines.filter(({ runs }) => runs.length > 0);
  const ink = written
    .map((line) => inkOf(line, rulers, size))
    .reduce(around, { ...shown, width: 0, height: 0 });
  // On which side of a letter its spacing lies differs between scripts.
  const added = (layer.stroke?.width ?? 0) + Math.abs(layer.letter_spacing);
  const letters = grown(ink, INK_ROOM.pixels + INK_ROOM.share * size + added);
  return layer.highlight ? around(letters, grown(shown, layer.highlight.padding)) : letters;
}

function inkOf({ runs, x, width, baseline, stretch }: PlacedLine, rulers: TextRuler[], size: number): Box {
  const inks = runs.map(({ text, style }) => rulers[style]!.ink(text, size));
  const most = (side: keyof Ink) => Math.max(...inks.map((ink) => ink[side])) + stretch.letter;
  const [left, top] = [x - most('left'), baseline - most('ascent')];
  return {
    x: left,
    y: top,
    width: x + width + most('right') - left,
    height: baseline + most('descent') - top,
  };
}
