/** What every layer has, in image and in video templates. */
import { z } from 'zod';
import { conditionSchema } from '../condition.ts';
import { lengthSchema } from '../values.ts';

export const ANCHORS = [
  'top-left', 'top', 'top-right', 'left', 'center', 'right', 'bottom-left', 'bottom', 'bottom-right',
] as const; // biome-ignore format: the nine points as they lie

export const commonLayerFields = {
  id: z.string().min(1).max(100).optional(),
  name: z.string().min(1).max(100).optional(),
  x: lengthSchema.default(0),
  y: lengthSchema.default(0),
  width: lengthSchema.default('100%'),
  height: lengthSchema.default('100%'),
  /** The point of the layer's box that lies at (x, y). */
  anchor: z.enum(ANCHORS).default('top-left'),
  /** Degrees, clockwise, around the box's centre. */
  rotation: z.number().min(-360).max(360).default(0),
  opacity: z.number().min(0).max(1).default(1),
  /** Or a condition on variables. */
  visible: z.union([z.boolean(), conditionSchema]).default(true),
  /** The variable that takes the place of the layer's main property (text, src, data). */
  variable: z.string().min(1).max(200).nullable().default(null),
  /** Other properties taken from variables: `{ "color": "brand_color" }`. */
  bind: z.record(z.string(), z.string().min(1).max(200)).default({}),
};
