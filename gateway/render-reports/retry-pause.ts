const PAUSES_SECONDS = [5, 30, 120];

/** Seconds until a row is tried again after its attempt (from 1) failed in a way that may pass. */
export function retryPause(attempt: number): number {
  return PAUSES_SECONDS[Math.min(attempt, PAUSES_SECONDS.length) - 1] ?? 0;
}
