import type { z } from 'zod';
import { type Action, pathParameter } from '../action.ts';
import type { bulkJob } from '../bodies.ts';
import { operation } from '../gateway-client.ts';
import type { MediaKind } from '../media-kind.ts';
import { bulkJobNotFound } from '../refusals.ts';
import { statusWord } from '../status-word.ts';

type BatchState = 'PENDING' | 'PROCESSING' | 'DISPATCHED' | 'DONE' | 'FAILED';

interface ShownBatch {
  id: string;
  state: BatchState;
  name: string | null;
  createdAt: string;
  updatedAt: string;
  expiredAt: string | null;
  counts: { total: number; succeeded: number; failed: number; pending: number };
}

export const showBulkJobOperation = operation<{ batch: ShownBatch | null }, { id: string; kind: MediaKind }>(`
  query ShowBulkJob($id: ID!, $kind: MediaKind!) {
    batch(id: $id, kind: $kind) {
      id state name createdAt updatedAt expiredAt
      counts { total succeeded failed pending }
    }
  }
`);

/** API §4.5, §4.6 */
export function showBulkJob(kind: MediaKind): Action {
  return async (call) => {
    const { batch } = await call.ask(showBulkJobOperation, { id: pathParameter(call, 'bulkJobId'), kind });
    if (!batch) throw bulkJobNotFound(kind);
    return { status: 200, body: bulkJobBody(batch) };
  };
}

/** API §2.5 */
function bulkJobBody(batch: ShownBatch): z.output<typeof bulkJob> {
  const { total, succeeded, failed, pending } = batch.counts;
  return {
    bulk_job_id: batch.id,
    status: statusWord(batch.state),
    batch_name: batch.name,
    created: batch.createdAt,
    modified: batch.updatedAt,
    summary: { total, success: succeeded, failed, pending },
    csv_ready: batch.state === 'DONE' && batch.expiredAt === null,
  };
}
