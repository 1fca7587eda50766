import { z } from 'zod';
import { lengthSchema, sourceSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';
import { fitSchema, focusSchema } from './image.ts';

/** A clip, in video templates only. A full-size first layer of this type is a scene's moving background. */
export const videoLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('video'),
  src: sourceSchema.default(''),
  fit: fitSchema.default('cover'),
  focus: focusSchema.default('50% 50%'),
  radius: lengthSchema.default(0),
  /** Seconds cut from the clip's beginning. */
  trim_start: z.number().min(0).default(0),
  /** The clip's own sound: 0 mutes it. */
  volume: z.number().min(0).max(4).default(1),
  /** What a clip does that ends before its layer. */
  when_short: z.enum(['freeze', 'loop', 'hide']).default('freeze'),
  on_error: z.enum(['fail', 'hide']).default('fail'),
});
