/**
 * The small values a template is made of: lengths, colours, fills.
 * Every one may stand as a literal; colours may also carry a `{{placeholder}}` that a row fills in.
 */
import { z } from 'zod';
import { isColour } from './colour.ts';
import { hasPlaceholder } from './placeholders.ts';

/** A length: a number of pixels, `"50%"` of the parent's matching side, or `"6 vmin"` (hundredths of the shorter side). */
export const lengthSchema = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?\s*(%|px|vmin|vmax|vw|vh)?$/, 'must be a number of pixels, "50%" or "6 vmin"'),
]);
export type Length = z.infer<typeof lengthSchema>;

export const colourSchema = z
  .string()
  .refine(
    (text) => hasPlaceholder(text) || isColour(text),
    'must be a colour such as "#1e88e5" or "rgba(0,0,0,0.5)"',
  );

const gradientStopsSchema = z
  .array(z.strictObject({ offset: z.number().min(0).max(1), color: colourSchema.default('#000000') }))
  .min(2, 'a gradient needs at least two stops');

/** What fills a surface: one colour, or a gradient. `angle` is in degrees: 0 points right, 90 down. */
export const fillSchema = z.union([
  colourSchema,
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('linear'), angle: z.number().default(90), stops: gradientStopsSchema }),
    z.strictObject({ type: z.literal('radial'), stops: gradientStopsSchema }),
  ]),
]);
export type Fill = z.infer<typeof fillSchema>;

export const strokeSchema = z.strictObject({
  color: colourSchema.default('#000000'),
  width: z.number().min(0).max(500),
});

/**
 * Where media comes from: an `https://` URL, an uploaded asset `asset:NAME`, or text with placeholders
 * that a row turns into one of the two.
 */
export const sourceSchema = z
  .string()
  .refine(
    (text) => text === '' || hasPlaceholder(text) || isSource(text),
    'must be an https:// URL or an uploaded asset such as "asset:logo.png"',
  );

export function isSource(text: string): boolean {
  return assetName(text) !== null || (URL.canParse(text) && new URL(text).protocol === 'https:');
}

/** The asset's name in `asset:NAME`, or null when the text is no asset reference. */
export function assetName(source: string): string | null {
  return source.startsWith('asset:') && source.length > 'asset:'.length
    ? source.slice('asset:'.length)
    : null;
}
