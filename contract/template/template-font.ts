/** A font that a template brings: a file, and the name that its texts call it by. */
import { z } from 'zod';
import { sourceSchema } from './values.ts';

const weightSchema = z.number().int().min(1).max(1_000);

export const templateFontSchema = z.strictObject({
  /** Several entries may share a family: its weights and slants. */
  family: z.string().trim().min(1).max(100),
  /** TTF, OTF or WOFF2. */
  src: sourceSchema.refine((source) => source !== '', 'a font needs a file: "asset:brand.ttf"'),
  /** Of a variable font, lightest and heaviest. */
  weight: z
    .union([
      weightSchema,
      z
        .tuple([weightSchema, weightSchema])
        .refine(([lightest, heaviest]) => lightest <= heaviest, 'the lightest weight comes first'),
    ])
    .default(400),
  style: z.enum(['normal', 'italic']).default('normal'),
});

export type TemplateFont = z.infer<typeof templateFontSchema>;
