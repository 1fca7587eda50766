import { seededRandom } from '../../examples/make-media/seeded-random.ts';

/** The coarsest cells are 2^7 pixels wide, the finest a pixel. */
const OCTAVES = 8;
const FALL = 0.58;

/** Opaque RGBA of 1/f noise: each octave is half as coarse and somewhat weaker than the one before. */
export function paintNoise(
  width: number,
  height: number,
  { tint, seed, grain }: { tint: [number, number, number]; seed: number; grain: number },
): Uint8ClampedArray {
  const random = seededRandom(seed * 7919);
  const sum = new Float32Array(width * height * 3);
  for (let octave = 0; octave < OCTAVES; octave++)
    addOctave(sum, width, height, 2 ** (OCTAVES - 1 - octave), 40 * FALL ** octave, random);

  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let y = 0, from = 0, to = 0; y < height; y++) {
    const light = 1 - (0.45 * y) / height;
    for (let x = 0; x < width; x++, to += 4) {
      for (let channel = 0; channel < 3; channel++, from++)
        pixels[to + channel] = tint[channel]! * light + sum[from]! * 0.75 + (random() - 0.5) * 2 * grain;
      pixels[to + 3] = 255;
    }
  }
  return pixels;
}

/** Random values on a grid of `cell` pixels, smoothly joined. */
function addOctave(
  sum: Float32Array,
  width: number,
  height: number,
  cell: number,
  strength: number,
  random: () => number,
): void {
  const columns = Math.ceil(width / cell) + 2;
  const lines = Math.ceil(height / cell) + 2;
  // Three even numbers added are near enough to a bell curve.
  const grid = Float32Array.from(
    { length: columns * lines * 3 },
    () => (random() + random() + random() - 1.5) * 2 * strength,
  );
  const across = Array.from({ length: width }, (_, x) => smooth((x % cell) / cell));
  for (let y = 0, to = 0; y < height; y++) {
    const down = smooth((y % cell) / cell);
    const line = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x++) {
      const right = across[x]!;
      const corner = (line + Math.floor(x / cell)) * 3;
      for (let channel = 0; channel < 3; channel++, to++) {
        const at = corner + channel;
        const top = grid[at]! + (grid[at + 3]! - grid[at]!) * right;
        const below = at + columns * 3;
        const bottom = grid[below]! + (grid[below + 3]! - grid[below]!) * right;
        sum[to]! += top + (bottom - top) * down;
      }
    }
  }
}

const smooth = (t: number) => t * t * (3 - 2 * t);
