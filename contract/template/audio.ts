/** Sound of a scene: speech, an effect, or a track that a row chooses. */
import { z } from 'zod';
import { sourceSchema } from './values.ts';

export const sceneAudioSchema = z.strictObject({
  id: z.string().min(1).max(100).optional(),
  name: z.string().min(1).max(100).optional(),
  /** Sound or film; a blank one is silent. */
  src: sourceSchema.default(''),
  /** Seconds cut from its beginning. */
  trim_start: z.number().min(0).default(0),
  /** Seconds of it that are used. Null: all. */
  trim_duration: z.number().positive().nullable().default(null),
  volume: z.number().min(0).max(4).default(1),
  fade_in: z.number().min(0).max(60).default(0),
  fade_out: z.number().min(0).max(60).default(0),
  /** Starts again until its scene (with span `video`: the video) ends. */
  loop: z.boolean().default(false),
  /** Seconds from its scene's start; with span `video` from the video's. */
  start: z.number().min(0).default(0),
  /** Ends with its scene at the latest, or goes on through the video. */
  span: z.enum(['scene', 'video']).default('scene'),
});

export type SceneAudio = z.infer<typeof sceneAudioSchema>;

export function audioLabel(audio: SceneAudio, index: number): string {
  return audio.id ?? audio.name ?? `audio ${index + 1}`;
}
