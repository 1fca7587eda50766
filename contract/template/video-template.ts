import { z } from 'zod';
import { commonTemplateFields } from './common-template-fields.ts';
import { sceneSchema } from './scene.ts';
import { soundtrackSchema } from './soundtrack.ts';

const evenSide = z
  .number()
  .int()
  .min(16)
  .max(4096)
  .refine((side) => side % 2 === 0, 'must be even: H.264 video has no odd sizes');

export const videoTemplateSchema = z.strictObject({
  ...commonTemplateFields,
  kind: z.literal('video'),
  width: evenSide.default(1080),
  height: evenSide.default(1080),
  fps: z.literal([24, 25, 30, 50, 60]).default(30),
  scenes: z.array(sceneSchema).max(100).default([]),
  soundtrack: soundtrackSchema.nullable().default(null),
  /** LUFS that the whole sound is brought to (EBU R 128), as far as it stays free of clipping. Null: left as it is. */
  loudness: z.number().min(-50).max(-5).nullable().default(-14),
  output: z
    .strictObject({
      format: z.enum(['mp4', 'webm', 'gif', 'mov']).default('mp4'),
      quality: z.enum(['low', 'medium', 'high']).default('medium'),
      /** The file is scaled down to fit, to even sides. Null: as large as the template. */
      max_width: z.number().int().min(16).max(4096).nullable().default(null),
      max_height: z.number().int().min(16).max(4096).nullable().default(null),
    })
    .prefault({}),
  /** Seconds into the video. */
  thumbnail_time: z.number().min(0).default(1),
  /** Credits for one row, a decimal string with at most five places. Null: the template cannot be rendered yet. */
  estimated_credits: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,5})?$/, 'must be a decimal string with at most five places, such as "0.25"')
    .nullable()
    .default(null),
});

export type VideoTemplate = z.infer<typeof videoTemplateSchema>;
