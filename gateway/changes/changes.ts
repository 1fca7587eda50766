/**
 * Tells subscriptions that rows of a batch have changed, from whichever gateway changed them. Best effort and without content:
 * who is told reads the database again.
 */
import { z } from 'zod';
import { BATCH_CHANGED_WILDCARD, batchChangedSubject } from '../../contract/messaging.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { MessageBus } from '../../runtime/message-bus.ts';

/** `isDone`: the batch has just ended. */
export type BatchChanged = (batchId: string, rowIds: string[], isDone?: boolean) => void;

type OnChange = (rowIds: string[], isDone: boolean) => void;

export interface Changes {
  /** Calls back with the rows that changed, or with none when only the batch did, until the returned function is called. */
  subscribeBatch(batchId: string, onChange: OnChange): () => void;
  close(): void;
}

const MAX_ROW_IDS = 100;
const batchChangedSchema = z.object({ rowIds: z.array(z.string()), isDone: z.boolean().default(false) });

/** One subscription for the whole gateway, fanned out to those who listen here. */
export function createChanges({ bus, log }: { bus: MessageBus; log: Logger }): Changes {
  const listeners = new Map<string, Set<OnChange>>();
  const unsubscribe = bus.subscribe(BATCH_CHANGED_WILDCARD, (payload, subject) => {
    const interested = listeners.get(subject.split('.').at(-1) ?? '');
    if (!interested) return;
    const { rowIds, isDone } = batchChangedSchema.parse(payload);
    for (const tell of interested)
      try {
        tell(rowIds, isDone);
      } catch (error) {
        log.error({ err: error }, 'a subscriber could not be told of a change');
      }
  });

  return {
    subscribeBatch(batchId, onChange) {
      const mine = listeners.get(batchId) ?? new Set();
      listeners.set(batchId, mine.add(onChange));
      return () => {
        mine.delete(onChange);
        if (mine.size === 0 && listeners.get(batchId) === mine) listeners.delete(batchId);
      };
    },
    close() {
      unsubscribe();
      listeners.clear();
    },
  };
}

/** Says on the bus that rows changed, in messages of at most 100 rows. */
export function batchChangedOn(bus: MessageBus): BatchChanged {
  return (batchId, rowIds, isDone = false) => {
    for (let start = 0; start === 0 || start < rowIds.length; start += MAX_ROW_IDS)
      bus.publish(batchChangedSubject(batchId), { rowIds: rowIds.slice(start, start + MAX_ROW_IDS), isDone });
  };
}
