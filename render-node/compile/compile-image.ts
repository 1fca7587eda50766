/**
 * An image template → what its rows share. Layers that no variable touches are painted once: those below the first
 * variable layer into the ground, those above the last one into the cover. A row paints only what lies between.
 */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { usedProperties } from '../../contract/template/fill-layers.ts';
import { fillTemplate } from '../../contract/template/fill-template.ts';
import type { ImageTemplate } from '../../contract/template/image-template.ts';
import type { StillLayer } from '../../contract/template/layers.ts';
import { fitMedia } from '../layers/fit-media.ts';
import { type PreparedLayer, paintLayer, prepareLayer } from '../layers/layer.ts';
import { layerPlace } from '../layers/layer-place.ts';
import { canvasFill } from '../layers/paint-fill.ts';
import type { RenderTools } from '../render-tools.ts';

export interface ImagePlan {
  kind: 'image';
  template: ImageTemplate;
  /** Background, base image and the static layers under the first variable one. */
  ground: Canvas;
  /** Bottom to top: a static layer is ready, a variable one is told by its index in the template. */
  between: (PreparedLayer | { variable: number })[];
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
  const { width, height } = template;
  const notes = new Set<string>();
  const layers = await prepareStaticLayers(template, { ...tools, notes });
  const isVariable = layers.map((layer) => layer !== null && 'variable' in layer);
  const first = isVariable.includes(true) ? isVariable.indexOf(true) : layers.length;
  const afterLast = isVariable.lastIndexOf(true) + 1;

  const ground = createCanvas(width, height);
  await paintBackground(ground.getContext('2d'), template, tools);
  paintAll(ground.getContext('2d'), layers.slice(0, first));
  const above = afterLast > first ? layers.slice(afterLast).filter((layer) => layer !== null) : [];
  const cover = above.length > 0 ? createCanvas(width, height) : null;
  if (cover) paintAll(cover.getContext('2d'), above);

  return {
    kind: 'image',
    template,
    ground,
    between: layers.slice(first, Math.max(first, afterLast)).filter((layer) => layer !== null),
    cover,
    canvas: createCanvas(width, height),
    opaque: isOpaque(ground),
    notes: [...notes],
  };
}

export async function prepareImageLayer(
  { template }: Pick<ImagePlan, 'template'>,
  filled: StillLayer,
  index: number,
  tools: CompileTools & Pick<RenderTools, 'notes'>,
): Promise<PreparedLayer | null> {
  const place = layerPlace(template.layers[index] ?? filled, index, null);
  const { width, height } = template;
  return prepareLayer(filled, { ...tools, frame: { width, height }, place });
}

type PlannedLayer = PreparedLayer | { variable: number } | null;

async function prepareStaticLayers(
  template: ImageTemplate,
  tools: CompileTools & Pick<RenderTools, 'notes'>,
): Promise<PlannedLayer[]> {
  return Promise.all(
    template.layers.map(async (layer, index) => {
      if (usedProperties(layer).size > 0) return { variable: index };
      // Filling without values resolves what is escaped in a static layer's texts.
      const [plain] = fillTemplate({ ...template, layers: [layer] }, new Map()).layers;
      return prepareImageLayer({ template }, plain ?? layer, index, tools);
    }),
  );
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
  const picture = await media.picture(base_image, place, { box, fit: 'fill' });
  const target = fitMedia(picture, box, 'fill', '50% 50%');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.image, target.x, target.y, target.width, target.height);
}

function paintAll(context: SKRSContext2D, layers: PlannedLayer[]): void {
  for (const layer of layers) if (layer && !('variable' in layer)) paintLayer(context, layer);
}

function isOpaque(canvas: Canvas): boolean {
  const pixels = canvas.data();
  for (let alpha = 3; alpha < pixels.length; alpha += 4) if (pixels[alpha] !== 255) return false;
  return true;
}
