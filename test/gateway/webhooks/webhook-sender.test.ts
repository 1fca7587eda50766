import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, type Database } from '../../../gateway/db/client.ts';
import { recordReports } from '../../../gateway/render-reports/record-reports.ts';
import { claimDeliveries } from '../../../gateway/webhooks/claim-deliveries.ts';
import { createWebhookEndpoint } from '../../../gateway/webhooks/create-webhook-endpoint.ts';
import { resendDelivery } from '../../../gateway/webhooks/resend-delivery.ts';
import { startWebhookSender, type WebhookSender } from '../../../gateway/webhooks/webhook-sender.ts';
import { createDatabaseClock, type DatabaseClock } from '../../support/database-clock.ts';
import { waitFor } from '../../support/wait-for.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import {
  addBatch,
  addTemplate,
  addWorkspace,
  createTestFarm,
  log,
  rendered,
  secretsKey,
  type TestFarm,
} from '../dispatch/test-farm.ts';

let test: TestFarm;
let clock: DatabaseClock;
/** The test's database by the clock that it moves: senders know no other time. */
let byClock: Database;
let receiver: WebhookReceiver;
let workspaceId: string;
let senders: WebhookSender[] = [];

beforeAll(async () => {
  test = await createTestFarm();
  clock = await createDatabaseClock(test.databaseUrl);
  byClock = createDatabase(clock.url, { log });
});
beforeEach(async () => {
  workspaceId = await addWorkspace(test);
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await receiver.stop();
  await Promise.all(senders.map((sender) => sender.stop()));
  senders = [];
});
afterAll(async () => {
  await byClock?.close();
  await clock?.close();
  await test?.stop();
});

const outboundAllow = ['127.0.0.0/8'];
function startSender(allow = outboundAllow) {
  const settings = { secretsKey, outboundAllow: allow };
  const sender = startWebhookSender({ pool: byClock.pool, log, settings });
  senders.push(sender);
  return sender;
}
const addEndpoint = (url: string) =>
  createWebhookEndpoint(
    { db: test.db, settings: { secretsKey, outboundAllow } },
    { workspaceId, targetUrl: url },
  );

/** A batch of one row that has just been rendered. */
async function completeBatch() {
  const batchId = await addBatch(test, await addTemplate(test, { workspaceId }), 1);
  await test.pool.query('UPDATE batch_rows SET attempt = 1, lease_until = now() WHERE batch_id = $1', [
    batchId,
  ]);
  const row = await test.db.row.findFirstOrThrow({ where: { batchId } });
  await recordReports(
    { pool: byClock.pool, changed: () => undefined },
    { reports: [rendered({ rowId: row.id, batchId, attempt: 1 })] },
  );
  return batchId;
}
/** Waits for the end of that attempt: while it is under way, the delivery is still in the state of the one before. */
const waitForState = (endpointId: string, state: string, attemptCount: number) =>
  waitFor(`the delivery to be ${state} after ${attemptCount}`, async () => {
    const where = { delivery: { endpointId }, number: attemptCount };
    const attempt = await test.db.webhookAttempt.findFirst({ where });
    const delivery = await test.db.webhookDelivery.findFirstOrThrow({ where: { endpointId } });
    const isOver = delivery.state === 'dead' || typeof attempt?.durationMs === 'number';
    return isOver && delivery.state === state && delivery.attemptCount === attemptCount && delivery;
  });
/** Between the clock's step and the attempt: machines are slow at times. */
const SLACK_SECONDS = 15;

/**
 * Moves the clock from each attempt to the next, until the one with that number has begun. Returns the seconds that were planned
 * between them.
 */
async function passTheHour(endpointId: string, attempts: number): Promise<number[]> {
  const sender = startSender();
  const delays: number[] = [];
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const { nextAttemptAt, lastAttemptedAt } = await waitForState(endpointId, 'retrying', attempt);
    delays.push(((nextAttemptAt?.getTime() ?? 0) - (lastAttemptedAt?.getTime() ?? 0)) / 1_000);
    const wait = ((nextAttemptAt?.getTime() ?? 0) - (await clock.now()).getTime()) / 1_000;
    // A moment before it is due nothing is claimed.
    await clock.advance(Math.max(0, wait - 20));
    expect(await test.db.webhookAttempt.count({ where: { delivery: { endpointId } } })).toBe(attempt);
    await clock.advance(20);
    sender.wake();
  }
  return delays;
}

/** Each request verified by both libraries at the time that it names, which is not ours. */
function expectSignedOnce(secret: string, requests: number) {
  expect(receiver.requests.length).toBe(requests);
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(requests);
  for (const { body, headers } of receiver.requests) {
    vi.setSystemTime(Number(headers['webhook-timestamp']) * 1_000);
    for (const Library of [Webhook, SvixWebhook])
      new Library(secret).verify(body, headers as Record<string, string>);
  }
  vi.useRealTimers();
}

function expectWithin(actual: number | undefined, expected: number, tolerance: number) {
  expect(Math.abs((actual ?? Number.NaN) - expected)).toBeLessThanOrEqual(tolerance);
}

describe('a delivery', () => {
  it('arrives signed, with the event’s id and body', async () => {
    const { endpoint, secret } = await addEndpoint(`${receiver.url}/hook`);
    const batchId = await completeBatch();
    startSender();
    const [request] = await receiver.waitForRequests(1);
    expect(request).toMatchObject({ method: 'POST', path: '/hook' });
    expect(request?.headers['content-type']).toBe('application/json');
    const event = await test.db.webhookEvent.findFirstOrThrow({ where: { batchId } });
    expect(request?.headers['webhook-id']).toBe(`evt_${event.id}`);
    for (const Library of [Webhook, SvixWebhook])
      expect(
        new Library(secret).verify(request?.body ?? '', request?.headers as Record<string, string>),
      ).toMatchObject({
        type: 'bulk_job.completed',
        bulk_job_id: batchId,
        data: { status: 'done', summary: { total: 1, success: 1, failed: 0, pending: 0 } },
      });
    const delivered = await waitForState(endpoint.id, 'delivered', 1);
    expect(delivered).toMatchObject({ lastResponseCode: 200, nextAttemptAt: null });
  });

  it('is tried six times in about an hour, with one id and a signature for each, and is dead then', async () => {
    const { endpoint, secret } = await addEndpoint(receiver.url);
    receiver.answerWith({ status: 500, body: 'out of order' });
    await completeBatch();
    const delays = await passTheHour(endpoint.id, 6);
    for (const [index, planned] of [30, 120, 450, 1_200, 1_800].entries()) {
      expect(delays[index]).toBeGreaterThanOrEqual(planned * 0.9);
      expect(delays[index]).toBeLessThanOrEqual(planned * 1.1 + 2);
    }
    const dead = await waitForState(endpoint.id, 'dead', 6);
    expect(dead).toMatchObject({ lastResponseCode: 500, nextAttemptAt: null });
    const attempts = await test.db.webhookAttempt.findMany({
      where: { deliveryId: dead.id },
      orderBy: { number: 'asc' },
    });
    expect(
      attempts.map(({ number, responseCode, responseBody }) => [number, responseCode, responseBody]),
    ).toEqual([1, 2, 3, 4, 5, 6].map((number) => [number, 500, 'out of order']));
    const [first = Number.NaN, ...others] = attempts.map(({ startedAt }) => startedAt.getTime() / 1_000);
    for (const [index, planned] of [30, 150, 600, 1_800, 3_600].entries())
      expectWithin(others[index], first + planned, planned * 0.1 + SLACK_SECONDS);
    expectSignedOnce(secret, 6);
    await clock.advance(86_400);
    expect(
      await claimDeliveries({ pool: byClock.pool }, { most: 10, mostPerEndpoint: 4, busy: new Map() }),
    ).toEqual([]);
  });

  it('is delivered by the sixth attempt when the receiver is back by then', async () => {
    const { endpoint, secret } = await addEndpoint(receiver.url);
    receiver.answerWith(...Array.from({ length: 5 }, () => ({ status: 503 })), { status: 200 });
    await completeBatch();
    await passTheHour(endpoint.id, 6);
    expect(await waitForState(endpoint.id, 'delivered', 6)).toMatchObject({
      lastResponseCode: 200,
      nextAttemptAt: null,
    });
    expectSignedOnce(secret, 6);
  });

  it('waits as long as the receiver asks', async () => {
    const { endpoint } = await addEndpoint(receiver.url);
    receiver.answerWith({ status: 429, headers: { 'retry-after': '600' } });
    await completeBatch();
    startSender();
    const { nextAttemptAt, lastAttemptedAt } = await waitForState(endpoint.id, 'retrying', 1);
    const seconds = ((nextAttemptAt?.getTime() ?? 0) - (lastAttemptedAt?.getTime() ?? 0)) / 1_000;
    expect(Math.abs(seconds - 600)).toBeLessThan(3);
  });

  it('is dead when the receiver says Gone, and does not follow a redirect', async () => {
    const trap = await startWebhookReceiver();
    const [gone, moved] = [
      await addEndpoint(`${receiver.url}/gone`),
      await addEndpoint(`${receiver.url}/moved`),
    ];
    await test.db.webhookEndpoint.update({ where: { id: moved.endpoint.id }, data: { isActive: false } });
    receiver.answerWith({ status: 410 }, { status: 307, headers: { location: trap.url } });
    await completeBatch();
    startSender();
    await waitForState(gone.endpoint.id, 'dead', 1);
    await test.db.webhookEndpoint.update({ where: { id: moved.endpoint.id }, data: { isActive: true } });
    await completeBatch();
    expect(await waitForState(moved.endpoint.id, 'retrying', 1)).toMatchObject({ lastResponseCode: 307 });
    expect(trap.requests).toEqual([]);
    await trap.stop();
  });

  it('fails without a connection when its target has come to lead inside', async () => {
    const { endpoint } = await addEndpoint(receiver.url.replace('http:', 'https:'));
    await completeBatch();
    startSender([]);
    expect(await waitForState(endpoint.id, 'retrying', 1)).toMatchObject({ lastResponseCode: null });
    const attempt = await test.db.webhookAttempt.findFirst({
      where: { delivery: { endpointId: endpoint.id } },
    });
    expect(attempt).toMatchObject({ responseCode: null, error: expect.any(String) });
    expect(receiver.requests).toEqual([]);
  });

  it('does not wait for another endpoint that hangs', async () => {
    const good = await startWebhookReceiver();
    for (let hanging = 0; hanging < 3; hanging += 1) await addEndpoint(`${receiver.url}/hangs`);
    await addEndpoint(good.url);
    receiver.answerWith({ delayMs: Number.POSITIVE_INFINITY });
    for (let batch = 0; batch < 8; batch += 1) await completeBatch();
    const begun = performance.now();
    startSender();
    await good.waitForRequests(8, 5_000);
    expect(performance.now() - begun).toBeLessThan(5_000);
    // Four places for each that hangs, and no more.
    await receiver.waitForRequests(12);
    expect(receiver.requests.length).toBe(12);
    await receiver.stop();
    await good.stop();
    receiver = await startWebhookReceiver();
  });

  it('whose sender died in mid-attempt is sent again, and never a seventh time', async () => {
    const { endpoint } = await addEndpoint(receiver.url);
    await completeBatch();
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const mine = await claimDeliveries(
        { pool: byClock.pool },
        // Room for what earlier tests left due as well.
        { most: 1_000, mostPerEndpoint: 4, busy: new Map() },
      );
      expect(mine.filter(({ endpointId }) => endpointId === endpoint.id).map((one) => one.attempt)).toEqual([
        attempt,
      ]);
      // Its lease of a minute passes.
      await clock.advance(61);
    }
    startSender();
    await waitForState(endpoint.id, 'dead', 6);
    expect(receiver.requests).toEqual([]);
  });

  it('that two gateways see is sent once', async () => {
    await addEndpoint(receiver.url);
    for (let batch = 0; batch < 10; batch += 1) await completeBatch();
    startSender();
    startSender();
    await receiver.waitForRequests(10);
    await waitFor('all delivered', async () => {
      const open = await test.db.webhookDelivery.count({
        where: { endpoint: { workspaceId }, state: { not: 'delivered' } },
      });
      return open === 0;
    });
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(10);
    expect(receiver.requests.length).toBe(10);
  });

  it('can be sent again with the same id', async () => {
    const { endpoint } = await addEndpoint(receiver.url);
    await completeBatch();
    const sender = startSender();
    const first = await waitForState(endpoint.id, 'delivered', 1);
    const again = await resendDelivery({ db: test.db }, { workspaceId, deliveryId: first.id });
    sender.wake();
    const [one, two] = await receiver.waitForRequests(2);
    expect([two?.headers['webhook-id'], two?.body]).toEqual([one?.headers['webhook-id'], one?.body]);
    expect(again.id).not.toBe(first.id);
    await expect(
      resendDelivery({ db: test.db }, { workspaceId: await addWorkspace(test), deliveryId: first.id }),
    ).rejects.toThrow('Webhook delivery not found');
  });

  it('keeps 20 kB of an answer that has no end, and says why none came', async () => {
    const { endpoint } = await addEndpoint(receiver.url);
    const { endpoint: nobody } = await addEndpoint('http://127.0.0.1:1/');
    receiver.answerWith({ body: 'x'.repeat(1_000_000) });
    await completeBatch();
    startSender();
    const delivered = await waitForState(endpoint.id, 'delivered', 1);
    const failed = await waitForState(nobody.id, 'retrying', 1);
    const attempts = await test.db.webhookAttempt.findMany({
      where: { deliveryId: { in: [delivered.id, failed.id] } },
      orderBy: { responseCode: 'asc' },
    });
    expect(
      attempts.map(({ responseCode, responseBody, error }) => [responseCode, responseBody?.length, error]),
    ).toEqual([
      [200, 20_000, null],
      [null, undefined, 'The connection was refused.'],
    ]);
  });
});
