/** How long things are kept (docs/operations.md). The ledger, templates and assets are never deleted by time. */
import type pg from 'pg';
import type { ObjectStore } from '../../runtime/object-store.ts';
import { deleteOldRecords } from './delete-old-records.ts';
import { expireResults } from './expire-results.ts';

export interface RetentionSettings {
  resultDays: number;
  deliveryDays: number;
}

/** So few that a round takes a moment: dispatching waits for it. */
const MOST_AT_ONCE = 500;
const PAUSE_MS = 60_000;

/** A chore that deletes a bounded part of what is past its time, and looks once a minute while nothing is. */
export function createRetention(
  deps: { pool: pg.Pool; store: ObjectStore },
  { resultDays, deliveryDays }: RetentionSettings,
): () => Promise<void> {
  let dueAt = 0;
  return async () => {
    if (performance.now() < dueAt) return;
    const isMoreResults = await expireResults(deps, { resultDays, most: MOST_AT_ONCE });
    const isMoreRecords = await deleteOldRecords(deps, { deliveryDays, most: MOST_AT_ONCE });
    if (!isMoreResults && !isMoreRecords) dueAt = performance.now() + PAUSE_MS;
  };
}
