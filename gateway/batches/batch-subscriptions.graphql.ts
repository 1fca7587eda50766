/** Live progress. Each stream begins with what is true now, so a client that comes late or reconnects has missed nothing. */
import { GraphQLError } from 'graphql';
import { builder } from '../builder.ts';
import { followBatch } from '../changes/follow-batch.ts';
import type { Context } from '../context.ts';
import type { Batch as StoredBatch, Row as StoredRow } from '../db/generated/prisma/client.ts';
import { isId } from '../new-id.ts';
import { Row } from '../rows/rows.graphql.ts';
import { Batch } from './batches.graphql.ts';
import { estimateRest } from './estimate-rest.ts';

interface Progress {
  snapshot: boolean;
  batch: StoredBatch;
  rowsPerSecond: number | null;
  etaSeconds: number | null;
}

const BatchProgress = builder.objectRef<Progress>('BatchProgress').implement({
  fields: (t) => ({
    snapshot: t.exposeBoolean('snapshot', {
      description: 'True for the first event: the batch as it stands.',
    }),
    batch: t.prismaField({
      type: Batch,
      resolve: (query, { batch }, _args, { deps }) =>
        deps.db.batch.findUniqueOrThrow({ ...query, where: { id: batch.id } }),
    }),
    rowsPerSecond: t.exposeFloat('rowsPerSecond', {
      nullable: true,
      description: 'Over the last ten seconds.',
    }),
    etaSeconds: t.exposeInt('etaSeconds', {
      nullable: true,
      description: 'Seconds to the last row at that pace.',
    }),
  }),
});

interface Update {
  snapshot: boolean;
  rows: StoredRow[];
}

const RowsUpdate = builder.objectRef<Update>('RowsUpdate').implement({
  fields: (t) => ({
    snapshot: t.exposeBoolean('snapshot', {
      description: 'True for rows as they stood when the stream began.',
    }),
    rows: t.expose('rows', { type: [Row] }),
  }),
});

const ROWS_AT_ONCE = 100;

const hasMoved = (before: StoredBatch, now: StoredBatch) =>
  before.state !== now.state || before.succeeded !== now.succeeded || before.failed !== now.failed;

const isFinal = ({ state }: StoredBatch) => state === 'done' || state === 'failed';

builder.subscriptionFields((t) => ({
  batchProgress: t.field({
    type: BatchProgress,
    description:
      'The batch now, then again whenever it changes, at most four times a second but the end at once; ends after DONE or FAILED.',
    args: { batchId: t.arg.id({ required: true }) },
    subscribe: async (_root, { batchId }, context) => {
      const batch = await findBatch(context, batchId);
      return endQuietly(context, watchProgress(context, batch));
    },
    resolve: (progress) => progress,
  }),
  rowUpdated: t.field({
    type: RowsUpdate,
    description:
      'First the rows that have left PENDING, up to 100 an event, then rows as they change; ends when all have. rowId narrows it to one row.',
    args: { batchId: t.arg.id({ required: true }), rowId: t.arg.id() },
    subscribe: async (_root, { batchId, rowId }, context) => {
      const { id } = await findBatch(context, batchId);
      if (rowId) await findRow(context, id, rowId);
      return endQuietly(context, watchRows(context, id, rowId ?? null));
    },
    resolve: (update) => update,
  }),
}));

/**
 * What is wrong with the request has been said before the stream began; an error inside it, such as a database that went away,
 * ends it. Clients subscribe again and start from a snapshot.
 */
async function* endQuietly<Event>({ deps }: Context, events: AsyncGenerator<Event>): AsyncGenerator<Event> {
  try {
    yield* events;
  } catch (error) {
    deps.log.warn({ err: error }, 'a subscription ended early');
  }
}

async function* watchProgress(context: Context, found: StoredBatch): AsyncGenerator<Progress> {
  const follow = followBatch(context, found.id);
  const pace = estimateRest();
  try {
    let batch = await findBatch(context, found.id);
    yield { snapshot: true, batch, ...pace(batch) };
    while (!isFinal(batch)) {
      if (!(await follow.next())) return;
      const before = batch;
      batch = await findBatch(context, batch.id);
      if (hasMoved(before, batch)) yield { snapshot: false, batch, ...pace(batch) };
    }
  } finally {
    follow.stop();
  }
}

async function* watchRows(context: Context, batchId: string, rowId: string | null): AsyncGenerator<Update> {
  const follow = followBatch(context, batchId);
  try {
    for await (const rows of rowsNow(context, batchId, rowId)) yield { snapshot: true, rows };
    for (;;) {
      // Asked before the rows are read: whatever made it final is among them.
      const batch = await findBatch(context, batchId);
      const change = await follow.next();
      if (!change) return;
      const wanted = rowId === null ? change.rowIds : change.rowIds.filter((id) => id === rowId);
      for (const ids of inHundreds(wanted)) {
        const rows = await context.deps.db.row.findMany({
          where: { batchId, id: { in: ids } },
          orderBy: { index: 'asc' },
        });
        if (rows.length > 0) yield { snapshot: false, rows };
      }
      if (isFinal(batch) && change.rowIds.length === 0) return;
    }
  } finally {
    follow.stop();
  }
}

async function* rowsNow(
  context: Context,
  batchId: string,
  rowId: string | null,
): AsyncGenerator<StoredRow[]> {
  if (rowId !== null) {
    yield [await findRow(context, batchId, rowId)];
    return;
  }
  for (let after = -1; ; ) {
    const rows = await context.deps.db.row.findMany({
      where: { batchId, state: { not: 'pending' }, index: { gt: after } },
      orderBy: { index: 'asc' },
      take: ROWS_AT_ONCE,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.index;
  }
}

async function findBatch({ deps, viewer }: Context, batchId: string): Promise<StoredBatch> {
  const batch = isId(batchId)
    ? await deps.db.batch.findFirst({ where: { id: batchId, workspaceId: viewer.workspaceId } })
    : null;
  if (!batch) throw notFound('Batch not found');
  return batch;
}

async function findRow({ deps }: Context, batchId: string, rowId: string): Promise<StoredRow> {
  const row = isId(rowId) ? await deps.db.row.findFirst({ where: { id: rowId, batchId } }) : null;
  if (!row) throw notFound('Row not found');
  return row;
}

function notFound(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'NOT_FOUND' } });
}

function inHundreds(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / ROWS_AT_ONCE) }, (_, part) =>
    ids.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  );
}
