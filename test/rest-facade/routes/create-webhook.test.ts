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
    '{"target_url":"https://example.com/\\n"}',
    `{"target_url":"https://example.com/${'x'.repeat(3_000)}"}`,
  ])('400: %s', async (body) => {
    const given = await service.call('/webhooks/', { method: 'POST', body });

    expect(given.status).toBe(400);
    expect(JSON.parse(given.text)).toEqual({ error: expect.stringMatching(/^[^{}]{10,200}$/) });
  });

  it.each([
    'http://93.184.215.14/',
    'https:x',
    'ftp://93.184.215.14/',
    // This machine, in all spellings of its name and its address.
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://①②⑦.⓪.⓪.①/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    // Inside of a network.
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    // What clouds tell their machines.
    'https://169.254.169.254/',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
    'https://168.63.129.16/',
    // Credentials and the ports of other services.
    'https://user:pw@93.184.215.14/',
    'https://93.184.215.14:22/',
    'https://93.184.215.14:25/',
    'https://93.184.215.14:6379/',
  ])('400: the target %s', async (target) => {
    const given = await service.call('/webhooks/', { body: { target_url: target } });

    expect(given.status).toBe(400);
    expect(JSON.parse(given.text)).toEqual({ error: expect.stringMatching(/^target_url /) });
  });

  it('400: the fifty-first endpoint', async () => {
    const { key } = await service.gateway.createWorkspace();
    const create = () => service.call('/webhooks/', { key, body: { target_url: receiverUrl } });
    for (let made = 0; made < 50; made++) expect(await create()).toMatchObject({ status: 201 });

    expect(json(await create())).toEqual(
      answer(400, {
        error: 'A workspace can have at most 50 webhook endpoints; delete one first',
        limit: 50,
      }),
    );
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
