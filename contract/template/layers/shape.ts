import { z } from 'zod';
import { colourSchema, fillSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';
import { layerLookFields, pathSchema, viewBoxSchema } from './look.ts';

const shapeStrokeSchema = z.strictObject({
  color: colourSchema.default('#000000'),
  width: z.number().min(0).max(500),
  /** Pixels painted, pixels left out, and so on; empty: one line. */
  dash: z
    .array(z.number().min(0).max(10_000))
    .max(20)
    .refine((lengths) => lengths.length === 0 || sum(lengths) >= 1, 'must add up to a pixel or more')
    .default([]),
  cap: z.enum(['butt', 'round', 'square']).default('butt'),
  /** The part of the outline that is painted, 0 to 1: a ring that fills up, a line that is drawn. */
  start: z.number().min(0).max(1).default(0),
  end: z.number().min(0).max(1).default(1),
});

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export const shapeLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('shape'),
  shape: z.enum(['rect', 'ellipse', 'line', 'polygon', 'star', 'path']).default('rect'),
  fill: fillSchema.default('#000000'),
  stroke: shapeStrokeSchema.nullable().default(null),
  /** Corners of a polygon, points of a star. */
  sides: z.number().int().min(3).max(100).default(5),
  /** How far out the inner corners of a star lie, 0 to 1. */
  inner: z.number().min(0.01).max(1).default(0.4),
  path: pathSchema.default(''),
  view_box: viewBoxSchema,
  ...layerLookFields,
});
