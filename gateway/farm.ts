/**
 * The gateway's side of the farm: hands rows out, hears the nodes, records what they report, tells webhooks. Each part bears
 * PostgreSQL or NATS being away: it says so, waits and goes on.
 */
import { DISPATCH_WAKE_SUBJECT } from '../contract/messaging.ts';
import { batchChangedOn } from './changes/changes.ts';
import type { Deps } from './deps.ts';
import { startDispatcher } from './dispatch/dispatcher.ts';
import { ensureQueues } from './dispatch/ensure-queues.ts';
import { createMissingPreviews } from './dispatch/missing-previews.ts';
import { createNodeRegistry } from './nodes/node-registry.ts';
import { recordReports } from './render-reports/record-reports.ts';
import { startReportRecorder } from './render-reports/report-recorder.ts';
import { startStartedRecorder } from './render-reports/started-recorder.ts';
import { createRetention } from './retention/create-retention.ts';
import { startWebhookSender } from './webhooks/webhook-sender.ts';

export type FarmDeps = Pick<Deps, 'db' | 'pool' | 'bus' | 'store' | 'log'> & {
  settings: Pick<Deps['settings'], 'secretsKey' | 'outboundAllow' | 'resultDays' | 'deliveryDays'>;
};

export interface Farm {
  /** Rows were submitted: the dispatcher looks at once, in whichever gateway it runs. */
  wakeDispatch(): void;
  stop(): Promise<void>;
}

export async function startFarm({ db, pool, bus, store, log, settings }: FarmDeps): Promise<Farm> {
  const makeQueues = () =>
    ensureQueues({ bus }).catch((error) => log.warn({ err: error }, 'queues could not be made sure of'));
  await makeQueues();
  // JetStream may have come back without its files.
  bus.onReconnect(() => void makeQueues());

  const changed = batchChangedOn(bus);
  const isWriter = () => dispatcher.active;
  const sender = startWebhookSender({ pool, log, settings });

  function wakeDispatch() {
    if (dispatcher.active) dispatcher.wake();
    else bus.publish(DISPATCH_WAKE_SUBJECT, {});
  }
  function onRecorded({ doneBatchIds }: { doneBatchIds: string[] }) {
    wakeDispatch();
    if (doneBatchIds.length > 0) sender.wake();
  }

  const nodes = createNodeRegistry({ bus, pool, log, isWriter, onBeat: wakeDispatch });
  const dispatcher = startDispatcher({
    pool,
    bus,
    store,
    log,
    nodes,
    changed,
    report: async (reports) => onRecorded(await recordReports({ pool, changed }, { reports })),
    chores: [createMissingPreviews({ bus, db, log }), createRetention({ pool, store }, settings)],
  });
  const stopListening = bus.subscribe(DISPATCH_WAKE_SUBJECT, () => dispatcher.wake());
  const started = startStartedRecorder({ pool, bus, log, changed, isWriter });
  const reports = startReportRecorder({ pool, bus, log, changed, onRecorded });

  return {
    wakeDispatch,
    async stop() {
      stopListening();
      nodes.close();
      await Promise.all([dispatcher.stop(), started.stop(), reports.stop(), sender.stop()]);
    },
  };
}
