/**
 * Gathers what comes one by one into batches: a full one at once, others after a short while, but one that comes alone after a
 * quiet time does not wait. One batch is worked at a time.
 */
export interface Collector<T> {
  add(item: T): void;
  /** Works off what has come in, then ends. */
  close(): Promise<void>;
}

export function createCollector<T>({
  maxSize,
  lingerMs,
  handle,
}: {
  maxSize: number;
  /** How long the first item of a batch may wait for others. */
  lingerMs: number;
  /** Must not reject. */
  handle: (items: T[]) => Promise<void>;
}): Collector<T> {
  const waiting: T[] = [];
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> | null = null;
  let workedAt = Number.NEGATIVE_INFINITY;

  function consider() {
    if (working || waiting.length === 0) return;
    if (waiting.length >= maxSize || performance.now() - workedAt > lingerMs) start();
    else timer ??= setTimeout(start, lingerMs);
  }

  function start() {
    if (timer) clearTimeout(timer);
    timer = null;
    working ??= workOff();
  }

  async function workOff() {
    await handle(waiting.splice(0, maxSize));
    working = null;
    workedAt = performance.now();
    consider();
  }

  return {
    add(item) {
      waiting.push(item);
      consider();
    },
    async close() {
      while (working || waiting.length > 0) {
        start();
        await working;
      }
    },
  };
}
