import { expect, it } from 'vitest';
import { createdWebhook } from '../../../rest-facade/bodies.ts';
import { answer, json } from '../support/call.ts';
import { receiverUrl } from '../support/receiver-url.ts';
import { describeService } from '../support/service.ts';

describeService((service) => {
  it('201: the endpoint, and its secret this once', async () => {
    const given = await service.call('/webhooks/', { body: { target_url: receiverUrl } });

    const { webhook, secret } = createdWebhook.parse(JSON.parse(given.text));
    expect(json(given)).toEqual(
      answer(201, {
        webhook: {
          endpoint_id: webhook.endpoint_id,
          target_url: receiverUrl,
          is_active: true,
          created: webhook.created,
        },
        secret,
      }),
    );
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
  });

  it('201: the same URL twice, each with a secret of its own', async () => {
    const create = async () => {
      const { text } = await service.call('/webhooks', { body: { target_url: receiverUrl } });
      return createdWebhook.parse(JSON.parse(text));
    };

    const [first, second] = [await create(), await create()];

    expect(first.webhook.endpoint_id).not.toBe(second.webhook.endpoint_id);
    expect(first.secret).not.toBe(second.secret);
  });

  it.each([
    '{}',
    '',
    '[]',
    '{"target_url":null}',
    '{"target_url":5}',
    '{"target_url":{}}',
    '{"target_url":""}',
    '{"target_url":"http://example.com"}',
    '{"target_url":"https:x"}',
    '{"target_url":"https://localhost/"}',
    '{"target_url":"https://127.1/"}',
    '{"target_url":"https://user:pw@example.com/"}',
    `{"target_url":"https://example.com/${'x'.repeat(3_000)}"}`,
  ])('400: %s', async (body) => {
    const given = await service.call('/webhooks/', { method: 'POST', body });

    expect(given.status).toBe(400);
    expect(JSON.parse(given.text)).toEqual({ error: expect.stringMatching(/^[^{}]{10,200}$/) });
  });

  it('400: broken JSON', async () => {
    expect(json(await service.call('/webhooks/', { body: '{"target_url"' }))).toEqual(
      answer(400, { error: 'The request body is not valid JSON. Send one JSON object, encoded as UTF-8.' }),
    );
  });

  it('401: before the body is looked at', async () => {
    expect(json(await service.call('/webhooks/', { key: null, body: '{' }))).toEqual(
      answer(401, { error: 'API key required' }),
    );
  });

  it('413: a body that is far too large', async () => {
    expect(json(await service.call('/webhooks/', { body: 'x'.repeat(300_000) }))).toEqual(
      answer(413, {
        error: 'The request body exceeds the maximum of 262144 bytes, counted uncompressed',
        max_bytes: 262_144,
      }),
    );
  });
});
