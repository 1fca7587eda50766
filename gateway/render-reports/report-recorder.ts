/** Takes reports off their queue, records them in small batches, and only then acknowledges them. */
import type pg from 'pg';
import { REPORT_CONSUMER, REPORT_STREAM } from '../../contract/messaging.ts';
import type { RenderReport } from '../../contract/render-report.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Delivery, MessageBus } from '../../runtime/message-bus.ts';
import type { BatchChanged } from '../changes/changes.ts';
import { createCollector } from './collector.ts';
import { readReport } from './read-report.ts';
import { recordReports } from './record-reports.ts';

interface Waiting {
  report: RenderReport;
  delivery: Delivery;
}

/** Reports of a database that is away come back after this time. */
const GIVE_BACK_MS = 2_000;

export function startReportRecorder({
  pool,
  bus,
  log,
  changed,
  onRecorded,
}: {
  pool: pg.Pool;
  bus: MessageBus;
  log: Logger;
  changed: BatchChanged;
  onRecorded: (recorded: { doneBatchIds: string[] }) => void;
}): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const collector = createCollector<Waiting>({ maxSize: 100, lingerMs: 10, handle: record });
  const consuming = bus.consume(
    REPORT_STREAM,
    REPORT_CONSUMER,
    { maxInFlight: 500, signal: stopped.signal },
    (delivery) => {
      try {
        collector.add({ report: readReport(delivery.payload), delivery });
      } catch (error) {
        log.error({ err: error }, 'report is not readable and was dropped');
        void delivery.acknowledge();
      }
    },
  );

  async function record(waiting: Waiting[]): Promise<void> {
    try {
      onRecorded(await recordReports({ pool, changed }, { reports: waiting.map(({ report }) => report) }));
    } catch (error) {
      if (isRefusedByDatabase(error)) return recordOneByOne(waiting, error);
      log.warn({ err: error, reports: waiting.length }, 'reports could not be recorded, trying again');
      for (const { delivery } of waiting) delivery.giveBack(GIVE_BACK_MS);
      return;
    }
    await Promise.all(waiting.map(({ delivery }) => delivery.acknowledge()));
  }

  /** One report that the database does not take must not hold up the others, nor come back for ever. */
  async function recordOneByOne(waiting: Waiting[], error: unknown): Promise<void> {
    const [only, ...others] = waiting;
    if (only && others.length === 0) {
      log.error({ err: error, report: only.report.event }, 'report was refused by the database and dropped');
      await only.delivery.acknowledge();
      return;
    }
    for (const one of waiting) await record([one]);
  }

  return {
    async stop() {
      stopped.abort();
      await consuming;
      await collector.close();
    },
  };
}

/** Of the SQLSTATE classes, data exceptions (22) and violated constraints (23) are about the data: repeating is no use. */
function isRefusedByDatabase(error: unknown): boolean {
  return /^2[23]/.test(String((error as { code?: unknown }).code ?? ''));
}
