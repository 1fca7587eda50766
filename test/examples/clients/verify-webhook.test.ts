import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../examples/clients/verify-webhook.ts';
import { repositoryRoot } from '../../../runtime/repository-root.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const id = 'evt_0193';
const body = '{"type":"bulk_job.completed","data":{"batch_name":"Grüße 😀"}}';

function headersOf(signedAt: Date): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
    'webhook-signature': `v1,b3RoZXI= ${new Webhook(secret).sign(id, signedAt, body)}`,
  };
}

function verifyInShell(headers: Record<string, string>, given: string): string {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const script = join(repositoryRoot, 'examples/clients/generate.sh');
  const args = ['verify-webhook', secret, ...names.map((name) => headers[name] ?? '')];
  return spawnSync(script, args, { input: given, encoding: 'utf8' }).stdout.trim();
}

function secondsAgo(seconds: number): Date {
  return new Date(Date.now() - seconds * 1000);
}

describe('in TypeScript', () => {
  it('accepts what a Standard Webhooks library has signed', () => {
    expect(verifyWebhook(secret, headersOf(secondsAgo(0)), body)).toBe(true);
  });

  it('refuses a changed body, another secret, a delivery that is too old and one from the future', () => {
    expect(verifyWebhook(secret, headersOf(secondsAgo(0)), `${body} `)).toBe(false);
    expect(verifyWebhook(`whsec_${btoa('another')}`, headersOf(secondsAgo(0)), body)).toBe(false);
    expect(verifyWebhook(secret, headersOf(secondsAgo(310)), body)).toBe(false);
    expect(verifyWebhook(secret, headersOf(secondsAgo(-310)), body)).toBe(false);
    expect(verifyWebhook(secret, {}, body)).toBe(false);
  });
});

describe('in the shell', () => {
  it('accepts what a Standard Webhooks library has signed', () => {
    expect(verifyInShell(headersOf(secondsAgo(0)), body)).toBe('genuine');
  });

  it('refuses a changed body and a delivery that is too old', () => {
    expect(verifyInShell(headersOf(secondsAgo(0)), `${body} `)).toBe('not genuine');
    expect(verifyInShell(headersOf(secondsAgo(310)), body)).toBe('too old or from the future');
  });

  it('runs nothing that stands in a header', () => {
    const path = join(tmpdir(), `rowcast-${randomUUID()}`);
    const headers = { ...headersOf(secondsAgo(0)), 'webhook-timestamp': `age[$(touch ${path})]` };
    expect([verifyInShell(headers, body), existsSync(path)]).toEqual(['not genuine', false]);
  });
});
