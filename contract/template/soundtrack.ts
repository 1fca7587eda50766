import { z } from 'zod';
import { sourceSchema } from './values.ts';

export const soundtrackSchema = z.strictObject({
  src: sourceSchema,
  volume: z.number().min(0).max(4).default(1),
  /** Seconds cut from the track's beginning. */
  trim_start: z.number().min(0).default(0),
  fade_in: z.number().min(0).max(60).default(0),
  fade_out: z.number().min(0).max(60).default(0),
  /** A track shorter than the video starts again. */
  loop: z.boolean().default(true),
  /** Steps back by so many decibels while a scene's audio or a clip sounds. */
  duck: z
    .strictObject({ amount_db: z.number().min(0).max(60).default(12) })
    .nullable()
    .default(null),
});

export type Soundtrack = z.infer<typeof soundtrackSchema>;
