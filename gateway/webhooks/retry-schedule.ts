/** Six attempts within about an hour: at 0, 0:30, 2:30, 10, 30 and 60 minutes (API §6). */
const DELAYS_SECONDS = [30, 120, 450, 1_200, 1_800];
export const MAX_ATTEMPTS = DELAYS_SECONDS.length + 1;

const JITTER = 0.1;
const LONGEST_RETRY_AFTER_SECONDS = 1_800;

/**
 * Seconds until the next attempt, or null when there is none left. `retryAfterSeconds` is what the receiver asked for: it may
 * make the wait longer, up to half an hour, never shorter. `random` is in [0, 1).
 */
export function retryDelay({
  attemptsMade,
  retryAfterSeconds,
  random,
}: {
  attemptsMade: number;
  retryAfterSeconds: number | null;
  random: number;
}): number | null {
  const planned = DELAYS_SECONDS[attemptsMade - 1];
  if (planned === undefined) return null;
  const jittered = planned * (1 + JITTER * (2 * random - 1));
  return Math.max(jittered, Math.min(retryAfterSeconds ?? 0, LONGEST_RETRY_AFTER_SECONDS));
}

/** The Retry-After header, in seconds from now: it holds seconds or a date. Null when it makes no sense. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, (at - now.getTime()) / 1_000);
}
