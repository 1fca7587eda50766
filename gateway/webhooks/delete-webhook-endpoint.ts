import type { Deps } from '../deps.ts';
import { isId } from '../new-id.ts';
import { Refusal } from '../refusal.ts';

export class WebhookEndpointNotFound extends Refusal {
  constructor() {
    super('Webhook endpoint not found');
  }
}

/** Takes the endpoint away with what was still on its way to it. @throws {WebhookEndpointNotFound} */
export async function deleteWebhookEndpoint(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { workspaceId, endpointId }: { workspaceId: string; endpointId: string },
): Promise<{ id: string }> {
  const where = { id: endpointId, workspaceId, deletedAt: null };
  if (!isId(endpointId)) throw new WebhookEndpointNotFound();
  const [{ count }] = await db.$transaction([
    db.webhookEndpoint.updateMany({ where, data: { deletedAt: clock.now(), isActive: false } }),
    db.webhookDelivery.updateMany({
      where: { endpoint: { id: endpointId, workspaceId }, state: { in: ['pending', 'retrying'] } },
      data: { state: 'dead', nextAttemptAt: null },
    }),
  ]);
  if (count === 0) throw new WebhookEndpointNotFound();
  return { id: endpointId };
}
