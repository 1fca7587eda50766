import { checkOutboundUrl, OutboundRefused } from '../../runtime/outbound-target.ts';
import type { Prisma } from '../db/generated/prisma/client.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { Refusal } from '../refusal.ts';
import { encryptSecret } from './encrypt-secret.ts';
import { newWebhookSecret } from './sign-webhook.ts';

export const MAX_WEBHOOK_ENDPOINTS = 50;
const MAX_URL_LENGTH = 2_048;

/** `target_url` is what customers know it by (API §4.10). */
export class WebhookTargetRefused extends Refusal {}

export class TooManyWebhookEndpoints extends Refusal {
  readonly limit = MAX_WEBHOOK_ENDPOINTS;

  constructor() {
    super(`A workspace can have at most ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints; delete one first`);
  }
}

/**
 * Adds an endpoint that is told of every batch that completes from now on. The secret is returned this once.
 * @throws {WebhookTargetRefused} @throws {TooManyWebhookEndpoints}
 */
export async function createWebhookEndpoint(
  { db, settings }: Pick<Deps, 'db'> & { settings: Pick<Deps['settings'], 'secretsKey' | 'outboundAllow'> },
  { workspaceId, targetUrl }: { workspaceId: string; targetUrl: unknown },
) {
  const url = await acceptTarget(targetUrl, settings.outboundAllow);
  const secret = newWebhookSecret();
  const store = async (tx: Prisma.TransactionClient) => {
    // One after the other within a workspace, or two at once could both be the fiftieth.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`webhooks:${workspaceId}`}, 0))`;
    const count = await tx.webhookEndpoint.count({ where: { workspaceId, deletedAt: null } });
    if (count >= MAX_WEBHOOK_ENDPOINTS) throw new TooManyWebhookEndpoints();
    return tx.webhookEndpoint.create({
      data: {
        id: newId(),
        workspaceId,
        targetUrl: url,
        encryptedSecret: encryptSecret(secret, settings.secretsKey),
      },
    });
  };
  const endpoint = await db.$transaction(store, { maxWait: 10_000, timeout: 10_000 });
  return { endpoint, secret };
}

async function acceptTarget(targetUrl: unknown, allow: readonly string[]): Promise<string> {
  if (typeof targetUrl !== 'string' || targetUrl === '')
    throw new WebhookTargetRefused('target_url is required and must be an https:// URL');
  if (targetUrl.length > MAX_URL_LENGTH)
    throw new WebhookTargetRefused(`target_url must have at most ${MAX_URL_LENGTH} characters`);
  // The URL parser would mend these silently; what is stored is what was meant, or nothing.
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(targetUrl))
    throw new WebhookTargetRefused('target_url must be an https:// URL without spaces');
  try {
    await checkOutboundUrl({ url: targetUrl, allow });
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    throw new WebhookTargetRefused(`target_url is not allowed: ${error.message}`, { cause: error });
  }
  return targetUrl;
}
