/**
 * The template model, version 1: what a stored template document may say. Strict: an unknown field is a fault, named by
 * its path. Every field has a default, so a layer needs only its type and its content.
 * The last layer of a list paints on top.
 */
import { z } from 'zod';
import { timedLayerFields } from './layers/common.ts';
import { imageLayerSchema } from './layers/image.ts';
import { qrLayerSchema } from './layers/qr.ts';
import { shapeLayerSchema } from './layers/shape.ts';
import { textLayerSchema } from './layers/text.ts';
import { videoLayerSchema } from './layers/video.ts';
import { fillSchema, sourceSchema } from './values.ts';

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

const commonTemplateFields = {
  version: z.literal(1).default(1),
  name: z.string().trim().min(1).max(255),
  /** Example values for `{{placeholders}}`, shown in the schema and the sample CSV; never drawn for a blank. */
  examples: z.record(z.string(), z.string()).default({}),
};

export const imageTemplateSchema = z.strictObject({
  ...commonTemplateFields,
  kind: z.literal('image'),
  width: z.number().int().min(16).max(8192).default(1080),
  height: z.number().int().min(16).max(8192).default(1080),
  background: fillSchema.default('transparent'),
  /** Drawn over the background and below all layers, scaled to the whole picture. */
  base_image: sourceSchema.nullable().default(null),
  layers: z.array(stillLayerSchema).max(200).default([]),
  output: z
    .strictObject({
      format: z.enum(['png', 'jpg', 'webp']).default('jpg'),
      quality: z.number().int().min(1).max(100).default(85),
    })
    .prefault({}),
});

export const transitionSchema = z.strictObject({
  type: z.enum(['cut', 'fade']).default('cut'),
  /** Seconds by which the scene overlaps the one before; nothing for a cut. */
  duration: z.number().positive().max(10).default(0.5),
});

export const sceneSchema = z.strictObject({
  id: z.string().min(1).max(100).optional(),
  name: z.string().min(1).max(100).optional(),
  /** Seconds, snapped to whole frames. */
  duration: z.number().positive().max(600).default(4),
  background: fillSchema.default('#000000'),
  layers: z.array(timedLayerSchema).max(200).default([]),
  /** How this scene enters from the one before; ignored on the first scene. */
  transition: transitionSchema.prefault({}),
});

export const soundtrackSchema = z.strictObject({
  src: sourceSchema,
  volume: z.number().min(0).max(4).default(1),
  /** Seconds cut from the track's beginning. */
  trim_start: z.number().min(0).default(0),
  fade_in: z.number().min(0).max(60).default(0),
  fade_out: z.number().min(0).max(60).default(0),
  /** A track shorter than the video starts again. */
  loop: z.boolean().default(true),
});

const evenSide = z
  .number()
  .int()
  .min(16)
  .max(4096)
  .refine((side) => side % 2 === 0, 'must be even: H.264 video has no odd sizes');

export const videoTemplateSchema = z.strictObject({
  ...commonTemplateFields,
  kind: z.literal('video'),
  width: evenSide.default(1080),
  height: evenSide.default(1080),
  fps: z.literal([24, 25, 30, 50, 60]).default(30),
  scenes: z.array(sceneSchema).max(100).default([]),
  soundtrack: soundtrackSchema.nullable().default(null),
  output: z
    .strictObject({
      format: z.literal('mp4').default('mp4'),
      quality: z.enum(['low', 'medium', 'high']).default('medium'),
    })
    .prefault({}),
  /** Seconds into the video. */
  thumbnail_time: z.number().min(0).default(1),
  /** Credits for one row, a decimal string with at most five places. Null: the template cannot be rendered yet. */
  estimated_credits: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,5})?$/, 'must be a decimal string with at most five places, such as "0.25"')
    .nullable()
    .default(null),
});

export const templateSchema = z.discriminatedUnion('kind', [imageTemplateSchema, videoTemplateSchema]);

export type Template = z.infer<typeof templateSchema>;
export type ImageTemplate = z.infer<typeof imageTemplateSchema>;
export type VideoTemplate = z.infer<typeof videoTemplateSchema>;
export type Scene = z.infer<typeof sceneSchema>;
export type Soundtrack = z.infer<typeof soundtrackSchema>;
export type StillLayer = z.infer<typeof stillLayerSchema>;
export type TimedLayer = z.infer<typeof timedLayerSchema>;
export type Layer = StillLayer | TimedLayer;
export type LayerOf<Type extends Layer['type']> = Extract<Layer, { type: Type }>;

/** What people call a layer in an error: its id, else its name, else its place and type. */
export function layerLabel(layer: Layer, index: number): string {
  return layer.id ?? layer.name ?? `${index + 1} (${layer.type})`;
}

export function sceneLabel(scene: Scene, index: number): string {
  return scene.id ?? scene.name ?? String(index + 1);
}
