/** Rows that a node has begun become `processing`. Best effort: a message that is lost changes nothing but what people see. */
import type pg from 'pg';
import { z } from 'zod';
import { ROW_STARTED_SUBJECT } from '../../contract/messaging.ts';
import { type RowStarted, rowStartedSchema } from '../../contract/render-report.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { MessageBus } from '../../runtime/message-bus.ts';
import type { BatchChanged } from '../changes/changes.ts';
import { createCollector } from './collector.ts';

const startedSchema = rowStartedSchema.extend({ rowId: z.guid() });

/** Every gateway hears them all; one that is not `isWriter` leaves the writing to another. */
export function startStartedRecorder({
  pool,
  bus,
  log,
  changed,
  isWriter,
}: {
  pool: pg.Pool;
  bus: MessageBus;
  log: Logger;
  changed: BatchChanged;
  isWriter: () => boolean;
}): { stop(): Promise<void> } {
  const collector = createCollector<RowStarted>({
    maxSize: 100,
    lingerMs: 50,
    async handle(started) {
      try {
        for (const [batchId, rowIds] of await recordStarted(pool, started)) changed(batchId, rowIds);
      } catch (error) {
        log.warn({ err: error, rows: started.length }, 'started rows could not be recorded');
      }
    },
  });
  const unsubscribe = bus.subscribe(ROW_STARTED_SUBJECT, (payload) => {
    if (isWriter()) collector.add(startedSchema.parse(payload));
  });
  return {
    async stop() {
      unsubscribe();
      await collector.close();
    },
  };
}

async function recordStarted(pool: pg.Pool, started: RowStarted[]): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ batchId: string; rowIds: string[] }>({
    name: 'record-started',
    text: `
      WITH started AS (
        SELECT DISTINCT ON (id) * FROM unnest($1::uuid[], $2::int[], $3::text[]) AS t (id, attempt, node_id)
      ),
      waiting AS (
        SELECT r.id FROM batch_rows r JOIN started USING (id, attempt)
        WHERE r.state = 'pending' AND r.lease_until IS NOT NULL
        ORDER BY r.id FOR UPDATE OF r
      ),
      updated AS (
        UPDATE batch_rows r
        SET state = 'processing', node_id = started.node_id, started_at = coalesce(r.started_at, now()), updated_at = now()
        FROM started JOIN waiting USING (id)
        WHERE r.id = started.id AND r.state = 'pending'
        RETURNING r.id, r.batch_id
      )
      SELECT batch_id AS "batchId", array_agg(id::text) AS "rowIds" FROM updated GROUP BY batch_id`,
    values: [
      started.map(({ rowId }) => rowId),
      started.map(({ attempt }) => attempt),
      started.map(({ nodeId }) => nodeId),
    ],
  });
  return new Map(rows.map(({ batchId, rowIds }) => [batchId, rowIds]));
}
