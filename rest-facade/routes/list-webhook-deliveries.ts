import type { z } from 'zod';
import { type Action, pathParameter } from '../action.ts';
import type { webhookDelivery, webhookDeliveryList } from '../bodies.ts';
import { operation } from '../gateway-client.ts';
import { type Page, paginationBody, readPage } from '../pagination.ts';
import { webhookEndpointNotFound } from '../refusals.ts';
import { statusWord } from '../status-word.ts';

interface ListedDelivery {
  id: string;
  eventType: string;
  state: 'PENDING' | 'RETRYING' | 'DELIVERED' | 'DEAD';
  attemptCount: number;
  lastAttemptedAt: string | null;
  lastResponseCode: number | null;
  createdAt: string;
}

export const findWebhookEndpointOperation = operation<
  { webhookEndpoint: { id: string } | null },
  { id: string }
>(`
  query FindWebhookEndpoint($id: ID!) {
    webhookEndpoint(id: $id) { id }
  }
`);

export const listWebhookDeliveriesOperation = operation<
  { webhookEndpoint: { deliveries: Page & { items: ListedDelivery[] } } | null },
  { id: string; page: number; pageSize: number }
>(`
  query ListWebhookDeliveries($id: ID!, $page: Int!, $pageSize: Int!) {
    webhookEndpoint(id: $id) {
      deliveries(page: $page, pageSize: $pageSize) {
        items { id eventType state attemptCount lastAttemptedAt lastResponseCode createdAt }
        page pageSize totalCount totalPages
      }
    }
  }
`);

/** API §4.12. An endpoint that does not exist is said before a page that cannot be. */
export const listWebhookDeliveries: Action = async (call) => {
  const id = pathParameter(call, 'endpointId');
  const found = await call.ask(findWebhookEndpointOperation, { id });
  if (!found.webhookEndpoint) throw webhookEndpointNotFound();
  const { webhookEndpoint } = await call.ask(listWebhookDeliveriesOperation, {
    id,
    ...readPage(call.request.query, 50),
  });
  if (!webhookEndpoint) throw webhookEndpointNotFound();
  const { deliveries } = webhookEndpoint;
  const body: z.output<typeof webhookDeliveryList> = {
    deliveries: deliveries.items.map(deliveryBody),
    pagination: paginationBody(deliveries),
  };
  return { status: 200, body };
};

/** API §2.8 */
function deliveryBody(delivery: ListedDelivery): z.output<typeof webhookDelivery> {
  return {
    delivery_id: delivery.id,
    event_type: delivery.eventType,
    status: statusWord(delivery.state),
    attempt_count: delivery.attemptCount,
    last_attempted_at: delivery.lastAttemptedAt,
    last_response_code: delivery.lastResponseCode,
    created: delivery.createdAt,
  };
}
