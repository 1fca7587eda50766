import { type GuardedRequest, OutboundFailed, OutboundRefused } from '../../runtime/guarded-request.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { decryptSecret, SecretUnreadable } from './encrypt-secret.ts';
import { parseRetryAfter } from './retry-schedule.ts';
import { webhookHeaders } from './sign-webhook.ts';

export interface AttemptResult {
  /** Null when no answer came. */
  responseCode: number | null;
  responseBody: string | null;
  /** Why no answer came. */
  error: string | null;
  retryAfterSeconds: number | null;
  durationMs: number;
}

const TIMEOUT_MS = 15_000;
const KEPT_ANSWER_BYTES = 20_000;

/** Makes one attempt. What went wrong is a result, not an exception. */
export async function sendDelivery(
  { request, secretsKey }: { request: GuardedRequest; secretsKey: Buffer },
  delivery: ClaimedDelivery,
): Promise<AttemptResult> {
  const begun = performance.now();
  const since = () => Math.round(performance.now() - begun);
  try {
    const answer = await request({
      url: delivery.targetUrl,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'rowcast-webhooks',
        ...webhookHeaders({
          secret: decryptSecret(delivery.encryptedSecret, secretsKey),
          id: `evt_${delivery.eventId}`,
          timestamp: delivery.attemptedAt,
          body: delivery.body,
        }),
      },
      body: delivery.body,
      maxBytes: KEPT_ANSWER_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
    const retryAfter = answer.headers['retry-after'];
    return {
      responseCode: answer.status,
      responseBody: answer.body.toString('utf8').replaceAll('\u0000', ''),
      error: null,
      retryAfterSeconds: parseRetryAfter(retryAfter, new Date()),
      durationMs: since(),
    };
  } catch (error) {
    const isExpected =
      error instanceof OutboundRefused ||
      error instanceof OutboundFailed ||
      error instanceof SecretUnreadable;
    if (!isExpected) throw error;
    return {
      responseCode: null,
      responseBody: null,
      error: error.message,
      retryAfterSeconds: null,
      durationMs: since(),
    };
  }
}
