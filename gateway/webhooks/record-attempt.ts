import type pg from 'pg';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { retryDelay } from './retry-schedule.ts';
import type { AttemptResult } from './send-delivery.ts';

export type AttemptOutcome =
  | { state: 'delivered' | 'dead'; retryInSeconds: null }
  | { state: 'retrying'; retryInSeconds: number };

/** 2xx alone is delivered; 410 Gone is a receiver that wants no more of it. */
export function attemptOutcome(
  { responseCode, retryAfterSeconds }: Pick<AttemptResult, 'responseCode' | 'retryAfterSeconds'>,
  { attempt, random }: { attempt: number; random: number },
): AttemptOutcome {
  if (responseCode !== null && responseCode >= 200 && responseCode < 300)
    return { state: 'delivered', retryInSeconds: null };
  const delay =
    responseCode === 410 ? null : retryDelay({ attemptsMade: attempt, retryAfterSeconds, random });
  return delay === null
    ? { state: 'dead', retryInSeconds: null }
    : { state: 'retrying', retryInSeconds: delay };
}

/** Writes how the attempt ended. A delivery that somebody else attempts already, or that was given up, keeps its state. */
export async function recordAttempt(
  { pool }: { pool: pg.Pool },
  { delivery, result }: { delivery: ClaimedDelivery; result: AttemptResult },
): Promise<AttemptOutcome> {
  const outcome = attemptOutcome(result, { attempt: delivery.attempt, random: Math.random() });
  await pool.query({
    name: 'record-attempt',
    text: `
      WITH attempt AS (
        UPDATE webhook_attempts SET response_code = $3, response_body = $4, error = $5, duration_ms = $6
        WHERE delivery_id = $1 AND number = $2
      )
      UPDATE webhook_deliveries
      SET state = $7::"WebhookDeliveryState", last_response_code = $3,
        next_attempt_at = now() + make_interval(secs => $8)
      WHERE id = $1 AND attempt_count = $2 AND state IN ('pending', 'retrying')`,
    values: [
      delivery.id,
      delivery.attempt,
      result.responseCode,
      result.responseBody,
      result.error,
      result.durationMs,
      outcome.state,
      outcome.retryInSeconds,
    ],
  });
  return outcome;
}
