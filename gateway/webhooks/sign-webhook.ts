/** Standard Webhooks 1.0.0: HMAC-SHA256 over `id.timestamp.body`, the exact bytes that are sent. */
import { createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/** `timestamp` is when this attempt is made; the id stays the same on every attempt and every resend. */
export function webhookHeaders({
  secret,
  id,
  timestamp,
  body,
}: {
  secret: string;
  id: string;
  timestamp: Date;
  body: string;
}): Record<string, string> {
  const seconds = Math.floor(timestamp.getTime() / 1_000).toString();
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}
