/** Whether rows show again what rows before have shown. What is never asked for again is not worth keeping. */
export interface Repeats {
  /**
   * Notes what a row shows.
   * @param kind what is alike among rows, such as a scene that shows the same columns.
   * @param key a hash in hexadecimal digits; equal keys, equal pictures.
   * @returns false when none of the last 128 of this kind had been shown before.
   */
  isWorthKeeping(kind: string, key: string): boolean;
}

/** Among rows with 3,000 different names the first repeat comes after about 70, and from then on ever more often. */
const LOOKED_BACK = 128;
/** As many as a batch has rows. */
const MOST_KEYS = 20_000;
const MOST_KINDS = 32;
/** 48 bits tell the rows of a batch apart, and a number takes a tenth of a string's room. */
const DIGITS = 12;

interface Kind {
  seen: Set<number>;
  sinceRepeat: number;
}

export function createRepeats(): Repeats {
  // A Map remembers the order of insertion: the one unused for longest goes first.
  const kinds = new Map<string, Kind>();

  function kindOf(name: string): Kind {
    const kind = kinds.get(name) ?? { seen: new Set(), sinceRepeat: 0 };
    kinds.delete(name);
    kinds.set(name, kind);
    const [oldest = ''] = kinds.keys();
    if (kinds.size > MOST_KINDS) kinds.delete(oldest);
    return kind;
  }

  return {
    isWorthKeeping(name, key) {
      const kind = kindOf(name);
      const number = Number.parseInt(key.slice(0, DIGITS), 16);
      kind.sinceRepeat = kind.seen.has(number) ? 0 : kind.sinceRepeat + 1;
      if (kind.seen.size >= MOST_KEYS) kind.seen.clear();
      kind.seen.add(number);
      return kind.sinceRepeat <= LOOKED_BACK;
    },
  };
}
