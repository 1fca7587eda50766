import { randomUUID } from 'node:crypto';
import type { TestGateway } from '../../support/gateway.ts';

export interface StoredRow {
  externalId?: string;
  values?: Record<string, string>;
  state: 'pending' | 'processing' | 'success' | 'failed';
  outputKey?: string;
  thumbnailKey?: string;
  errorMessage?: string;
}

interface StoredBatch {
  workspaceId: string;
  templateId: string;
  state: 'pending' | 'processing' | 'dispatched' | 'done' | 'failed';
  name?: string;
  columns?: string[];
  rows: StoredRow[];
}

/** A batch in a state that would take a farm and some time to reach. Returns its id and those of its rows. */
export async function storeBatch({ db, pool }: TestGateway, { rows, columns = [], ...batch }: StoredBatch) {
  const template = await db.template.findUniqueOrThrow({ where: { id: batch.templateId } });
  const id = randomUUID();
  const rowIds = rows.map(() => randomUUID());
  await db.batch.create({
    data: {
      ...batch,
      id,
      columns,
      kind: template.kind,
      templateVersionId: template.currentVersionId,
      rowCount: rows.length,
      succeeded: rows.filter(({ state }) => state === 'success').length,
      failed: rows.filter(({ state }) => state === 'failed').length,
      dispatched: rows.length,
      creditsPerRow: '0.00181',
      credits: '0.00181',
      createdAt: storedAt,
      updatedAt: changedAt,
      ...(batch.state === 'done' ? { doneAt: changedAt } : {}),
    },
  });
  // The lease outlasts the test: nobody is to dispatch these rows.
  await pool.query(
    `INSERT INTO batch_rows (id, batch_id, index, external_id, "values", state, output_key, thumbnail_key, error_message,
                             attempt, lease_until, created_at, updated_at)
     SELECT row.id, $1, row.index, row."externalId", row."values", row.state, row."outputKey", row."thumbnailKey",
            row."errorMessage", 1, now() + '1 hour', $2, $3
     FROM jsonb_to_recordset($4) AS row (id uuid, index int, "externalId" text, "values" jsonb, state "RowState",
                                         "outputKey" text, "thumbnailKey" text, "errorMessage" text)`,
    [
      id,
      storedAt,
      changedAt,
      JSON.stringify(rows.map((row, index) => ({ values: {}, ...row, id: rowIds[index], index }))),
    ],
  );
  return { id, rowIds };
}

// Of now, or the results would be past their time one day.
export const storedAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 60_000);
export const changedAt = new Date(storedAt.getTime() + 5_250);
