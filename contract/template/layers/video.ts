import { z } from 'zod';
import { sourceSchema } from '../values.ts';
import { commonLayerFields } from './common.ts';
import { fitSchema, focusSchema } from './fit.ts';
import { layerLookFields } from './look.ts';

/** A clip, in video templates only. A full-size first layer of this type is a scene's moving background. */
export const videoLayerSchema = z.strictObject({
  ...commonLayerFields,
  type: z.literal('video'),
  src: sourceSchema.default(''),
  fit: fitSchema.exclude(['contain-blur']).default('cover'),
  focus: focusSchema.default('50% 50%'),
  /** Seconds cut from the clip's beginning. */
  trim_start: z.number().min(0).default(0),
  /** Seconds of the clip that are used. Null: all. */
  trim_duration: z.number().positive().nullable().default(null),
  /** 2 plays it in half the time; its sound keeps its pitch. */
  speed: z.number().min(0.25).max(4).default(1),
  /** The clip's own sound: 0 mutes it. */
  volume: z.number().min(0).max(4).default(1),
  /** What a clip does that ends before its layer. */
  when_short: z.enum(['freeze', 'loop', 'hide']).default('freeze'),
  on_error: z.enum(['fail', 'hide']).default('fail'),
  ...layerLookFields,
});
