import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks again and again until the answer is neither null, undefined nor false, and returns it.
 * @throws when `timeoutMs` have passed, naming what was awaited.
 */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  { timeoutMs = 20_000, everyMs = 50 } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`);
    await sleep(everyMs);
  }
}
