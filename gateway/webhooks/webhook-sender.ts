/**
 * Sends what is due. The table is the queue: several gateways share it, and a gateway that dies in mid-attempt leaves a delivery that
 * becomes due again. A receiver that hangs holds at most four places, so nobody else waits for it.
 */
import type pg from 'pg';
import { createGuardedRequest } from '../../runtime/guarded-request.ts';
import type { Logger } from '../../runtime/logger.ts';
import { createWakeSignal } from '../../runtime/wake-signal.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries.ts';
import { recordAttempt } from './record-attempt.ts';
import { sendDelivery } from './send-delivery.ts';

export interface WebhookSender {
  /** There is a new delivery: send now, not at the next tick. */
  wake(): void;
  stop(): Promise<void>;
}

const MOST_IN_FLIGHT = 64;
const MOST_PER_ENDPOINT = 4;
const LOOK_EVERY_MS = 1_000;

export function startWebhookSender({
  pool,
  log,
  settings,
}: {
  pool: pg.Pool;
  log: Logger;
  settings: { secretsKey: Buffer; outboundAllow: readonly string[] };
}): WebhookSender {
  const stopped = new AbortController();
  const signal = createWakeSignal();
  const request = createGuardedRequest({ allow: settings.outboundAllow });
  const inFlight = new Map<Promise<void>, string>();
  const running = run();

  async function run() {
    while (!stopped.signal.aborted) {
      try {
        await startDue();
      } catch (error) {
        log.warn({ err: error }, 'webhook deliveries could not be read, trying again');
      }
      await signal.wait(LOOK_EVERY_MS, stopped.signal);
    }
  }

  async function startDue() {
    const most = MOST_IN_FLIGHT - inFlight.size;
    if (most === 0) return;
    const busy = new Map<string, number>();
    for (const endpointId of inFlight.values()) busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
    const deliveries = await claimDeliveries({ pool }, { most, mostPerEndpoint: MOST_PER_ENDPOINT, busy });
    for (const delivery of deliveries) {
      const attempt = deliver(delivery).finally(() => {
        inFlight.delete(attempt);
        signal.wake();
      });
      inFlight.set(attempt, delivery.endpointId);
    }
  }

  async function deliver(delivery: ClaimedDelivery) {
    const fields = { deliveryId: delivery.id, attempt: delivery.attempt };
    try {
      const result = await sendDelivery({ request, secretsKey: settings.secretsKey }, delivery);
      const { state } = await recordAttempt({ pool }, { delivery, result });
      log.info(
        { ...fields, state, responseCode: result.responseCode, ms: result.durationMs },
        'webhook attempted',
      );
    } catch (error) {
      log.error({ err: error, ...fields }, 'webhook attempt could not be finished, it will be repeated');
    }
  }

  return {
    wake: () => signal.wake(),
    async stop() {
      stopped.abort();
      await running;
      await Promise.all(inFlight.keys());
      await request.close();
    },
  };
}
