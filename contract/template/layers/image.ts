import { z } from 'zod';
import { lengthSchema, sourceSchema, strokeSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';

/** CSS `object-fit`. */
export const fitSchema = z.enum(['cover', 'contain', 'fill', 'none']);
/** CSS `object-position`: which point of the media stays in view, e.g. `"50% 20%"`. */
export const focusSchema = z
  .string()
  .regex(/^\d+(\.\d+)?%\s+\d+(\.\d+)?%$/, 'must be two percentages such as "50% 20%"');

export const imageLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('image'),
  src: sourceSchema.default(''),
  fit: fitSchema.default('cover'),
  focus: focusSchema.default('50% 50%'),
  /** Rounded corners; `"50%"` makes a circle of a square box. */
  radius: lengthSchema.default(0),
  border: strokeSchema.nullable().default(null),
  /** What a picture that cannot be fetched or decoded does to its row. */
  on_error: z.enum(['fail', 'hide']).default('fail'),
});
