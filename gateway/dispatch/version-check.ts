import type pg from 'pg';
import { z } from 'zod';
import { templateVersionKey } from '../../contract/object-keys.ts';
import { storedTemplateVersionSchema } from '../../contract/render-work.ts';
import type { Logger } from '../../runtime/logger.ts';
import { ObjectMissing, type ObjectStore } from '../../runtime/object-store.ts';
import type { BatchChanged } from '../changes/changes.ts';
import { failBatch } from './fail-batch.ts';
import type { QueuedBatch } from './read-queue.ts';

/**
 * Keeps back batches whose template no render node could read. Before its first row goes out, a batch without a readable version
 * fails as a whole and gets its credits back, rather than failing row by row with them gone.
 */
export function createVersionCheck({
  pool,
  store,
  log,
  changed,
}: {
  pool: pg.Pool;
  store: ObjectStore;
  log: Logger;
  changed: BatchChanged;
}): (batches: QueuedBatch[]) => Promise<QueuedBatch[]> {
  const readable = new Set<string>();

  async function verdict({
    isNew,
    templateVersionId,
  }: QueuedBatch): Promise<'readable' | 'unreadable' | 'unknown'> {
    if (!isNew || readable.has(templateVersionId)) return 'readable';
    try {
      const bytes = await store.get(templateVersionKey(templateVersionId));
      storedTemplateVersionSchema.parse(JSON.parse(bytes.toString('utf8')));
      readable.add(templateVersionId);
      return 'readable';
    } catch (error) {
      log.error({ err: error, templateVersionId }, 'stored template version cannot be read');
      const isBroken =
        error instanceof ObjectMissing || error instanceof SyntaxError || error instanceof z.ZodError;
      return isBroken ? 'unreadable' : 'unknown';
    }
  }

  return async (batches) => {
    const kept: QueuedBatch[] = [];
    for (const batch of batches) {
      const found = await verdict(batch);
      if (found === 'readable') kept.push(batch);
      // A store that cannot be reached says nothing about the template: the batch waits for the next round.
      if (found !== 'unreadable') continue;
      await failBatch({ pool }, { batchId: batch.id, reason: UNREADABLE });
      changed(batch.id, [], true);
      log.error({ batchId: batch.id }, 'batch failed before its first row, credits reversed');
    }
    if (readable.size > 10_000) readable.clear();
    return kept;
  };
}

const UNREADABLE = 'The stored version of the template cannot be read. Save the template again and resubmit.';
