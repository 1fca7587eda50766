import { createHmac, timingSafeEqual } from 'node:crypto';

/** Deliveries older than this are refused: someone may have kept one and sent it again. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether a delivery comes from the service and is fresh. `secret` is the one of the endpoint (`whsec_…`), `body` the
 * bytes as they came, before any parsing. Signed after Standard Webhooks: any of its libraries does the same.
 */
export function verifyWebhook(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string | Buffer,
  now = Date.now(),
): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;

  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}
