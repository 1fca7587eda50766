import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../runtime/logger.ts';
import {
  connectMessageBus,
  type Delivery,
  type MessageBus,
  type QueueOptions,
} from '../../runtime/message-bus.ts';
import { startTestNats, type TestNats } from '../support/nats.ts';
import { waitFor } from '../support/wait-for.ts';

const log = createLogger('test');
let nats: TestNats;
let bus: MessageBus;
let queue: QueueOptions;
let count = 0;

beforeAll(async () => {
  nats = await startTestNats();
});
afterAll(() => nats.stop());

beforeEach(async () => {
  bus = await connectMessageBus({ url: nats.url, name: 'test', log });
  count += 1;
  queue = {
    stream: `S${count}`,
    subjects: [`s${count}.>`],
    maxMessageBytes: 1_000,
    consumers: [{ name: 'reader', subject: `s${count}.work`, maxUnacknowledged: 100, ackWaitMs: 1_000 }],
  };
});
afterEach(() => bus.close());

const never = new AbortController().signal;
const work = () => `s${count}.work`;
const next = (waitMs = 2_000) => bus.next(queue.stream, 'reader', waitMs, never);

async function fill(size: number) {
  await bus.ensureQueue(queue);
  for (let n = 0; n < size; n++) await bus.enqueue(work(), { n }, `m${n}`);
}

/** As a program that is not ours would: the NATS protocol by hand. */
async function publishRaw(subject: string, text: string) {
  const socket = connect(Number(new URL(nats.url).port), '127.0.0.1');
  socket.end(`CONNECT {"verbose":false}\r\nPUB ${subject} ${Buffer.byteLength(text)}\r\n${text}\r\n`);
  await once(socket.resume(), 'close');
}

test('a core message reaches whoever listens, and a handler that throws does no harm', async () => {
  const heard: unknown[] = [];
  const stop = bus.subscribe('news.*', (payload, subject) => {
    heard.push([subject, payload]);
    if (heard.length === 1) throw new Error('first one is bad');
  });
  bus.publish('news.a', { text: 'é' });
  bus.publish('news.b', null);
  await waitFor('both messages', () => heard.length === 2);
  expect(heard).toEqual([
    ['news.a', { text: 'é' }],
    ['news.b', null],
  ]);
  stop();
  bus.publish('news.c', 3);
  await sleep(100);
  expect(heard).toHaveLength(2);
});

test('a queued message comes once and is gone when acknowledged', async () => {
  await fill(1);
  const delivery = (await next())!;
  expect(delivery.payload).toEqual({ n: 0 });
  expect(delivery.deliveryCount).toBe(1);
  expect(await bus.queueDepth(queue.stream, 'reader')).toEqual({ waiting: 0, unacknowledged: 1 });
  expect(await delivery.acknowledge()).toBe(true);
  expect(await bus.queueDepth(queue.stream, 'reader')).toEqual({ waiting: 0, unacknowledged: 0 });
  expect(await next(1_000)).toBeNull();
});

test('several messages are taken in one go, and the others left where they are', async () => {
  await fill(5);
  const taken: Delivery[] = [];
  async function take(most: number) {
    const options = { most, waitMs: 1_000, signal: never };
    await bus.take(queue.stream, 'reader', options, (delivery) => {
      taken.push(delivery);
      // Before it comes again.
      void delivery.acknowledge();
    });
    return taken.splice(0).map(({ payload }) => payload);
  }
  expect(await take(3)).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
  expect((await bus.queueDepth(queue.stream, 'reader')).waiting).toBe(2);
  expect(await take(3)).toEqual([{ n: 3 }, { n: 4 }]);
});

test('the first of several is handed over while the others are waited for', async () => {
  await fill(1);
  const abort = new AbortController();
  const taken: Delivery[] = [];
  const options = { most: 3, waitMs: 30_000, signal: abort.signal };
  const taking = bus.take(queue.stream, 'reader', options, (delivery) => {
    taken.push(delivery);
    void delivery.acknowledge();
  });
  await waitFor('the first', () => taken.length === 1);
  await bus.enqueue(work(), { n: 'late' }, 'late');
  await waitFor('the second', () => taken.length === 2);
  abort.abort();
  await taking;
});

test('the same message id is stored once', async () => {
  await bus.ensureQueue(queue);
  expect(await bus.enqueue(work(), 1, 'same')).toBe('stored');
  expect(await bus.enqueue(work(), 2, 'same')).toBe('duplicate');
  expect((await bus.queueDepth(queue.stream, 'reader')).waiting).toBe(1);
});

test('a message that is given back or never acknowledged comes again, counted', async () => {
  await fill(1);
  (await next())!.giveBack();
  const second = (await next())!;
  expect(second.deliveryCount).toBe(2);
  const third = (await next(4_000))!;
  expect(third.deliveryCount).toBe(3);
  expect(await third.acknowledge()).toBe(true);
});

test('a message that is worked on stays away from others', async () => {
  await fill(1);
  const held = (await next())!;
  const beat = setInterval(() => held.working(), 300);
  expect(await next(2_000)).toBeNull();
  clearInterval(beat);
  expect(await held.acknowledge()).toBe(true);
});

test('a message that holds no JSON is delivered as null', async () => {
  await bus.ensureQueue(queue);
  await publishRaw(work(), '{broken');
  const delivery = (await next())!;
  expect(delivery.payload).toBeNull();
  await delivery.acknowledge();
});

test('a message over the limit is refused', async () => {
  await bus.ensureQueue(queue);
  await expect(bus.enqueue(work(), 'x'.repeat(2_000), 'big')).rejects.toThrow(/maximum/);
});

test('ensuring a queue again brings it up to date and keeps what it holds', async () => {
  await fill(2);
  await bus.ensureQueue({ ...queue, maxMessageBytes: 5_000 });
  expect(await bus.enqueue(work(), 'x'.repeat(2_000), 'big')).toBe('stored');
  expect((await bus.queueDepth(queue.stream, 'reader')).waiting).toBe(3);
});

test('a wait ends at once when it is aborted', async () => {
  await bus.ensureQueue(queue);
  const abort = new AbortController();
  const started = performance.now();
  const waiting = bus.next(queue.stream, 'reader', 20_000, abort.signal);
  await sleep(200);
  abort.abort();
  expect(await waiting).toBeNull();
  expect(performance.now() - started).toBeLessThan(3_000);
});

test('consuming holds no more than its consumer allows', async () => {
  queue.consumers[0]!.maxUnacknowledged = 3;
  await fill(10);
  const abort = new AbortController();
  const held: Delivery[] = [];
  const options = { maxInFlight: 10, signal: abort.signal };
  const consuming = bus.consume(queue.stream, 'reader', options, (delivery) => void held.push(delivery));
  await waitFor('the first', () => held.length > 0);
  await sleep(500);
  expect(held).toHaveLength(3);
  const seen = new Set<unknown>();
  await waitFor('all ten', async () => {
    const taken = held.splice(0);
    for (const delivery of taken) {
      seen.add((delivery.payload as { n: number }).n);
      await delivery.acknowledge();
    }
    return seen.size === 10;
  });
  abort.abort();
  await consuming;
});

test('after the server was killed and came back, everything goes on', async () => {
  await fill(3);
  const abort = new AbortController();
  const seen = new Set<unknown>();
  const consuming = bus.consume(
    queue.stream,
    'reader',
    { maxInFlight: 1, signal: abort.signal },
    (delivery) => {
      seen.add((delivery.payload as { n: number }).n);
      void delivery.acknowledge();
    },
  );
  await waitFor('the first three', () => seen.size === 3);
  let returns = 0;
  bus.onReconnect(() => {
    returns += 1;
  });

  await nats.kill('SIGKILL');
  await waitFor('the break to be noticed', () => !bus.connected);
  expect(await bus.next(queue.stream, 'reader', 1_000, never)).toBeNull();
  await nats.start();
  await waitFor('the connection', () => bus.connected && returns === 1);

  await bus.enqueue(work(), { n: 'after' }, 'after');
  await waitFor('the message after the break', () => seen.has('after'), { timeoutMs: 60_000 });
  abort.abort();
  await consuming;
}, 90_000);

test('after the store was wiped, the queue can be made anew', async () => {
  await fill(3);
  // Who has taken from it goes on with the new one.
  expect(await next()).not.toBeNull();
  await nats.kill('SIGKILL');
  await rm(nats.storeDir, { recursive: true });
  await nats.start();
  await waitFor('the connection', () => bus.connected);
  await expect(bus.enqueue(work(), 1, 'x')).rejects.toThrow();
  await bus.ensureQueue(queue);
  expect(await bus.enqueue(work(), 1, 'x')).toBe('stored');
  expect((await next())!.payload).toBe(1);
}, 60_000);

test('a user and a password travel in the URL', async () => {
  const url = new URL(nats.url);
  url.username = 'someone';
  url.password = 'p@ss/word';
  const named = await connectMessageBus({ url: url.href, name: 'named', log });
  expect(named.connected).toBe(true);
  await named.close();
  expect(named.connected).toBe(false);
});

test('waiting ends at any moment at which it is aborted', async () => {
  await fill(0);
  const waits = Array.from({ length: 60 }, async (_, moment) => {
    const stop = new AbortController();
    const waiting = bus.next(queue.stream, 'reader', 30_000, stop.signal);
    await sleep(moment / 4);
    for (let turn = 0; turn < moment; turn++) await Promise.resolve();
    stop.abort();
    return waiting;
  });
  expect(await Promise.all(waits)).toEqual(waits.map(() => null));
});
