/** Bytes. */
const GROWTH = 20 * 1024 * 1024;
/** Of the time, at most. */
const MOST_TIME = 0.02;

let least = Number.POSITIVE_INFINITY;
let nextAt = 0;

/**
 * Pictures and pipes leave garbage outside V8's heap, which does not tell V8 to look for it: it comes to a hundred megabytes.
 * After each row it is collected when the process has grown by much since the last time.
 */
export function collectWhenGrown(): void {
  const rss = process.memoryUsage.rss();
  least = Math.min(least, rss);
  const now = performance.now();
  if (rss < least + GROWTH || now < nextAt) return;
  globalThis.gc?.();
  const ended = performance.now();
  nextAt = ended + (ended - now) / MOST_TIME;
  least = process.memoryUsage.rss();
}
