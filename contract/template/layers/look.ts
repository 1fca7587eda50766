/** How a finished layer looks as a whole, whatever its type. Stands last in every layer, so that its variables come last. */
import { z } from 'zod';
import { isSvgPath } from '../svg-path.ts';
import { colourSchema, lengthSchema, sourceSchema, strokeSchema } from '../values.ts';
import { fitSchema } from './fit.ts';

/** Those of the canvas (W3C Compositing and Blending), `normal` for the plain one. */
const BLENDS = [
  ...(['normal', 'multiply', 'screen', 'overlay', 'darken', 'lighten', 'color-dodge', 'color-burn'] as const),
  ...(['hard-light', 'soft-light', 'difference', 'exclusion'] as const),
  ...(['hue', 'saturation', 'color', 'luminosity'] as const),
] as const;

const shadowSchema = z.strictObject({
  color: colourSchema.default('rgba(0,0,0,0.4)'),
  /** As CSS `box-shadow`: twice the standard deviation, in pixels. */
  blur: z.number().min(0).max(500).default(16),
  x: z.number().min(-2_000).max(2_000).default(0),
  y: z.number().min(-2_000).max(2_000).default(8),
});

/** SVG path data, such as `M0 0 L10 0 L5 8 Z`. */
export const pathSchema = z
  .string()
  .max(20_000)
  .refine((text) => text === '' || isSvgPath(text), 'must be SVG path data such as "M0 0 L10 0 L5 8 Z"');

/** The part of path coordinates that fills the layer's box: `[x, y, width, height]`. Null: they are pixels. */
export const viewBoxSchema = z
  .tuple([z.number(), z.number(), z.number().positive(), z.number().positive()])
  .nullable()
  .default(null);

/** Either a shape or a picture. */
const maskSchema = z.strictObject({
  shape: z.enum(['ellipse', 'rect', 'path']).nullable().default(null),
  /** Rounded corners of a `rect`. */
  radius: lengthSchema.default(0),
  path: pathSchema.default(''),
  view_box: viewBoxSchema,
  /** Of a picture. A blank one masks nothing. */
  src: sourceSchema.default(''),
  /** What shows the layer: the picture's opacity or its brightness. */
  mode: z.enum(['alpha', 'luma']).default('alpha'),
  fit: fitSchema.exclude(['contain-blur']).default('fill'),
});

const placeAfterSchema = z.strictObject({
  /** Id or name of another layer of the same list. */
  layer: z.string().min(1).max(100),
  /** The side of what that layer really shows, such as its lines of text. */
  side: z.enum(['top', 'right', 'bottom', 'left']).default('bottom'),
  gap: lengthSchema.default(0),
});

export const layerLookFields = {
  /** Rounded corners; `"50%"` makes a circle of a square box. */
  radius: lengthSchema.default(0),
  /** Inside the box's edge. */
  border: strokeSchema.nullable().default(null),
  shadow: shadowSchema.nullable().default(null),
  /** Standard deviation in pixels, as CSS `filter: blur()`. */
  blur: z.number().min(0).max(200).default(0),
  blend: z.enum(BLENDS).default('normal'),
  /** Where the layer shows; it covers the layer's box. */
  mask: maskSchema.nullable().default(null),
  place_after: placeAfterSchema.nullable().default(null),
};
