import { createCanvas } from '@napi-rs/canvas';

type Channels = [red: number, green: number, blue: number, alpha: number];

/** A colour between two others, as CSS mixes them: by what shows of each. @param share of the way, 0–1. */
export function mixColours(from: string, to: string, share: number): string {
  if (share <= 0 || from === to) return from.trim();
  if (share >= 1) return to.trim();
  const [one, other] = [channels(from), channels(to)];
  const alpha = one[3] + (other[3] - one[3]) * share;
  if (alpha <= 0) return 'transparent';
  const [red, green, blue] = [0, 1, 2].map((channel) => {
    const shown = one[channel]! * one[3] + (other[channel]! * other[3] - one[channel]! * one[3]) * share;
    return Math.round(Math.min(255, Math.max(0, shown / alpha)));
  });
  return `rgba(${red},${green},${blue},${Math.round(Math.min(255, alpha) * (1_000 / 255)) / 1_000})`;
}

const MOST_KNOWN = 1_000;
const known = new Map<string, Channels>();
const context = createCanvas(1, 1).getContext('2d');

/** The canvas reads any colour that a template may say. */
function channels(colour: string): Channels {
  const found = known.get(colour);
  if (found) return found;
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour.trim();
  context.fillRect(0, 0, 1, 1);
  const read = [...context.getImageData(0, 0, 1, 1).data] as Channels;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(colour, read);
  return read;
}
