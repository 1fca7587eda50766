import { expect, it } from 'vitest';
import { createdWebhook, webhookList } from '../../../rest-facade/bodies.ts';
import { answer, json } from '../support/call.ts';
import { receiverUrl } from '../support/receiver-url.ts';
import { describeService } from '../support/service.ts';

describeService((service) => {
  it('200: the endpoints of the workspace, without secrets', async () => {
    const { key } = await service.gateway.createWorkspace();
    const { text } = await service.call('/webhooks/', { key, body: { target_url: receiverUrl } });
    const { webhook } = createdWebhook.parse(JSON.parse(text));

    const given = await service.call('/webhooks/', { key });

    webhookList.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(answer(200, { webhooks: [webhook] }));
  });

  it('200: an empty list', async () => {
    const { key } = await service.gateway.createWorkspace();

    expect(json(await service.call('/webhooks', { key }))).toEqual(answer(200, { webhooks: [] }));
  });

  it('401: without a key', async () => {
    expect(json(await service.call('/webhooks/', { key: null }))).toEqual(
      answer(401, { error: 'API key required' }),
    );
  });
});
