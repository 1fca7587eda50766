/** What image and video templates have in common. */
import { z } from 'zod';
import { textDirectionSchema } from './layers/text.ts';
import { templateFontSchema } from './template-font.ts';
import { variableMetaSchema } from './variable-meta.ts';

export const commonTemplateFields = {
  /** For editors: where docs/template.schema.json lies. */
  $schema: z.string().max(500).optional(),
  version: z.literal(1).default(1),
  name: z.string().trim().min(1).max(255),
  /** For finding templates again. */
  tags: z.array(z.string().trim().min(1).max(50)).max(50).default([]),
  /** Fonts besides the shipped ones, called by their family. */
  fonts: z.array(templateFontSchema).max(50).default([]),
  /** The way that texts run which do not say it themselves; `auto`: each paragraph as its first letter does. */
  direction: textDirectionSchema.default('auto'),
  /** A row fails when a font lacks a character, a weight or a slant; otherwise the closest is taken and noted. */
  strict: z.boolean().default(false),
  /** Example values for `{{placeholders}}`, shown in the schema and the sample CSV; never drawn for a blank. */
  examples: z.record(z.string(), z.string()).default({}),
  /** What a variable's values are like, by its name. */
  variables_meta: z.record(z.string(), variableMetaSchema).default({}),
};
