/** Text: fonts are chosen for what the row really says, then it is laid out, then whole lines are drawn. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { placeText } from '../../contract/render-failure.ts';
import type { LayerOf } from '../../contract/template/layers.ts';
import { type Box, isEmptyBox, type Placement, pixels, type Size } from './box.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { layOutText, type TextLayoutRequest, type TextLine } from './text/lay-out-text.ts';
import { createTextRuler, setTextFont, type TextFont, type TextRuler } from './text/text-ruler.ts';
import { transformText } from './text/transform-text.ts';

export interface PreparedText {
  layer: LayerOf<'text'>;
  font: TextFont;
  size: number;
  lines: PlacedLine[];
  /** The box that cuts the text off, or null. */
  clip: Box | null;
  reach: Box;
}

interface PlacedLine extends TextLine {
  x: number;
  baseline: number;
}

/** Null for blank text: it paints nothing. */
export function prepareText(
  layer: LayerOf<'text'>,
  box: Placement,
  { frame, place, fonts, notes }: Pick<PrepareEnvironment, 'frame' | 'place' | 'fonts' | 'notes'>,
): PreparedText | null {
  const text = transformText(cleanText(layer.text), layer.transform);
  if (text.trim() === '' || isEmptyBox(box)) return null;
  const choice = fonts.choose({
    families: [layer.font_family].flat(),
    weight: layer.font_weight,
    italic: layer.font_style === 'italic',
    text,
  });
  for (const note of choice.notes) notes.add(`${placeText(place)}: ${note}`);

  const { families, language } = choice;
  const font = { families, language, letterSpacing: layer.letter_spacing };
  const ruler = createTextRuler(font);
  const request = layoutRequest(layer, choice.text, box, frame);
  const { size, lines, complete } = layOutText(request, ruler);
  if (!complete && request.overflow !== 'visible')
    notes.add(`${placeText(place)}: the text does not fit its box and was cut.`);
  const placed = placeLines(lines, layer, box, size, ruler);
  const clip = request.overflow === 'clip' && !complete ? box : null;
  return { layer, font, size, lines: placed, clip, reach: clip ?? textReach(placed, layer, size, ruler) };
}

export function drawText(context: SKRSContext2D, { layer, font, size, lines, clip }: PreparedText): void {
  context.save();
  if (clip) {
    context.beginPath();
    context.rect(clip.x, clip.y, clip.width, clip.height);
    context.clip();
  }
  setTextFont(context, font, size);
  context.fillStyle = layer.color.trim();
  if (layer.stroke && layer.stroke.width > 0) {
    context.strokeStyle = layer.stroke.color.trim();
    // Half of a stroke lies under the letters: what shows is as wide as the template says.
    context.lineWidth = layer.stroke.width * 2;
    context.lineJoin = 'round';
    for (const line of lines) {
      context.direction = line.direction;
      context.strokeText(line.text, line.x, line.baseline);
    }
  }
  for (const line of lines) {
    context.direction = line.direction;
    context.fillText(line.text, line.x, line.baseline);
  }
  context.restore();
}

/** One kind of line end, tabs as spaces, no control characters. */
function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(/[^\P{Cc}\n]/gu, '');
}

function layoutRequest(layer: LayerOf<'text'>, text: string, box: Size, frame: Size): TextLayoutRequest {
  const isAuto = layer.font_size === 'auto';
  const overflow = layer.overflow ?? (isAuto ? 'shrink' : 'visible');
  const largest =
    layer.font_size === 'auto'
      ? (layer.font_size_max ?? box.height)
      : pixels(layer.font_size, box.height, frame);
  const shrinks = isAuto || overflow === 'shrink';
  const smallest = shrinks ? Math.min(layer.font_size_min, largest) : largest;
  return {
    text,
    box,
    smallest: Math.max(smallest, 1),
    largest: Math.max(largest, 1),
    lineHeight: layer.line_height,
    wrap: layer.wrap,
    overflow,
    maxLines: layer.max_lines,
    direction: layer.direction,
  };
}

/** Lines stand on boxes made of the font's own heights, so that a row's letters never move its baseline. */
function placeLines(
  lines: TextLine[],
  layer: LayerOf<'text'>,
  box: Box,
  size: number,
  { ascent, descent }: TextRuler,
): PlacedLine[] {
  const lineHeight = layer.line_height * size;
  const top = box.y + (box.height - lines.length * lineHeight) * VERTICAL_SHARE[layer.valign];
  const toBaseline = (lineHeight - (ascent + descent) * size) / 2 + ascent * size;
  return lines.map((line, index) => ({
    ...line,
    x: box.x + (box.width - line.width) * horizontalShare(layer.align, line.direction),
    baseline: top + index * lineHeight + toBaseline,
  }));
}

const VERTICAL_SHARE = { top: 0, middle: 0.5, bottom: 1 };

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
      return direction === 'ltr' ? 0 : 1;
    case 'end':
      return direction === 'ltr' ? 1 : 0;
    default:
      return align satisfies never;
  }
}

/** Letters of other scripts, marks and slanted ends leave their line box; this much room holds what fonts do. */
const OVERHANG = 0.5;

function textReach(lines: PlacedLine[], layer: LayerOf<'text'>, size: number, ruler: TextRuler): Box {
  const room = OVERHANG * size + (layer.stroke?.width ?? 0);
  const left = Math.min(...lines.map(({ x }) => x)) - room;
  const right = Math.max(...lines.map(({ x, width }) => x + width)) + room;
  const top = Math.min(...lines.map(({ baseline }) => baseline)) - ruler.ascent * size - room;
  const bottom = Math.max(...lines.map(({ baseline }) => baseline)) + ruler.descent * size + room;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
