import type pg from 'pg';
import { renderMessageId, renderSubject } from '../../contract/messaging.ts';
import type { AssetReference, RowWork } from '../../contract/render-work.ts';
import { FilterFailure } from '../../contract/template/filters.ts';
import { fillPlaceholders } from '../../contract/template/placeholders.ts';
import { assetName } from '../../contract/template/values.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { MessageBus } from '../../runtime/message-bus.ts';
import type { ClaimedRow } from './claim-rows.ts';
import type { createComposedSources } from './composed-sources.ts';
import { MAX_WORK_BYTES } from './ensure-queues.ts';
import { findAssets } from './find-assets.ts';

export interface PublishDeps {
  bus: MessageBus;
  pool: pg.Pool;
  log: Logger;
  composedSources: ReturnType<typeof createComposedSources>;
}

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
  { bus, pool, log, composedSources }: PublishDeps,
  { rows }: { rows: ClaimedRow[] },
): Promise<Published> {
  const sources = await composedSources(rows.map(({ templateVersionId }) => templateVersionId));
  const namesOf = (row: ClaimedRow) => assetNames(row, sources.get(row.templateVersionId) ?? []);
  const names = rows.flatMap((row) => namesOf(row).map((name) => ({ workspaceId: row.workspaceId, name })));
  const assets = await findAssets({ pool }, { names });
  const published: Published = { sent: [], unsent: [], tooLarge: [] };
  await Promise.all(
    rows.map(async (row) => {
      const work = rowWork(row, pickAssets(row, namesOf(row), assets));
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

/** What the row's values name by themselves, and what they complete in the template. */
export function assetNames({ values }: Pick<ClaimedRow, 'values'>, sources: string[]): string[] {
  const completed = sources.flatMap((source) => completedSource(source, new Map(Object.entries(values))));
  const names = new Set([...Object.values(values), ...completed].map(assetName));
  return [...names].filter((name) => name !== null);
}

/** A value that a filter refuses names nothing: the node fails that row with a sentence. */
function completedSource(source: string, values: ReadonlyMap<string, string>): string[] {
  try {
    return [fillPlaceholders(source, values)];
  } catch (error) {
    if (error instanceof FilterFailure) return [];
    throw error;
  }
}

/** An asset that does not exist is left out: the node fails the row with a sentence that names layer and variable. */
function pickAssets(
  { workspaceId }: ClaimedRow,
  names: string[],
  assets: ReadonlyMap<string, AssetReference>,
): Record<string, AssetReference> {
  const found = names.map((name) => [name, assets.get(`${workspaceId}/${name}`)] as const);
  return Object.fromEntries(found.filter((pair): pair is [string, AssetReference] => pair[1] !== undefined));
}

function rowWork(row: ClaimedRow, assets: Record<string, AssetReference>): RowWork {
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
    assets,
  };
}
