import type pg from 'pg';
import { renderMessageId, renderSubject } from '../../contract/messaging.ts';
import type { AssetReference, RowWork } from '../../contract/render-work.ts';
import { assetName } from '../../contract/template/values.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { MessageBus } from '../../runtime/message-bus.ts';
import type { ClaimedRow } from './claim-rows.ts';
import { MAX_WORK_BYTES } from './ensure-queues.ts';
import { findAssets } from './find-assets.ts';

export interface Published {
  /** On the queue. */
  sent: ClaimedRow[];
  /** NATS did not say that it has them: they are to go out again. */
  unsent: ClaimedRow[];
  /** Can never be sent: more than a message holds. */
  tooLarge: ClaimedRow[];
}

/** Puts claimed rows onto the queue, all at once. Never throws because of NATS. */
export async function publishRows(
  { bus, pool, log }: { bus: MessageBus; pool: pg.Pool; log: Logger },
  { rows }: { rows: ClaimedRow[] },
): Promise<Published> {
  const assets = await findAssets({ pool }, { names: rows.flatMap(assetNames) });
  const published: Published = { sent: [], unsent: [], tooLarge: [] };
  await Promise.all(
    rows.map(async (row) => {
      const work = rowWork(row, assets);
      if (Buffer.byteLength(JSON.stringify(work)) > MAX_WORK_BYTES) {
        published.tooLarge.push(row);
        return;
      }
      try {
        await bus.enqueue(renderSubject(row.kind), work, renderMessageId(work));
        published.sent.push(row);
      } catch (error) {
        log.warn({ err: error, rowId: row.id, attempt: row.attempt }, 'row could not be put onto the queue');
        published.unsent.push(row);
      }
    }),
  );
  return published;
}

function assetNames({ workspaceId, values }: ClaimedRow): { workspaceId: string; name: string }[] {
  const names = new Set(Object.values(values).map(assetName));
  return [...names].filter((name) => name !== null).map((name) => ({ workspaceId, name }));
}

/** An asset that does not exist is left out: the node fails the row with a sentence that names layer and variable. */
function rowWork(row: ClaimedRow, assets: ReadonlyMap<string, AssetReference>): RowWork {
  const named = assetNames(row).map(
    ({ workspaceId, name }) => [name, assets.get(`${workspaceId}/${name}`)] as const,
  );
  return {
    purpose: 'row',
    rowId: row.id,
    batchId: row.batchId,
    rowIndex: row.index,
    attempt: row.attempt,
    workspaceId: row.workspaceId,
    kind: row.kind,
    templateVersionId: row.templateVersionId,
    values: row.values,
    assets: Object.fromEntries(
      named.filter((pair): pair is [string, AssetReference] => pair[1] !== undefined),
    ),
  };
}
