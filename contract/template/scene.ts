/** A scene of a video template: what shows for a while, and how it enters from the scene before. */
import { z } from 'zod';
import { timedLayerSchema } from './layers.ts';
import { fillSchema } from './values.ts';

export const transitionSchema = z.strictObject({
  type: z.enum(['cut', 'fade']).default('cut'),
  /** Seconds by which the scene overlaps the one before; nothing for a cut. */
  duration: z.number().positive().max(10).default(0.5),
});

export const sceneSchema = z.strictObject({
  id: z.string().min(1).max(100).optional(),
  name: z.string().min(1).max(100).optional(),
  /** Seconds, snapped to whole frames. */
  duration: z.number().positive().max(600).default(4),
  background: fillSchema.default('#000000'),
  layers: z.array(timedLayerSchema).max(200).default([]),
  /** How this scene enters from the one before; ignored on the first scene. */
  transition: transitionSchema.prefault({}),
});

export type Scene = z.infer<typeof sceneSchema>;

export function sceneLabel(scene: Scene, index: number): string {
  return scene.id ?? scene.name ?? String(index + 1);
}
