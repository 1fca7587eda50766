import type { Deps } from '../deps.ts';
import { isId, newId } from '../new-id.ts';
import { Refusal } from '../refusal.ts';

export class WebhookDeliveryNotFound extends Refusal {
  constructor() {
    super('Webhook delivery not found');
  }
}

/**
 * Sends an event to its endpoint again, as a delivery of its own with all its attempts. The receiver sees the same webhook-id
 * and body as the first time. @throws {WebhookDeliveryNotFound} also when the endpoint has been deleted
 */
export async function resendDelivery(
  { db }: Pick<Deps, 'db'>,
  { workspaceId, deliveryId }: { workspaceId: string; deliveryId: string },
) {
  const earlier = isId(deliveryId)
    ? await db.webhookDelivery.findFirst({
        where: { id: deliveryId, endpoint: { workspaceId, deletedAt: null } },
      })
    : null;
  if (!earlier) throw new WebhookDeliveryNotFound();
  // Due from the first moment: the database's clock decides, and ours may be ahead.
  return db.webhookDelivery.create({
    data: {
      id: newId(),
      endpointId: earlier.endpointId,
      eventId: earlier.eventId,
      nextAttemptAt: new Date(0),
    },
  });
}
