import type { TemplateFault } from './template-fault.ts';
import type { VideoTemplate } from './video-template.ts';

/** An hour: longer videos would outlast any row's time limit. */
const MAX_VIDEO_SECONDS = 3_600;

/** Scenes overlap while one fades in, so a fade may take at most half of the shorter of the two, in whole frames. */
export function sceneFaults(template: VideoTemplate): TemplateFault[] {
  const { fps, scenes } = template;
  const frames = (seconds: number) => Math.max(1, Math.round(seconds * fps));
  const faults = scenes.flatMap((scene, index) => {
    const before = scenes[index - 1];
    if (!before || scene.transition.type === 'cut') return [];
    const longest = Math.floor(Math.min(frames(scene.duration), frames(before.duration)) / 2);
    if (frames(scene.transition.duration) <= longest) return [];
    const message = `is longer than half of the shorter scene beside it: ${longest / fps} s at most`;
    return [{ path: `scenes[${index}].transition.duration`, message }];
  });
  const seconds = scenes.reduce((sum, { duration }) => sum + duration, 0);
  if (seconds > MAX_VIDEO_SECONDS)
    faults.push({
      path: 'scenes',
      message: `last ${Math.round(seconds)} s together: ${MAX_VIDEO_SECONDS} s at most`,
    });
  return faults;
}
