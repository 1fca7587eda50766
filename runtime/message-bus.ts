/**
 * NATS behind one door: the only module that knows the client package, so changing it touches this file alone
 * (docs/decisions/nats-client.md). Core messages are best effort; queues are JetStream work queues.
 * Uses only what nats-server 2.9 offers.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  connect,
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  JSONCodec,
  type JsMsg,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats';
import type { Logger } from './logger.ts';

export interface Delivery {
  /** Parsed JSON; null when the message holds none. */
  payload: unknown;
  /** 1 on the first delivery, more when an earlier one was not acknowledged in time. */
  deliveryCount: number;
  /** Removes the message from the queue and waits for the server to say so; false when it did not say within 2 s. */
  acknowledge(): Promise<boolean>;
  /** Gives the message back, to come again after the delay. */
  giveBack(delayMs?: number): void;
  /** Keeps the message ours for another acknowledgement period. */
  working(): void;
}

export interface QueueOptions {
  stream: string;
  subjects: string[];
  /** Largest message, in bytes. */
  maxMessageBytes: number;
  /** Durable consumers, each with the one subject it takes. */
  consumers: { name: string; subject: string; maxUnacknowledged: number; ackWaitMs: number }[];
}

export interface MessageBus {
  readonly connected: boolean;
  publish(subject: string, payload: unknown): void;
  /** Calls back for each message until the returned function is called. A throwing handler is logged, not fatal. */
  subscribe(subject: string, handle: (payload: unknown, subject: string) => void): () => void;
  /** Stores a message on its queue; a message id seen in the last two minutes is stored once. */
  enqueue(subject: string, payload: unknown, messageId: string): Promise<'stored' | 'duplicate'>;
  /** Creates the stream and its consumers, or brings existing ones up to date. Harmless when repeated. */
  ensureQueue(options: QueueOptions): Promise<void>;
  /** The next message of a queue, or null when none came within `waitMs` or NATS is out of reach. */
  next(stream: string, consumer: string, waitMs: number, signal: AbortSignal): Promise<Delivery | null>;
  /**
   * Hands over the next messages of a queue as they come, until there were `most`, or `waitMs` are over, or NATS is out of
   * reach.
   */
  take(
    stream: string,
    consumer: string,
    options: { most: number; waitMs: number; signal: AbortSignal },
    handle: (delivery: Delivery) => void,
  ): Promise<void>;
  /**
   * Hands over messages as they come, fetched up to `maxInFlight` at a time, until aborted; survives reconnects. How many
   * may be unacknowledged is the consumer's own limit (`maxUnacknowledged`).
   */
  consume(
    stream: string,
    consumer: string,
    options: { maxInFlight: number; signal: AbortSignal },
    handle: (delivery: Delivery) => void,
  ): Promise<void>;
  /** Messages of a consumer that nobody has taken yet, and those taken but not acknowledged. */
  queueDepth(stream: string, consumer: string): Promise<{ waiting: number; unacknowledged: number }>;
  /** Called whenever the connection comes back after a break. */
  onReconnect(callback: () => void): void;
  close(): Promise<void>;
}

const json = JSONCodec<unknown>();
const PUBLISH_TIMEOUT_MS = 3_000;
const ACK_TIMEOUT_MS = 2_000;

/**
 * Resolves at the first connection, for which it retries endlessly unless `retryFirst` is false; a connection lost later is
 * always sought again. `url` may carry user and password.
 */
export async function connectMessageBus({
  url,
  name,
  log,
  retryFirst = true,
}: {
  url: string;
  name: string;
  log: Logger;
  retryFirst?: boolean;
}): Promise<MessageBus> {
  const { server, user, pass } = splitCredentials(url);
  const connection = await connect({
    servers: server,
    name,
    ...(user === undefined ? {} : { user, pass }),
    waitOnFirstConnect: retryFirst,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    pingInterval: 10_000,
  });
  const reconnected: (() => void)[] = [];
  const state = { connected: true };
  void followStatus(connection, state, reconnected, log);
  const jetstream = connection.jetstream({ timeout: PUBLISH_TIMEOUT_MS });
  const manager = await connection.jetstreamManager({ timeout: 5_000, checkAPI: false });
  const takeFrom = createTaker(jetstream, log);

  return {
    get connected() {
      return state.connected && !connection.isClosed();
    },
    publish(subject, payload) {
      if (!connection.isClosed()) connection.publish(subject, json.encode(payload));
    },
    subscribe(subject, handle) {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          try {
            if (error) throw error;
            handle(message.json(), message.subject);
          } catch (cause) {
            log.warn({ err: cause, subject }, 'message could not be handled');
          }
        },
      });
      return () => subscription.unsubscribe();
    },
    async enqueue(subject, payload, messageId) {
      const ack = await jetstream.publish(subject, json.encode(payload), { msgID: messageId });
      return ack.duplicate ? 'duplicate' : 'stored';
    },
    ensureQueue: (options) => ensureQueue(manager, options),
    async next(stream, consumer, waitMs, signal) {
      let next: Delivery | null = null;
      await takeFrom(stream, consumer, { most: 1, waitMs, signal }, (delivery) => {
        next = delivery;
      });
      return next;
    },
    take: takeFrom,
    consume: (stream, consumer, options, handle) =>
      consume(jetstream, stream, consumer, options, handle, log),
    async queueDepth(stream, consumer) {
      const info = await manager.consumers.info(stream, consumer);
      return { waiting: info.num_pending, unacknowledged: info.num_ack_pending };
    },
    onReconnect: (callback) => void reconnected.push(callback),
    close: async () => {
      if (!connection.isClosed()) await connection.drain();
    },
  };
}

function splitCredentials(url: string): { server: string; user?: string; pass?: string } {
  const parsed = new URL(url.includes('://') ? url : `nats://${url}`);
  if (parsed.username === '') return { server: url };
  return {
    server: `${parsed.protocol}//${parsed.host}`,
    user: decodeURIComponent(parsed.username),
    pass: decodeURIComponent(parsed.password),
  };
}

async function followStatus(
  connection: NatsConnection,
  state: { connected: boolean },
  reconnected: (() => void)[],
  log: Logger,
): Promise<void> {
  for await (const { type, data } of connection.status()) {
    if (type === 'disconnect') {
      state.connected = false;
      log.warn({ server: data }, 'NATS connection lost, reconnecting');
    } else if (type === 'reconnect') {
      state.connected = true;
      log.info({ server: data }, 'NATS connection is back');
      for (const callback of reconnected) callback();
    }
  }
}

async function ensureQueue(
  manager: JetStreamManager,
  { stream, subjects, maxMessageBytes, consumers }: QueueOptions,
) {
  const config = {
    subjects,
    max_msg_size: maxMessageBytes,
    discard: DiscardPolicy.New,
    duplicate_window: nanos(120_000),
  };
  try {
    await manager.streams.update(stream, config);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await manager.streams.add({
      name: stream,
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      ...config,
    });
  }
  for (const { name, subject, maxUnacknowledged, ackWaitMs } of consumers) {
    // Repeated deliveries are counted by whoever takes them: a limit here would strand messages in the stream.
    await manager.consumers.add(stream, {
      durable_name: name,
      filter_subject: subject,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: maxUnacknowledged,
      max_deliver: -1,
    });
  }
}

function createTaker(jetstream: JetStreamClient, log: Logger): MessageBus['take'] {
  // To look a consumer up is a request of its own: once will do, until it fails.
  const known = new Map<string, Promise<Consumer>>();

  return async function take(stream, consumer, { most, waitMs, signal }, handle) {
    if (signal.aborted) return;
    const name = `${stream} ${consumer}`;
    let messages: ConsumerMessages | undefined;
    const stop = () => void messages?.close();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const source = known.get(name) ?? jetstream.consumers.get(stream, consumer);
      known.set(name, source);
      messages = await (await source).fetch({ max_messages: most, expires: Math.max(1_000, waitMs) });
      // Not awaited: only reading on brings the messages to their end.
      if (signal.aborted) stop();
      for await (const message of messages) handle(asDelivery(message));
    } catch (error) {
      known.delete(name);
      if (signal.aborted) return;
      log.warn({ err: error, stream, consumer }, 'no message could be taken, trying again');
      await sleep(1_000, undefined, { signal }).catch(() => undefined);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };
}

async function consume(
  jetstream: JetStreamClient,
  stream: string,
  consumer: string,
  { maxInFlight, signal }: { maxInFlight: number; signal: AbortSignal },
  handle: (delivery: Delivery) => void,
  log: Logger,
): Promise<void> {
  while (!signal.aborted) {
    let messages: ConsumerMessages | undefined;
    const stop = () => void messages?.close();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const source = await jetstream.consumers.get(stream, consumer);
      messages = await source.consume({
        max_messages: maxInFlight,
        expires: 30_000,
        abort_on_missing_resource: true,
      });
      // Not awaited: only reading on brings the messages to their end.
      if (signal.aborted) stop();
      for await (const message of messages) handle(asDelivery(message));
    } catch (error) {
      if (!signal.aborted)
        log.warn({ err: error, stream, consumer }, 'queue could not be read, trying again');
    } finally {
      signal.removeEventListener('abort', stop);
    }
    if (!signal.aborted) await sleep(1_000, undefined, { signal }).catch(() => undefined);
  }
}

function asDelivery(message: JsMsg): Delivery {
  return {
    payload: parsePayload(message),
    deliveryCount: message.info.redeliveryCount,
    // The client rejects when the server stays silent: the message may come again, which every reader must bear.
    acknowledge: () => message.ackAck({ timeout: ACK_TIMEOUT_MS }).catch(() => false),
    giveBack: (delayMs) => message.nak(delayMs),
    working: () => message.working(),
  };
}

function parsePayload(message: JsMsg): unknown {
  try {
    return message.json();
  } catch {
    return null;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof NatsError && (error.api_error?.code === 404 || error.code === '404');
}
