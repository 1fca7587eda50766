/** Whether rows show again what rows before have shown. What is never asked for again is not worth keeping. */
export interface Repeats {
  /**
   * False when none of the last 128 of this kind had been shown before.
   * @param kind what is alike among rows, such as a scene that shows the same columns.
   */
  comeAgain(kind: string): boolean;
  /**
   * Notes what a row shows.
   * @param key a hash in hexadecimal digits; equal keys, equal pictures.
   * @param isKept it was shown before, if not by a row that was noted.
   * @returns whether it is worth keeping: as `comeAgain`.
   */
  note(kind: string, shown: { key: string; isKept: boolean }): boolean;
}

/** Among rows with 3,000 different names the first repeat comes after about 70, and from then on ever more often. */
const LOOKED_BACK = 128;
/** For all kinds, 512 kB. Of 20,000 rows that show three kinds each, one thing in five is forgotten for a later one. */
const PLACES = 2 ** 17;
const MOST_KINDS = 32;
/** Of the key: 32 bits say where it is noted, 32 more which it is. */
const DIGITS = 8;

export function createRepeats(): Repeats {
  // Of one size for ever: a set of all that was shown would grow with every row.
  const shown = new Uint32Array(PLACES);
  // A Map remembers the order of insertion: the one unused for longest goes first.
  const sinceRepeat = new Map<string, number>();

  /** @returns whether it had been noted before. */
  function mark(key: string): boolean {
    const place = Number.parseInt(key.slice(0, DIGITS), 16) % PLACES;
    // An empty place holds 0.
    const name = Number.parseInt(key.slice(DIGITS, 2 * DIGITS), 16) || 1;
    const known = shown[place] === name;
    shown[place] = name;
    return known;
  }

  const comeAgain = (kind: string) => (sinceRepeat.get(kind) ?? 0) <= LOOKED_BACK;

  return {
    comeAgain,
    note(kind, { key, isKept }) {
      const since = mark(key) || isKept ? 0 : (sinceRepeat.get(kind) ?? 0) + 1;
      sinceRepeat.delete(kind);
      sinceRepeat.set(kind, since);
      const [oldest = ''] = sinceRepeat.keys();
      if (sinceRepeat.size > MOST_KINDS) sinceRepeat.delete(oldest);
      return comeAgain(kind);
    },
  };
}
