import { z } from 'zod';
import { commonLayerFields } from './common.ts';
import { layerLookFields } from './look.ts';

/** A group without its layers: `layers.ts` adds them, because they may be groups again. */
export const groupLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('group'),
  /** Nothing shows outside the group's box. */
  clip: z.boolean().default(false),
  /** `row` and `column` put what the layers really show one after the other; a hidden or blank layer leaves no gap. */
  layout: z.enum(['none', 'row', 'column']).default('none'),
  /** Pixels between two layers of a row or column. */
  gap: z.number().min(0).max(4_000).default(0),
  /** Where the layers of a row or column lie across it. */
  align: z.enum(['start', 'center', 'end']).default('start'),
  /** Where they lie along it. */
  justify: z.enum(['start', 'center', 'end']).default('start'),
  ...layerLookFields,
});
