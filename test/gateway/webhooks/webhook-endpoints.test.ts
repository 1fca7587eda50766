import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../gateway/db/client.ts';
import { newId } from '../../../gateway/new-id.ts';
import {
  createWebhookEndpoint,
  TooManyWebhookEndpoints,
  WebhookTargetRefused,
} from '../../../gateway/webhooks/create-webhook-endpoint.ts';
import {
  deleteWebhookEndpoint,
  WebhookEndpointNotFound,
} from '../../../gateway/webhooks/delete-webhook-endpoint.ts';
import { decryptSecret } from '../../../gateway/webhooks/encrypt-secret.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

const settings = { secretsKey: Buffer.alloc(32, 7), outboundAllow: ['127.0.0.1:9000'] };
let server: TestDatabase;
let database: Database;
let workspaceId: string;

beforeAll(async () => {
  server = await createTestDatabase();
  database = createDatabase(server.url);
});
beforeEach(async () => {
  workspaceId = newId();
  await database.db.workspace.create({ data: { id: workspaceId, name: 'Test' } });
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const create = (targetUrl: unknown) =>
  createWebhookEndpoint({ db: database.db, settings }, { workspaceId, targetUrl });

describe('a webhook endpoint', () => {
  it('is created with a secret that is kept encrypted', async () => {
    const { endpoint, secret } = await create('https://93.184.215.14/hook?x=1');
    expect(endpoint).toMatchObject({ targetUrl: 'https://93.184.215.14/hook?x=1', isActive: true });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(decryptSecret(endpoint.encryptedSecret, settings.secretsKey)).toBe(secret);
  });

  it('may lead to a place that the operator allowed', async () => {
    expect((await create('http://127.0.0.1:9000/hook')).endpoint.targetUrl).toBe(
      'http://127.0.0.1:9000/hook',
    );
  });

  it.each([
    undefined,
    null,
    '',
    5,
    ['https://93.184.215.14/'],
    'http://93.184.215.14/',
    'https:x',
    'hook',
    'https://93.184.215.14/a b',
    'https://93.184.215.14/\n',
    'https://user:pw@93.184.215.14/',
    'https://93.184.215.14:22/',
    'https://93.184.215.14:6379/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::ffff:7f00:1]/',
    'https://168.63.129.16/',
    'https://no-such-name.invalid/',
    `https://93.184.215.14/${'x'.repeat(3_000)}`,
  ])('is refused for %j', async (targetUrl) => {
    await expect(create(targetUrl)).rejects.toThrow(WebhookTargetRefused);
  });

  it('is the fiftieth at most, also when many are made at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 55 }, () => create('https://93.184.215.14/')));
    const refused = made.filter(({ status }) => status === 'rejected');
    expect(made.length - refused.length).toBe(50);
    expect(
      refused.every((one) => one.status === 'rejected' && one.reason instanceof TooManyWebhookEndpoints),
    ).toBe(true);
  });

  it('is deleted with what was still on its way, by its own workspace alone', async () => {
    const { endpoint } = await create('https://93.184.215.14/');
    const remove = (mine: string, endpointId: string) =>
      deleteWebhookEndpoint(
        { db: database.db, clock: { now: () => new Date() } },
        { workspaceId: mine, endpointId },
      );
    await expect(remove(newId(), endpoint.id)).rejects.toThrow(WebhookEndpointNotFound);
    await expect(remove(workspaceId, 'nonsense')).rejects.toThrow(WebhookEndpointNotFound);
    expect(await remove(workspaceId, endpoint.id)).toEqual({ id: endpoint.id });
    await expect(remove(workspaceId, endpoint.id)).rejects.toThrow(WebhookEndpointNotFound);
  });
});
