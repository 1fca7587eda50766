import { z } from 'zod';
import { hasPlaceholder } from '../placeholders.ts';
import { colourSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';
import { layerLookFields } from './look.ts';

export const ratingLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('rating'),
  /** From 0 to `max`; blank: not drawn. */
  value: z
    .union([
      z.number().min(0),
      z
        .string()
        .max(200)
        .refine(
          (text) => text === '' || hasPlaceholder(text) || /^\s*\d{1,6}(\.\d{1,6})?\s*$/.test(text),
          'must be a number such as 4.5',
        ),
    ])
    .default(''),
  max: z.number().int().min(1).max(20).default(5),
  icon: z.enum(['star', 'heart', 'circle']).default('star'),
  color: colourSchema.default('#ffb400'),
  empty_color: colourSchema.default('#d9d9d9'),
  /** Rounded to half icons; false: to whole ones. */
  halves: z.boolean().default(true),
  /** Pixels between two icons. */
  gap: z.number().min(0).max(1_000).default(4),
  ...layerLookFields,
});
