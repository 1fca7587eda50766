import { z } from 'zod';
import { colourSchema, sourceSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';
import { fitSchema, pictureFocusSchema } from './fit.ts';
import { layerLookFields } from './look.ts';

const filtersSchema = z.strictObject({
  /** 1 leaves the picture as it is, 0 makes it black. */
  brightness: z.number().min(0).max(4).default(1),
  contrast: z.number().min(0).max(4).default(1),
  saturation: z.number().min(0).max(4).default(1),
  /** 0 to 1. */
  grayscale: z.number().min(0).max(1).default(0),
  /** Laid over the picture; its opacity is the strength. */
  tint: colourSchema.default('transparent'),
});

const zoomSchema = z.strictObject({
  /** 1 shows the picture as it fits; 1.5 shows two thirds of that. A still shows `from`. */
  from: z.number().min(1).max(10).default(1),
  to: z.number().min(1).max(10).default(1.2),
  /** The point of the box that stays where it is. */
  x: z
    .string()
    .regex(/^\d+(\.\d+)?%$/, 'must be a percentage such as "50%"')
    .default('50%'),
  y: z
    .string()
    .regex(/^\d+(\.\d+)?%$/, 'must be a percentage such as "50%"')
    .default('50%'),
});

export const imageLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('image'),
  src: sourceSchema.default(''),
  fit: fitSchema.default('cover'),
  focus: pictureFocusSchema.default('50% 50%'),
  filters: filtersSchema.nullable().default(null),
  zoom: zoomSchema.nullable().default(null),
  /** What a picture that cannot be fetched or decoded does to its row. */
  on_error: z.enum(['fail', 'hide', 'placeholder']).default('fail'),
  ...layerLookFields,
});
