/** Things worth keeping in memory up to a total size; the least recently used leave first. */
export interface SizeBoundCache<T> {
  /** The known thing, or what `load` makes; several askers of one key share one load. A failed load is not kept. */
  get(key: string, load: () => Promise<T>): Promise<T>;
  /** The known thing, now in use again. */
  find(key: string): T | undefined;
  keep(key: string, thing: T): void;
}

/** The newest thing always stays, whatever its size. */
export function createSizeBoundCache<T>(maxBytes: number, sizeOf: (thing: T) => number): SizeBoundCache<T> {
  // A Map remembers the order of insertion: using a thing moves it to the end.
  const kept = new Map<string, T>();
  const loading = new Map<string, Promise<T>>();
  let bytes = 0;

  function find(key: string): T | undefined {
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
    }
    return known;
  }

  function keep(key: string, thing: T) {
    const known = kept.get(key);
    if (known !== undefined) bytes -= sizeOf(known);
    kept.delete(key);
    bytes += sizeOf(thing);
    kept.set(key, thing);
    for (const [oldest, old] of kept) {
      if (bytes <= maxBytes || kept.size === 1) break;
      kept.delete(oldest);
      bytes -= sizeOf(old);
    }
  }

  return {
    find,
    keep,
    async get(key, load) {
      const known = find(key);
      if (known !== undefined) return known;
      const pending = loading.get(key);
      if (pending) return pending;
      const started = load();
      loading.set(key, started);
      try {
        const thing = await started;
        keep(key, thing);
        return thing;
      } finally {
        loading.delete(key);
      }
    },
  };
}
