/** A camera that drifts over a painted place, with the wind for its sound. 25 fps, beside clips of 30. */
import { createCanvas } from '@napi-rs/canvas';
import { LANDSCAPES } from './landscapes.ts';
import { seededRandom } from './seeded-random.ts';

export const DRIFT = { width: 640, height: 480, fps: 25, frames: 100 };
const SAMPLE_RATE = 48_000;

/** Raw RGBA pixels of each frame, one after the other. */
export function* driftFrames(): Generator<Buffer> {
  const place = LANDSCAPES.aurora!();
  const canvas = createCanvas(DRIFT.width, DRIFT.height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  for (let frame = 0; frame < DRIFT.frames; frame++) {
    const time = frame / DRIFT.frames;
    // There and back, so that it can be repeated.
    const x = 160 + 220 * Math.sin(time * 2 * Math.PI);
    context.drawImage(place, x, 60, 1_066, 800, 0, 0, DRIFT.width, DRIFT.height);
    yield canvas.data();
  }
}

/** Wind: noise that is let through low and swells twice. Left and right, within ±1. */
export function wind(): [Float32Array, Float32Array] {
  const length = (DRIFT.frames / DRIFT.fps) * SAMPLE_RATE;
  const sides = [21, 22].map((seed) => {
    const random = seededRandom(seed);
    const samples = new Float32Array(length);
    let low = 0;
    for (let at = 0; at < length; at++) {
      const swell = 0.55 - 0.45 * Math.cos((at / length) * 4 * Math.PI);
      low += (random() * 2 - 1 - low) * (0.01 + 0.03 * swell);
      samples[at] = low * swell * 2.5;
    }
    return samples;
  });
  return [sides[0]!, sides[1]!];
}
