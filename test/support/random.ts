/** Numbers that look random and are the same in every run (mulberry32). */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  pick<T>(things: readonly T[]): T;
  /** Signs of the alphabet, one after the other. */
  text(alphabet: string, length: number): string;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(things: readonly T[]): T => things[whole(0, things.length - 1)]!;
  return {
    next,
    whole,
    pick,
    text: (alphabet, length) => Array.from({ length }, () => pick([...alphabet])).join(''),
  };
}
