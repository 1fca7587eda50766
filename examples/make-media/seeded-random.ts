/** Numbers from 0 to 1, the same for the same seed on every machine: media are made again as they were (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A smooth, never repeating line through random heights; `octaves` adds finer detail. Values lie around 0, within ±1. */
export function noiseLine(seed: number, octaves: number): (x: number) => number {
  const random = seededRandom(seed);
  const heights = Array.from({ length: 512 }, () => random() * 2 - 1);
  const height = (index: number) => heights[((index % 512) + 512) % 512] ?? 0;
  const smooth = (x: number) => {
    const left = Math.floor(x);
    const t = x - left;
    return height(left) + (height(left + 1) - height(left)) * t * t * (3 - 2 * t);
  };
  return (x) => {
    let sum = 0;
    let reach = 0;
    for (let octave = 0; octave < octaves; octave++) {
      sum += smooth(x * 2 ** octave + octave * 37) / 2 ** octave;
      reach += 1 / 2 ** octave;
    }
    return sum / reach;
  };
}
