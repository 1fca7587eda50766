import type { VideoTemplate } from '../../contract/template/video-template.ts';

const LEAST_MS = 60_000;
/** A core of today paints and encodes a pixel of a moving picture in some 10 ns; ten times that means it hangs. */
const NS_PER_PIXEL = 100;
/** What a scene is taken for that is as long as its row makes it. */
const UNKNOWN_SECONDS = 120;

/** How long a row of the template may take before it counts as stuck. */
export function videoTimeLimitMs({ width, height, fps, scenes }: VideoTemplate): number {
  const seconds = scenes.reduce(
    (sum, { duration }) => sum + (typeof duration === 'number' ? duration : UNKNOWN_SECONDS),
    0,
  );
  return Math.max(LEAST_MS, (seconds * fps * width * height * NS_PER_PIXEL) / 1e6);
}
