import { z } from 'zod';
import { colourSchema, lengthSchema, strokeSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';

export const textLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('text'),
  text: z.string().max(20_000).default(''),
  /** One family or a list of them; scripts a family does not cover go down the shipped fallback chain. */
  font_family: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]).default('Inter'),
  /** `auto`: the largest size between `font_size_min` and `font_size_max` at which the text fits its box. */
  font_size: z.union([lengthSchema, z.literal('auto')]).default('auto'),
  font_size_min: z.number().positive().default(8),
  /** Null: the box's height. */
  font_size_max: z.number().positive().nullable().default(null),
  font_weight: z.number().int().min(100).max(900).multipleOf(100).default(400),
  font_style: z.enum(['normal', 'italic']).default('normal'),
  color: colourSchema.default('#000000'),
  align: z.enum(['start', 'center', 'end', 'left', 'right']).default('start'),
  valign: z.enum(['top', 'middle', 'bottom']).default('top'),
  line_height: z.number().positive().max(10).default(1.2),
  letter_spacing: z.number().min(-100).max(500).default(0),
  wrap: z.enum(['word', 'char', 'none']).default('word'),
  /** What happens to text that does not fit. Null: `shrink` when the size is auto, else `visible`. */
  overflow: z.enum(['shrink', 'ellipsis', 'clip', 'visible']).nullable().default(null),
  max_lines: z.number().int().positive().nullable().default(null),
  transform: z.enum(['none', 'upper', 'lower', 'title']).default('none'),
  direction: z.enum(['auto', 'ltr', 'rtl']).default('auto'),
  stroke: strokeSchema.nullable().default(null),
});
