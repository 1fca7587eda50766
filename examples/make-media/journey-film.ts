/** A journey along the coast in four slow shots that fade into each other and, at the end, into the first. 12 s, no sound. */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { landscapePart } from './landscapes.ts';

/** Coarse, but small: the repository carries it. */
export const JOURNEY = { width: 1920, height: 1080, fps: 30, frames: 360, crf: 29 };
/** Each picture is larger than the frame, so that there is room to move in it. */
const PLACE = { width: 2560, height: 1600 };
const FADE = 20;

interface Shot {
  place: Parameters<typeof landscapePart>[0];
  /** Middle of the view in the place's pixels, and how wide it is. */
  from: View;
  to: View;
}
type View = [x: number, y: number, width: number];

const SHOTS: Shot[] = [
  { place: 'alps', from: [1200, 820, 2300], to: [1480, 800, 2060] },
  { place: 'sea', from: [1440, 940, 2040], to: [1120, 900, 2180] },
  { place: 'dunes', from: [1180, 850, 2100], to: [1420, 900, 2100] },
  { place: 'aurora', from: [1280, 900, 2100], to: [1280, 740, 2320] },
];
const SHOT = JOURNEY.frames / SHOTS.length;

/** Raw RGBA pixels of each frame, one after the other. */
export function* journeyFrames(): Generator<Buffer> {
  const places = SHOTS.map(({ place }) => landscapePart(place, 800, PLACE));
  const canvas = createCanvas(JOURNEY.width, JOURNEY.height);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  for (let frame = 0; frame < JOURNEY.frames; frame++) {
    // The fade into a shot is at its beginning; the film begins when the first one is in.
    const time = frame + FADE;
    const shot = Math.floor(time / SHOT);
    const into = time % SHOT;
    if (into < FADE) look(shot - 1, into + SHOT, 1);
    look(shot, into, Math.min(1, into / FADE));
    yield canvas.data();
  }

  function look(shot: number, frame: number, opacity: number): void {
    const index = shot % SHOTS.length;
    context.globalAlpha = opacity;
    drawView(places[index]!, SHOTS[index]!, frame / (SHOT + FADE));
  }

  /** @param progress from 0 to 1 */
  function drawView(place: Canvas, { from, to }: Shot, progress: number): void {
    const [x, y, width] = from.map((value, at) => value + (to[at]! - value) * progress) as View;
    const height = (width * JOURNEY.height) / JOURNEY.width;
    const { width: w, height: h } = JOURNEY;
    context.drawImage(place, x - width / 2, y - height / 2, width, height, 0, 0, w, h);
  }
}
