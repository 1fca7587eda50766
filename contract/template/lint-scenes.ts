import { timedLayerFaults } from './lint-timed-layers.ts';
import { hasPlaceholder } from './placeholders.ts';
import { AUTO_SECONDS, type Scene } from './scene.ts';
import type { TemplateFault } from './template-fault.ts';
import type { VideoTemplate } from './video-template.ts';

/** An hour: longer videos would outlast any row's time limit. */
const MAX_VIDEO_SECONDS = 3_600;

export function sceneFaults(template: VideoTemplate): TemplateFault[] {
  return [
    ...transitionFaults(template),
    ...durationFaults(template),
    ...audioFaults(template),
    ...template.scenes.flatMap(({ layers }, index) => timedLayerFaults(layers, `scenes[${index}].`)),
  ];
}

/** Scenes overlap while one comes in, so that takes at most half of the shorter of the two, in whole frames. */
function transitionFaults({ fps, scenes }: VideoTemplate): TemplateFault[] {
  const frames = (seconds: number) => Math.max(1, Math.round(seconds * fps));
  return scenes.flatMap((scene, index) => {
    const before = scenes[index - 1];
    if (!before || scene.transition.type === 'cut') return [];
    // A length that is known only with the row shortens its transitions by itself.
    const known = [scene.duration, before.duration].filter((duration) => typeof duration === 'number');
    const longest = Math.floor(Math.min(...known.map(frames)) / 2);
    if (frames(scene.transition.duration) <= longest) return [];
    const message = `is longer than half of the shorter scene beside it: ${longest / fps} s at most`;
    return [{ path: `scenes[${index}].transition.duration`, message }];
  });
}

function durationFaults({ scenes }: VideoTemplate): TemplateFault[] {
  const seconds = scenes.reduce((sum, scene) => sum + leastSeconds(scene), 0);
  if (seconds <= MAX_VIDEO_SECONDS) return [];
  const message = `last ${Math.round(seconds)} s together: ${MAX_VIDEO_SECONDS} s at most`;
  return [{ path: 'scenes', message }];
}

function leastSeconds({ duration }: Scene): number {
  return typeof duration === 'number' ? duration : AUTO_SECONDS;
}

function audioFaults({ scenes }: VideoTemplate): TemplateFault[] {
  return scenes.flatMap(({ audio }, index) =>
    audio.flatMap((sound, place) =>
      (['id', 'name'] as const)
        .filter((property) => hasPlaceholder(sound[property] ?? ''))
        .map((property) => ({
          path: `scenes[${index}].audio[${place}].${property}`,
          message: 'names a sound and cannot take a placeholder',
        })),
    ),
  );
}
