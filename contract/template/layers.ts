/** The layers of a template as one union each for pictures and for videos. The last layer of a list paints on top. */
import { z } from 'zod';
import { barcodeLayerSchema } from './layers/barcode.ts';
import { captionLayerSchema } from './layers/caption.ts';
import { groupLayerSchema } from './layers/group.ts';
import { imageLayerSchema } from './layers/image.ts';
import { qrLayerSchema } from './layers/qr.ts';
import { ratingLayerSchema } from './layers/rating.ts';
import { shapeLayerSchema } from './layers/shape.ts';
import { textLayerSchema } from './layers/text.ts';
import { timedLayerFields } from './layers/timed.ts';
import { videoLayerSchema } from './layers/video.ts';

const leafSchemas = [
  textLayerSchema,
  imageLayerSchema,
  shapeLayerSchema,
  qrLayerSchema,
  barcodeLayerSchema,
  ratingLayerSchema,
] as const;

/** Groups hold what image templates hold, in videos too: a group comes and goes as one. */
const stillGroupSchema = groupLayerSchema.extend({
  get layers(): z.ZodDefault<z.ZodArray<typeof stillLayerSchema>> {
    return z.array(stillLayerSchema).max(200).default([]);
  },
});

export const stillLayerSchema = z.discriminatedUnion('type', [...leafSchemas, stillGroupSchema]);

export const timedLayerSchema = z.discriminatedUnion('type', [
  textLayerSchema.extend(timedLayerFields),
  imageLayerSchema.extend(timedLayerFields),
  shapeLayerSchema.extend(timedLayerFields),
  qrLayerSchema.extend(timedLayerFields),
  barcodeLayerSchema.extend(timedLayerFields),
  ratingLayerSchema.extend(timedLayerFields),
  stillGroupSchema.extend(timedLayerFields),
  videoLayerSchema.extend(timedLayerFields),
  captionLayerSchema.extend(timedLayerFields),
]);

export type StillLayer = z.infer<typeof stillLayerSchema>;
export type TimedLayer = z.infer<typeof timedLayerSchema>;
export type Layer = StillLayer | TimedLayer;
export type LayerOf<Type extends Layer['type']> = Extract<Layer, { type: Type }>;

/** What people call a layer in an error: its id, else its name, else its place and type. */
export function layerLabel(layer: Layer, index: number): string {
  return layer.id ?? layer.name ?? `${index + 1} (${layer.type})`;
}
