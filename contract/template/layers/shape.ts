import { z } from 'zod';
import { fillSchema, lengthSchema, strokeSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';

export const shapeLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('shape'),
  shape: z.enum(['rect', 'ellipse']).default('rect'),
  fill: fillSchema.default('#000000'),
  stroke: strokeSchema.nullable().default(null),
  radius: lengthSchema.default(0),
});
