import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createdWebhook, webhookDeliveryList } from '../../../rest-facade/bodies.ts';
import { answer, json } from '../support/call.ts';
import { receiverUrl } from '../support/receiver-url.ts';
import { describeService } from '../support/service.ts';
import { storeBatch, storedAt } from '../support/stored-batch.ts';
import { imageDocument } from '../support/templates.ts';

describeService((service) => {
  async function createEndpoint(key: string): Promise<string> {
    const { text } = await service.call('/webhooks/', { key, body: { target_url: receiverUrl } });
    return createdWebhook.parse(JSON.parse(text)).webhook.endpoint_id;
  }

  /** Deliveries as the sender leaves them; older first. */
  async function storeDeliveries(endpointId: string, count: number): Promise<string[]> {
    const { db } = service.gateway;
    const templateId = await service.gateway.createTemplate(service.workspace.key, imageDocument());
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      const batch = await storeBatch(service.gateway, {
        workspaceId: service.workspace.id,
        templateId,
        state: 'done',
        rows: [{ state: 'success' }],
      });
      const event = { id: randomUUID(), batchId: batch.id, type: 'bulk_job.completed', body: '{}' };
      await db.webhookEvent.create({ data: event });
      const id = randomUUID();
      await db.webhookDelivery.create({
        data: {
          id,
          endpointId,
          eventId: event.id,
          state: index === 0 ? 'dead' : 'delivered',
          attemptCount: index === 0 ? 6 : 1,
          lastAttemptedAt: new Date('2026-11-21T11:00:00.125Z'),
          lastResponseCode: index === 0 ? null : 204,
          createdAt: new Date(storedAt.getTime() + index * 1000),
        },
      });
      ids.push(id);
    }
    return ids;
  }

  it('200: newest first', async () => {
    const endpointId = await createEndpoint(service.workspace.key);
    const [dead, delivered] = await storeDeliveries(endpointId, 2);

    const given = await service.call(`/webhooks/${endpointId}/deliveries/`);

    webhookDeliveryList.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(
      answer(200, {
        deliveries: [
          {
            delivery_id: delivered,
            event_type: 'bulk_job.completed',
            status: 'delivered',
            attempt_count: 1,
            last_attempted_at: '2026-11-21T11:00:00.125Z',
            last_response_code: 204,
            created: new Date(storedAt.getTime() + 1_000).toISOString(),
          },
          {
            delivery_id: dead,
            event_type: 'bulk_job.completed',
            status: 'dead',
            attempt_count: 6,
            last_attempted_at: '2026-11-21T11:00:00.125Z',
            last_response_code: null,
            created: storedAt.toISOString(),
          },
        ],
        pagination: { page: 1, page_size: 50, total: 2, total_pages: 1 },
      }),
    );
  });

  it('200: pages, at most 100 at once', async () => {
    const endpointId = await createEndpoint(service.workspace.key);
    const [oldest] = await storeDeliveries(endpointId, 3);
    const pageOf = async (query: string) => {
      const { text } = await service.call(`/webhooks/${endpointId}/deliveries?${query}`);
      const { deliveries, pagination } = JSON.parse(text) as {
        deliveries: { delivery_id: string }[];
        pagination: object;
      };
      return { ids: deliveries.map(({ delivery_id }) => delivery_id), pagination };
    };

    expect(await pageOf('page=2&page_size=2')).toEqual({
      ids: [oldest],
      pagination: { page: 2, page_size: 2, total: 3, total_pages: 2 },
    });
    expect(await pageOf('page=5&page_size=500')).toEqual({
      ids: [],
      pagination: { page: 5, page_size: 100, total: 3, total_pages: 1 },
    });
  });

  it('400: a page that there cannot be', async () => {
    const endpointId = await createEndpoint(service.workspace.key);

    expect(json(await service.call(`/webhooks/${endpointId}/deliveries/?page=0`))).toEqual(
      answer(400, { error: 'page must be a whole number from 1 to 2147483647' }),
    );
    expect(json(await service.call(`/webhooks/${endpointId}/deliveries/?page_size=x`))).toEqual(
      answer(400, { error: 'page_size must be a whole number from 1 to 100' }),
    );
  });

  it('401: without a key', async () => {
    expect(json(await service.call(`/webhooks/${randomUUID()}/deliveries/`, { key: null }))).toEqual(
      answer(401, { error: 'API key required' }),
    );
  });

  it('404: an unknown endpoint, before anything is said about the page', async () => {
    expect(json(await service.call(`/webhooks/${randomUUID()}/deliveries/?page=0&page_size=x`))).toEqual(
      answer(404, { error: 'Webhook endpoint not found' }),
    );
  });

  it('404: an unknown endpoint, and one of another workspace', async () => {
    const other = await service.gateway.createWorkspace();
    const foreign = await createEndpoint(other.key);

    for (const id of [randomUUID(), foreign, 'x', '%'])
      expect(json(await service.call(`/webhooks/${id}/deliveries/`))).toEqual(
        answer(404, { error: 'Webhook endpoint not found' }),
      );
  });
});
