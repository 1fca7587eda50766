/** The layers of a template as one union each for pictures and for videos. The last layer of a list paints on top. */
import { z } from 'zod';
import { timedLayerFields } from './layers/common.ts';
import { imageLayerSchema } from './layers/image.ts';
import { qrLayerSchema } from './layers/qr.ts';
import { shapeLayerSchema } from './layers/shape.ts';
import { textLayerSchema } from './layers/text.ts';
import { videoLayerSchema } from './layers/video.ts';

export const stillLayerSchema = z.discriminatedUnion('type', [
  textLayerSchema,
  imageLayerSchema,
  shapeLayerSchema,
  qrLayerSchema,
]);

export const timedLayerSchema = z.discriminatedUnion('type', [
  textLayerSchema.extend(timedLayerFields),
  imageLayerSchema.extend(timedLayerFields),
  shapeLayerSchema.extend(timedLayerFields),
  qrLayerSchema.extend(timedLayerFields),
  videoLayerSchema.extend(timedLayerFields),
]);

export type StillLayer = z.infer<typeof stillLayerSchema>;
export type TimedLayer = z.infer<typeof timedLayerSchema>;
export type Layer = StillLayer | TimedLayer;
export type LayerOf<Type extends Layer['type']> = Extract<Layer, { type: Type }>;

/** What people call a layer in an error: its id, else its name, else its place and type. */
export function layerLabel(layer: Layer, index: number): string {
  return layer.id ?? layer.name ?? `${index + 1} (${layer.type})`;
}
