/**
 * What every layer can wear: rounded corners, border, mask, blur, shadow. The first two are painted along; the others need
 * the whole layer first, on a canvas of its own.
 */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Layer } from '../../contract/template/layers.ts';
import {
  around,
  type Box,
  grown,
  isEmptyBox,
  movedBy,
  outputPixels,
  overlap,
  type Placement,
  unrotatedWindow,
  wholeOf,
} from './box.ts';
import { type Mask, prepareMask } from './mask.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { cornerRadii, type Radii, roundedBoxPath } from './rounded-box.ts';
import type { TextParts } from './text/text-parts.ts';

/** What a layer type makes of itself: how far it reaches (before rotation) and how it paints. */
export interface LayerContent {
  reach: Box;
  /** What it really shows, where that is less than its box. */
  shown?: Box;
  /** It sees to its corners and border itself. */
  framed?: boolean;
  /** The part whose corners `radius` rounds off. */
  rounded?: Box;
  /** Its parts mix with each other and not with what lies below the layer. */
  isolated?: boolean;
  /** Of a text: where its lines, words and characters lie. */
  parts?: () => TextParts;
  draw(context: SKRSContext2D): void;
}

export interface Look {
  layer: Pick<Layer, 'radius' | 'border' | 'shadow' | 'blur'>;
  box: Placement;
  frame: PrepareEnvironment['frame'];
  mask: Mask | null;
  /** What may come into sight, in the layer's coordinates: nothing beyond is painted. */
  window: Box;
  detail: number;
}

/** @throws {RenderFailure} when the mask's picture cannot be had. */
export async function prepareLook(
  layer: Layer,
  box: Placement,
  environment: PrepareEnvironment,
): Promise<Look> {
  const { frame, window = wholeOf(frame), detail = 1 } = environment;
  const mask = layer.mask && (await prepareMask(layer.mask, box, environment));
  const near = grown(unrotatedWindow(box, window), Math.max(lookMargin(layer), animationMargin(frame)));
  return { layer, box, frame, mask, window: near, detail };
}

/** From how far outside something still shows inside. */
function lookMargin({ blur, shadow }: Pick<Layer, 'blur' | 'shadow'>): number {
  return 3 * blur + (shadow ? 1.5 * shadow.blur + Math.max(Math.abs(shadow.x), Math.abs(shadow.y)) : 0);
}

const MOST_MARGIN = 1_024;

/** An animation may bring in what stands outside the frame. */
function animationMargin({ width, height }: PrepareEnvironment['frame']): number {
  return Math.min(Math.max(width, height), MOST_MARGIN);
}

export function applyLook(content: LayerContent, look: Look): Pick<LayerContent, 'reach' | 'draw'> {
  const { layer, mask } = look;
  const dressed = content.framed ? content : addFrame(content, look);
  const shadow = layer.shadow ?? null;
  if (!mask && layer.blur === 0 && shadow === null && !content.isolated) return dressed;

  const blurred = layer.blur > 0 ? grown(dressed.reach, 3 * layer.blur + 1) : dressed.reach;
  const cast = shadow && movedBy(grown(blurred, 1.5 * shadow.blur + 1), shadow.x, shadow.y);
  const reach = cast ? around(blurred, cast) : blurred;
  let finished: Sheet | null = null;
  return {
    reach,
    draw(context) {
      finished ??= paintApart(dressed, look, { blurred, reach });
      if (finished) drawSheet(context, finished, look.detail);
    },
  };
}

function addFrame(content: LayerContent, { layer, box, frame }: Look): Pick<LayerContent, 'reach' | 'draw'> {
  const border = layer.border?.width ? layer.border : null;
  const radii = cornerRadii(layer.radius, content.rounded ?? box, frame);
  const rounds = content.rounded !== undefined && radii.x > 0 && radii.y > 0;
  if (!border && !rounds) return content;
  return {
    reach: border ? around(content.reach, box) : content.reach,
    draw(context) {
      context.save();
      if (rounds) {
        roundedBoxPath(context, content.rounded ?? box, radii);
        context.clip();
      }
      content.draw(context);
      context.restore();
      if (border) drawBorder(context, border, box, cornerRadii(layer.radius, box, frame));
    },
  };
}

/** Inside the box's edge. */
export function drawBorder(
  context: SKRSContext2D,
  border: { color: string; width: number },
  box: Box,
  radii: Radii,
): void {
  const width = Math.min(border.width, box.width / 2, box.height / 2);
  roundedBoxPath(context, box, radii, width / 2);
  context.lineWidth = width;
  context.strokeStyle = border.color.trim();
  context.stroke();
}

/** A painted piece of the layer's own coordinates. */
interface Sheet {
  canvas: Canvas;
  /** Its corner, in pixels of the output. */
  x: number;
  y: number;
}

function paintApart(
  content: Pick<LayerContent, 'reach' | 'draw'>,
  { layer, mask, window, detail }: Look,
  areas: { blurred: Box; reach: Box },
): Sheet | null {
  const plain = newSheet(overlap(content.reach, window), detail);
  if (!plain) return null;
  const context = onSheet(plain, detail);
  content.draw(context);
  if (mask) {
    context.globalCompositeOperation = 'destination-in';
    mask.draw(context);
  }
  const soft =
    layer.blur > 0
      ? blurSheet(plain, layer.blur, newSheet(overlap(areas.blurred, window), detail), detail)
      : plain;
  return layer.shadow
    ? castShadow(soft, layer.shadow, newSheet(overlap(areas.reach, window), detail), detail)
    : soft;
}

function blurSheet(sheet: Sheet, blur: number, target: Sheet | null, detail: number): Sheet {
  if (!target) return sheet;
  const context = onSheet(target, detail);
  context.filter = `blur(${blur * detail}px)`;
  drawSheet(context, sheet, detail);
  return target;
}

function castShadow(
  sheet: Sheet,
  shadow: NonNullable<Layer['shadow']>,
  target: Sheet | null,
  detail: number,
): Sheet {
  if (!target) return sheet;
  const context = onSheet(target, detail);
  // The canvas takes these in pixels of its own, whatever its scale.
  context.shadowColor = shadow.color.trim();
  context.shadowBlur = shadow.blur * detail;
  context.shadowOffsetX = shadow.x * detail;
  context.shadowOffsetY = shadow.y * detail;
  drawSheet(context, sheet, detail);
  return target;
}

function newSheet(area: Box, detail: number): Sheet | null {
  const { x, y, width, height } = outputPixels(area, detail);
  return isEmptyBox({ x, y, width, height }) ? null : { canvas: createCanvas(width, height), x, y };
}

/** A context that paints in the layer's coordinates. */
function onSheet({ canvas, x, y }: Sheet, detail: number): SKRSContext2D {
  const context = canvas.getContext('2d');
  context.translate(-x, -y);
  context.scale(detail, detail);
  return context;
}

function drawSheet(context: SKRSContext2D, { canvas, x, y }: Sheet, detail: number): void {
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, x / detail, y / detail, canvas.width / detail, canvas.height / detail);
}
