/** A scene of a video template: what shows for a while, and how it enters from the scene before. */
import { z } from 'zod';
import { sceneAudioSchema } from './audio.ts';
import { conditionSchema } from './condition.ts';
import { easingSchema } from './easing.ts';
import { DIRECTIONS } from './layers/timed.ts';
import { timedLayerSchema } from './layers.ts';
import { hasPlaceholder } from './placeholders.ts';
import { fillSchema } from './values.ts';

export const MAX_SCENE_SECONDS = 600;
/** What `auto` comes to when nothing in the scene has a length of its own. */
export const AUTO_SECONDS = 4;

export const transitionSchema = z.strictObject({
  type: z.enum(['cut', 'fade', 'dissolve', 'wipe', 'slide', 'push', 'zoom', 'circle', 'blur']).default('cut'),
  /** Seconds by which the scene overlaps the one before; nothing for a cut. */
  duration: z.number().positive().max(10).default(0.5),
  /** Null: linear for fade, dissolve and blur, else ease-in-out. */
  easing: easingSchema.nullable().default(null),
  /** The way a wipe, slide or push moves. */
  direction: z.enum(DIRECTIONS).default('left'),
  /** Where the pictures overlap, sounds fade into each other, or change in the middle. */
  audio: z.enum(['crossfade', 'cut']).default('crossfade'),
});

export const sceneSchema = z.strictObject({
  id: z.string().min(1).max(100).optional(),
  name: z.string().min(1).max(100).optional(),
  /** Seconds, snapped to whole frames. `auto`: as long as the longest clip, sound or caption in it, else 4. */
  duration: z
    .union([
      z.number().positive().max(MAX_SCENE_SECONDS),
      z
        .string()
        .refine(
          (text) => text === 'auto' || hasPlaceholder(text),
          'must be a number of seconds, "auto" or a variable such as "{{seconds}}"',
        ),
    ])
    .default('auto'),
  background: fillSchema.default('#000000'),
  /** Or a condition on variables. A scene that does not show is left out, and its neighbours meet. */
  visible: z.union([z.boolean(), conditionSchema]).default(true),
  audio: z.array(sceneAudioSchema).max(50).default([]),
  layers: z.array(timedLayerSchema).max(200).default([]),
  /** How this scene enters from the one before; ignored on the first scene. */
  transition: transitionSchema.prefault({}),
});

export type Scene = z.infer<typeof sceneSchema>;

export function sceneLabel(scene: Scene, index: number): string {
  return scene.id ?? scene.name ?? String(index + 1);
}
