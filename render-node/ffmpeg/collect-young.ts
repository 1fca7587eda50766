/** Read since the last collection, whoever read it. */
let bytes = 0;
const COLLECT_EVERY_BYTES = 16 * 1024 * 1024;

/**
 * What comes through a pipe lies in pieces of 64 kB outside V8's heap. V8 looks for garbage when its own heap is full; of raw
 * pictures there are a hundred megabytes before that, and then it looks through all that is in use, too (measured: 25 ms each
 * time instead of 2). Whoever reads raw pictures tells so. Only in processes that have `gc`, as slots do.
 */
export function collectYoung(read: number): void {
  bytes += read;
  if (bytes >= COLLECT_EVERY_BYTES) collectYoungNow();
}

/** Where memory is at its height, and each picture counts. */
export function collectYoungNow(): void {
  bytes = 0;
  globalThis.gc?.({ type: 'minor' });
}
