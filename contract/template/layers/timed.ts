/** What a layer of a video template has besides: when it shows, how it comes and goes, and what moves meanwhile. */
import { z } from 'zod';
import { easingSchema } from '../easing.ts';
import { colourSchema, lengthSchema } from '../values.ts';

export const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;

const ANIMATION_TYPES = [
  ...(['fade', 'slide', 'wipe', 'scale', 'pan', 'bounce'] as const),
  ...(['typewriter', 'words', 'lines', 'count'] as const),
] as const;

const animationSchema = z.strictObject({
  type: z.enum(ANIMATION_TYPES),
  /** As the layer comes, as it goes, or so many seconds after it came: the last only for scale, pan and bounce. */
  at: z.union([z.enum(['in', 'out']), z.number().min(0).max(600)]).default('in'),
  /** Seconds; never longer than the layer shows. */
  duration: z.number().positive().max(60).default(0.5),
  /** Null: what suits the type. */
  easing: easingSchema.nullable().default(null),
  /** The way it moves. Null: up for slide and lines, right for wipe, left for pan, down for bounce. */
  direction: z.enum(DIRECTIONS).nullable().default(null),
  /** Of slide, pan and bounce. Null: the layer's own side, a fifth of it for pan. */
  distance: lengthSchema.nullable().default(null),
  /** The factor that scale begins with, the number that count begins with. Null: 0; for a scale at a time 1. */
  from: z.number().min(-1e9).max(1e9).nullable().default(null),
  /** The factor that scale ends with. Null: 1, and 0 for a scale out; for a scale at a time 1.2. */
  to: z.number().min(0).max(100).nullable().default(null),
});
export type Animation = z.infer<typeof animationSchema>;

/** Values at moments, in seconds from the layer's start and in their order; before the first and after the last they hold. */
function track<Value extends z.ZodType>(value: Value) {
  return z
    .array(
      z.strictObject({
        t: z.number().min(0).max(3_600),
        v: value,
        /** The way on to the next one. */
        easing: easingSchema.default('linear'),
      }),
    )
    .max(200)
    .refine((frames) => frames.every(({ t }, index) => index === 0 || t > frames[index - 1]!.t), {
      message: 'must be in the order of their times, each later than the one before',
    })
    .default([]);
}

const keyframesSchema = z.strictObject({
  x: track(lengthSchema),
  y: track(lengthSchema),
  width: track(lengthSchema),
  height: track(lengthSchema),
  /** In place of the layer's own. */
  opacity: track(z.number().min(0).max(1)),
  /** Degrees, in place of the layer's own. */
  rotation: track(z.number().min(-36_000).max(36_000)),
  /** Around the box's centre. */
  scale: track(z.number().min(0).max(100)),
  /** A shape's fill, a text's colour. */
  fill: track(colourSchema),
});

export const timedLayerFields = {
  /** Seconds from its scene's start; with span `video` from the video's. */
  start: z.number().min(0).default(0),
  duration: z.union([z.number().positive(), z.literal('end')]).default('end'),
  /** How long it stays: with its scene, from there to the video's end, or through the whole video. */
  span: z.enum(['scene', 'to_end', 'video']).default('scene'),
  animations: z.array(animationSchema).max(20).default([]),
  keyframes: keyframesSchema.prefault({}),
};
