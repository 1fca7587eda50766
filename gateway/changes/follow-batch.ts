/**
 * The changes of one batch as an endless sequence for subscriptions: "look again now, these rows changed". Changes that come
 * close together are handed over together, at most four times a second; only the batch's end does not wait.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Changes } from './changes.ts';

const LEAST_GAP_MS = 250;
/** Also without a change the key is asked about again, and a lost message costs no more than this. */
const LOOK_AGAIN_MS = 1_000;

export interface BatchChange {
  /** Rows that changed since the last time; empty when it is only time to look again. */
  rowIds: string[];
}

/** Ends when `isStillAllowed` says no. Listening begins at once, so nothing between a snapshot and the first item is lost. */
export function followBatch(
  { changes, isStillAllowed }: { changes: Changes; isStillAllowed(): Promise<boolean> },
  batchId: string,
): { next(): Promise<BatchChange | null>; stop(): void } {
  const rowIds = new Set<string>();
  let wake: () => void = () => undefined;
  const done = new AbortController();
  const stop = changes.subscribeBatch(batchId, (changed, isDone) => {
    for (const id of changed) rowIds.add(id);
    if (isDone) done.abort();
    wake();
  });
  let lastHandOver = 0;

  async function next(): Promise<BatchChange | null> {
    if (rowIds.size === 0) {
      const timer = new AbortController();
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([woken, sleep(LOOK_AGAIN_MS, undefined, { signal: timer.signal })]);
      timer.abort();
    }
    const gap = lastHandOver + LEAST_GAP_MS - Date.now();
    if (gap > 0) await sleep(gap, undefined, { signal: done.signal }).catch(() => undefined);
    lastHandOver = Date.now();
    if (!(await isStillAllowed())) return null;
    const changed = [...rowIds];
    rowIds.clear();
    return { rowIds: changed };
  }

  return { next, stop };
}
