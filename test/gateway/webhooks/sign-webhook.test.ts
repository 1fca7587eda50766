import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import { decryptSecret, encryptSecret, SecretUnreadable } from '../../../gateway/webhooks/encrypt-secret.ts';
import { newWebhookSecret, webhookHeaders } from '../../../gateway/webhooks/sign-webhook.ts';

describe('a signature', () => {
  it('is the one that Standard Webhooks publishes for its test message', () => {
    expect(
      webhookHeaders({
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestamp: new Date(1_614_265_330_000),
        body: '{"test": 2432232314}',
      }),
    ).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is verified by two libraries, and not over other bytes, with another secret or out of its time', () => {
    const secret = newWebhookSecret();
    const body = '{"name":"Ångström 🎉"}';
    const headersAt = (timestamp: Date) => webhookHeaders({ secret, id: 'evt_1', timestamp, body });
    const headers = headersAt(new Date());
    for (const Library of [Webhook, SvixWebhook]) {
      const library = new Library(secret);
      expect(library.verify(body, headers)).toEqual({ name: 'Ångström 🎉' });
      expect(() => library.verify(body.replace('Å', 'A'), headers)).toThrow();
      expect(() => new Library(newWebhookSecret()).verify(body, headers)).toThrow();
      expect(() => library.verify(body, headersAt(new Date(Date.now() - 302_000)))).toThrow();
      expect(() => library.verify(body, headersAt(new Date(Date.now() + 302_000)))).toThrow();
    }
  });
});

describe('a secret at rest', () => {
  const key = Buffer.alloc(32, 1);

  it('comes back with its key, and is written differently each time', () => {
    const [first, second] = [encryptSecret('whsec_x', key), encryptSecret('whsec_x', key)];
    expect([decryptSecret(first, key), decryptSecret(second, key)]).toEqual(['whsec_x', 'whsec_x']);
    expect(first).not.toBe(second);
    expect(first).not.toContain('whsec');
  });

  it('is refused with another key or when it was changed', () => {
    const encrypted = encryptSecret('whsec_x', key);
    expect(() => decryptSecret(encrypted, Buffer.alloc(32, 2))).toThrow(SecretUnreadable);
    expect(() => decryptSecret(`${encrypted.slice(0, -2)}AA`, key)).toThrow(SecretUnreadable);
  });
});
