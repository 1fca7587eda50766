/** A city at night as a phone films it: upright, not quite still, with sound, and with frames that come when they come. 4 s. */
import { createCanvas } from '@napi-rs/canvas';
import { landscapePart } from './landscapes.ts';

export const PHONE = {
  ...{ width: 360, height: 640, fps: 30, frames: 112, crf: 29 },
  /** Seconds of frame N, as ffmpeg reads it: each twentieth is late, and none quite on time. */
  shownAt: 'N/30+0.05*floor(N/20)+0.004*sin(2.3*N)',
};
/** Room around the view for the hand. */
const PLACE = { width: 420, height: 740 };

/** Raw RGBA pixels of each frame, one after the other. */
export function* phoneFrames(): Generator<Buffer> {
  const place = landscapePart('city', 860, PLACE);
  const canvas = createCanvas(PHONE.width, PHONE.height);
  const context = canvas.getContext('2d');
  for (let frame = 0; frame < PHONE.frames; frame++) {
    const time = frame / PHONE.fps;
    const x = 30 + 18 * Math.sin(time * 1.6) + 4 * Math.sin(time * 5.3);
    const y = 50 + 14 * Math.cos(time * 1.2) + 3 * Math.sin(time * 6.1);
    context.drawImage(place, x, y, PHONE.width, PHONE.height, 0, 0, PHONE.width, PHONE.height);
    yield canvas.data();
  }
}
