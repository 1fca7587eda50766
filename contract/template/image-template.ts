import { z } from 'zod';
import { commonTemplateFields } from './common-template-fields.ts';
import { stillLayerSchema } from './layers.ts';
import { fillSchema, sourceSchema } from './values.ts';

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
      /** The output's size in shares of the template's: 2 makes twice as many pixels each way. */
      scale: z.number().min(0.1).max(4).default(1),
    })
    .prefault({}),
});

export type ImageTemplate = z.infer<typeof imageTemplateSchema>;
