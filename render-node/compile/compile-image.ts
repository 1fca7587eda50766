/**
 * An image template → what its rows share. Layers that no variable touches are painted once: those below the first
 * variable layer into the ground, those above the last one into the cover. A row paints only what lies between.
 */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { fillLayers, variablesOf } from '../../contract/template/fill-layers.ts';
import type { ImageTemplate } from '../../contract/template/image-template.ts';
import { stillLayerSchema } from '../../contract/template/layers.ts';
import type { Box } from '../layers/box.ts';
import { fitMedia } from '../layers/fit-media.ts';
import { shownBox, targetsIn } from '../layers/follow.ts';
import { prepareLayer } from '../layers/layer.ts';
import { layerPlace } from '../layers/layer-place.ts';
import { canvasFill } from '../layers/paint-fill.ts';
import { blendsWithGround, type PreparedLayer, paintLayer } from '../layers/paint-layer.ts';
import type { PrepareEnvironment } from '../layers/prepare-environment.ts';
import type { RenderTools } from '../render-tools.ts';

export interface ImagePlan {
  kind: 'image';
  template: ImageTemplate;
  /** Background, base image and the static layers under the first variable one. */
  ground: Canvas;
  /** Bottom to top: a static layer is ready, a variable one is told by its index in the template. */
  between: (PreparedLayer | { variable: number })[];
  /** What each static layer shows, by index, for those that stand after it; null for one that shows nothing. */
  shown: ReadonlyMap<number, Box | null>;
  /** The static layers above the last variable one, on a transparent ground; null when there are none. */
  cover: Canvas | null;
  /** What rows are painted on, one after the other. */
  canvas: Canvas;
  /** The ground leaves no pixel transparent, so no output has any. */
  opaque: boolean;
  /** What there is to say about the static layers, of every row. */
  notes: string[];
}

type CompileTools = Pick<RenderTools, 'fonts' | 'media'>;

/** @throws {RenderFailure} when a static layer cannot be drawn: every row would fail with the same sentence. */
export async function compileImage(template: ImageTemplate, tools: CompileTools): Promise<ImagePlan> {
  const notes = new Set<string>();
  const layers = await prepareStaticLayers(template, { ...tools, notes });
  const first = layers.findIndex(isVariable);
  const [from, to] = first < 0 ? [layers.length, layers.length] : [first, lastOnGround(layers) + 1];

  const ground = outputCanvas(template);
  await paintBackground(onOutput(ground, template), template, tools);
  paintAll(onOutput(ground, template), layers.slice(0, from));
  const above = layers.slice(to).filter((layer) => layer !== null);
  const cover = above.length > 0 ? outputCanvas(template) : null;
  if (cover) paintAll(onOutput(cover, template), above);

  return {
    kind: 'image',
    template,
    ground,
    between: layers.slice(from, to).filter((layer) => layer !== null),
    shown: new Map(
      layers.flatMap((layer, index) => (isVariable(layer) ? [] : [[index, shownBox(layer)] as const])),
    ),
    cover,
    canvas: outputCanvas(template),
    opaque: isOpaque(ground),
    notes: [...notes],
  };
}

/** A canvas of the output's size, which may be another than the template's. */
function outputCanvas({ width, height, output: { scale } }: ImageTemplate): Canvas {
  return createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
}

/** A context of the canvas that takes the template's pixels. */
export function onOutput(canvas: Canvas, { width, height }: ImageTemplate): SKRSContext2D {
  const context = canvas.getContext('2d');
  context.resetTransform();
  context.scale(canvas.width / width, canvas.height / height);
  return context;
}

/** What the preparation of the template's layers looks at. @param target finds layers for those placed after them. */
export function layerEnvironment(
  { width, height, output }: ImageTemplate,
  tools: CompileTools & Pick<RenderTools, 'notes'>,
  target: PrepareEnvironment['target'],
): Omit<PrepareEnvironment, 'place'> {
  return { ...tools, frame: { width, height }, detail: output.scale, ...(target && { target }) };
}

type PlannedLayer = PreparedLayer | { variable: number } | null;

function isVariable(layer: PlannedLayer): layer is { variable: number } {
  return layer !== null && 'variable' in layer;
}

/** The last layer that must be painted for each row: a variable one, or one that mixes with what lies below it. */
function lastOnGround(layers: PlannedLayer[]): number {
  return layers.findLastIndex((layer) => layer !== null && ('variable' in layer || blendsWithGround(layer)));
}

async function prepareStaticLayers(
  template: ImageTemplate,
  tools: CompileTools & Pick<RenderTools, 'notes'>,
): Promise<PlannedLayer[]> {
  const { layers, width, height, direction } = template;
  const { parse } = stillLayerSchema;
  const pending: Promise<PlannedLayer>[] = [];
  const planned = (index: number): Promise<PlannedLayer> => (pending[index] ??= plan(index));
  const target = targetsIn(layers, { width, height }, undefined, async (index) => {
    const layer = await planned(index);
    return isVariable(layer) ? null : shownBox(layer);
  });

  async function plan(index: number): Promise<PlannedLayer> {
    const layer = layers[index]!;
    if (variablesOf(layer, layers).length > 0) return { variable: index };
    // Filling without values resolves what is escaped in a static layer's texts.
    const [plain = layer] = fillLayers([layer], null, new Map(), { parse, direction });
    return prepareLayer(plain, {
      ...layerEnvironment(template, tools, target),
      place: layerPlace(layer, index, null),
    });
  }

  return Promise.all(layers.map((_, index) => planned(index)));
}

async function paintBackground(
  context: SKRSContext2D,
  template: ImageTemplate,
  { media }: CompileTools,
): Promise<void> {
  const { width, height, background, base_image, output } = template;
  const box = { x: 0, y: 0, width, height };
  if (output.format === 'jpg') {
    // JPEG knows no transparency: what is see-through shows white, not black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
  }
  context.fillStyle = canvasFill(context, background, box);
  context.fillRect(0, 0, width, height);
  if (!base_image) return;
  const place = { scene: null, layer: 'base_image', variable: null };
  const size = { width: width * output.scale, height: height * output.scale };
  const picture = await media.picture(base_image, place, { box: size, fit: 'fill' });
  const target = fitMedia(picture, box, 'fill', '50% 50%');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.image, target.x, target.y, target.width, target.height);
}

function paintAll(context: SKRSContext2D, layers: PlannedLayer[]): void {
  for (const layer of layers) if (layer && !isVariable(layer)) paintLayer(context, layer);
}

function isOpaque(canvas: Canvas): boolean {
  const pixels = canvas.data();
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 255) return false;
  return true;
}
