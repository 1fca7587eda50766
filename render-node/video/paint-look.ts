/** Paints a prepared layer as it looks at one moment: moved, turned, scaled, or only in part. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Box, Placement } from '../layers/box.ts';
import { type PreparedLayer, paintLayer } from '../layers/layer.ts';
import type { LineParts, TextParts } from '../layers/text/text-parts.ts';
import { STEPS } from './animate.ts';
import type { LayerLook, Reveal } from './layer-look.ts';

/**
 * @param opacity 0–1; the layer's own comes on top.
 * @param spoken the same text as it looks where a word is being said.
 */
export function paintLook(
  context: SKRSContext2D,
  layer: PreparedLayer,
  opacity: number,
  look: LayerLook,
  spoken: PreparedLayer | null = null,
): void {
  context.save();
  const centre = centreOf(layer.placement);
  const { dx = 0, dy = 0, scale = 1, turn = 0, reveals = [] } = look;
  context.translate(centre.x + dx, centre.y + dy);
  context.rotate((turn * Math.PI) / 180);
  context.scale(scale, scale);
  context.translate(-centre.x, -centre.y);
  const word = spoken && wordBoxes(layer)[look.word ?? -1];
  if (spoken && word) {
    for (const box of around(wholeLayer(layer), word))
      paintPart(context, layer, box, () => paintRevealed(context, layer, opacity, reveals));
    paintPart(context, layer, word, () => paintRevealed(context, spoken, opacity, reveals));
  } else paintRevealed(context, layer, opacity, reveals);
  context.restore();
}

/** What is left of a box, in four parts. */
function around(whole: Box, hole: Box): Box[] {
  const [right, bottom] = [hole.x + hole.width, hole.y + hole.height];
  return [
    { ...whole, height: hole.y - whole.y },
    { ...whole, y: bottom, height: whole.y + whole.height - bottom },
    { x: whole.x, y: hole.y, width: hole.x - whole.x, height: hole.height },
    { x: right, y: hole.y, width: whole.x + whole.width - right, height: hole.height },
  ].filter(({ width, height }) => width > 0 && height > 0);
}

function paintRevealed(
  context: SKRSContext2D,
  layer: PreparedLayer,
  opacity: number,
  [reveal, ...others]: Reveal[],
): void {
  if (!reveal) {
    paintLayer(context, layer, { opacity });
    return;
  }
  for (const { box, dx = 0, dy = 0, share = 1 } of partsShown(layer, reveal))
    paintPart(context, layer, box, () => {
      const paint = () => paintRevealed(context, layer, opacity * share, others);
      if (dx === 0 && dy === 0) return paint();
      context.translate(dx, dy);
      // Its neighbours move along: they stay hidden.
      paintPart(context, layer, box, paint);
    });
}

/** The box lies in the layer's own coordinates, before its rotation. */
function paintPart(context: SKRSContext2D, { placement }: PreparedLayer, box: Box, paint: () => void): void {
  const { x, y } = centreOf(placement);
  const angle = (placement.rotation * Math.PI) / 180;
  context.save();
  context.translate(x, y);
  context.rotate(angle);
  context.translate(-x, -y);
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  context.translate(x, y);
  context.rotate(-angle);
  context.translate(-x, -y);
  paint();
  context.restore();
}

interface ShownPart {
  box: Box;
  /** How far it still is from its place. */
  dx?: number;
  dy?: number;
  /** Of its opacity. */
  share?: number;
}

function partsShown(layer: PreparedLayer, reveal: Reveal): ShownPart[] {
  switch (reveal.part) {
    case 'box':
      return [{ box: shareOfBox(wholeLayer(layer), reveal) }];
    case 'letters':
      return letters(layer, reveal.shown).map((box) => ({ box }));
    case 'words':
      return oneByOne(wordBoxes(layer), reveal.share).map(([box, share]) => ({ box, share }));
    case 'lines':
      return oneByOne(lineBoxes(layer), reveal.share).map(([box, share]) => {
        const [across, down] = STEPS[reveal.direction];
        const way = (1 - share) ** 3;
        return { box, dx: -across * way * box.width, dy: -down * way * box.height };
      });
    default:
      return reveal satisfies never;
  }
}

/** Each begins when the one before is half way. Those that have not begun are left out. */
function oneByOne(boxes: Box[], share: number): [box: Box, share: number][] {
  const steps = (boxes.length + 1) / 2;
  return boxes.flatMap((box, index): [Box, number][] => {
    const own = Math.min(1, share * steps - index / 2);
    return own > 0 ? [[box, own]] : [];
  });
}

function shareOfBox(
  { x, y, width, height }: Box,
  { direction, from, to }: Extract<Reveal, { part: 'box' }>,
): Box {
  const part = { start: from, length: to - from };
  switch (direction) {
    case 'right':
      return { x: x + part.start * width, y, width: part.length * width, height };
    case 'left':
      return { x: x + (1 - to) * width, y, width: part.length * width, height };
    case 'down':
      return { x, y: y + part.start * height, width, height: part.length * height };
    case 'up':
      return { x, y: y + (1 - to) * height, width, height: part.length * height };
    default:
      return direction satisfies never;
  }
}

/** Shadows and strokes reach beyond the box. Of a turned layer only what is in its box can be told apart. */
function wholeLayer({ placement, bounds }: PreparedLayer): Box {
  return placement.rotation === 0 ? bounds : placement;
}

function letters(layer: PreparedLayer, shown: number): Box[] {
  const { placement } = layer;
  const parts = layer.parts?.();
  if (!parts) return shown > 0 ? [wholeLayer(layer)] : [];
  const boxes: Box[] = [];
  let left = shown;
  for (const line of parts.lines) {
    if (left <= 0) break;
    const count = Math.min(left, line.ends.length);
    boxes.push(stretchOfLine(layer, parts, line, 0, count));
    left -= count + gapAfter(line);
  }
  return boxes.filter(({ width }) => width > 0 && placement.width > 0);
}

/** The white space at which a line was broken was typed, too. */
function gapAfter({ ends }: LineParts): number {
  return ends.length > 0 ? 1 : 0;
}

function wordBoxes(layer: PreparedLayer): Box[] {
  const parts = layer.parts?.();
  if (!parts) return [wholeLayer(layer)];
  return parts.lines.flatMap((line) =>
    line.words.map(({ from, to }) => stretchOfLine(layer, parts, line, from, to)),
  );
}

/** At least one; in the layer's own coordinates, before its rotation. */
export function lineBoxes(layer: PreparedLayer): Box[] {
  const parts = layer.parts?.();
  if (!parts) return [wholeLayer(layer)];
  return parts.lines.map((line) => stretchOfLine(layer, parts, line, 0, line.ends.length));
}

/** From one character of a line to another, with the room that is nobody else's. */
function stretchOfLine(
  layer: PreparedLayer,
  { lines }: TextParts,
  line: LineParts,
  from: number,
  to: number,
): Box {
  const { placement } = layer;
  const reach = wholeLayer(layer);
  const start = from === 0 ? 0 : line.ends[from - 1]!;
  const end = to === 0 ? 0 : line.ends[to - 1]!;
  const origin = placement.x + line.x;
  let [left, right] =
    line.direction === 'ltr'
      ? [origin + start, origin + end]
      : [origin + line.width - end, origin + line.width - start];
  const [isFirst, isLast] = [from === 0, to === line.ends.length];
  if (line.direction === 'ltr' ? isFirst : isLast) left = Math.min(left, reach.x);
  if (line.direction === 'ltr' ? isLast : isFirst) right = Math.max(right, reach.x + reach.width);
  const top = line === lines[0] ? Math.min(reach.y, placement.y + line.y) : placement.y + line.y;
  const below = placement.y + line.y + line.height;
  const bottom = line === lines.at(-1) ? Math.max(below, reach.y + reach.height) : below;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function centreOf({ x, y, width, height }: Placement): { x: number; y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}
