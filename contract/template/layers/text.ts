import { z } from 'zod';
import { colourSchema, fillSchema, lengthSchema, strokeSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';
import { layerLookFields } from './look.ts';

const fontFamilySchema = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const fontWeightSchema = z.number().int().min(100).max(900).multipleOf(100);
const fontStyleSchema = z.enum(['normal', 'italic']);

export const textDirectionSchema = z.enum(['auto', 'ltr', 'rtl']);

const highlightSchema = z.strictObject({
  color: colourSchema.default('#ffeb3b'),
  /** Pixels around a line's letters. */
  padding: z.number().min(0).max(500).default(8),
  radius: z.number().min(0).max(500).default(0),
});

/** What is null is as in the rest of the text. */
const accentSchema = z.strictObject({
  color: colourSchema.nullable().default(null),
  font_family: fontFamilySchema.nullable().default(null),
  font_weight: fontWeightSchema.nullable().default(null),
  font_style: fontStyleSchema.nullable().default(null),
});

export const textLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('text'),
  text: z.string().max(20_000).default(''),
  /** One family or a list of them; scripts a family does not cover go down the shipped fallback chain. */
  font_family: fontFamilySchema.default('Inter'),
  /** `auto`: the largest size between `font_size_min` and `font_size_max` at which the text fits its box. */
  font_size: z.union([lengthSchema, z.literal('auto')]).default('auto'),
  font_size_min: z.number().positive().default(8),
  /** Null: the box's height. */
  font_size_max: z.number().positive().nullable().default(null),
  font_weight: fontWeightSchema.default(400),
  font_style: fontStyleSchema.default('normal'),
  color: colourSchema.default('#000000'),
  /** In place of `color`, such as a gradient over the lines. */
  fill: fillSchema.nullable().default(null),
  align: z.enum(['start', 'center', 'end', 'left', 'right', 'justify']).default('start'),
  valign: z.enum(['top', 'middle', 'bottom']).default('top'),
  line_height: z.number().positive().max(10).default(1.2),
  letter_spacing: z.number().min(-100).max(500).default(0),
  wrap: z.enum(['word', 'char', 'none']).default('word'),
  /** What happens to text that does not fit. Null: `shrink` when the size is auto, else `visible`. */
  overflow: z.enum(['shrink', 'ellipsis', 'clip', 'visible']).nullable().default(null),
  max_lines: z.number().int().positive().nullable().default(null),
  transform: z.enum(['none', 'upper', 'lower', 'title']).default('none'),
  /** `auto`: each paragraph as its first letter does. Null: as the template says. */
  direction: textDirectionSchema.nullable().default(null),
  stroke: strokeSchema.nullable().default(null),
  /** A box behind each line. */
  highlight: highlightSchema.nullable().default(null),
  /** How what stands between asterisks looks: `Only *today*`. Null: asterisks are printed. */
  accent: accentSchema.nullable().default(null),
  ...layerLookFields,
});
