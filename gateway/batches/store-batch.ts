/**
 * The one transaction of a submission: batch, rows and reservation, all or none. What all submissions of a workspace fight over,
 * its balance, is touched by the last statement alone, so that it is locked for milliseconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Decimal } from 'decimal.js';
import type pg from 'pg';
import type { MediaKind } from '../../contract/render-work.ts';
import { CommitUnclear, inTransaction } from '../db/in-transaction.ts';
import { isDatabaseUnreachable } from '../db/is-database-unreachable.ts';
import type { Deps } from '../deps.ts';
import { failBatch } from '../dispatch/fail-batch.ts';
import { newId } from '../new-id.ts';
import type { Idempotency } from './idempotency.ts';
import type { ParsedRow } from './parse-rows.ts';
import { BatchNotStarted, BillingUnavailable, InsufficientCredits } from './submit-refusals.ts';

export interface NewBatch {
  id: string;
  workspaceId: string;
  templateId: string;
  templateVersionId: string;
  kind: MediaKind;
  name: string | null;
  rows: ParsedRow[];
  creditsPerRow: Decimal;
  credits: Decimal;
  columns: string[];
  apiKeyId: string | null;
  memberId: string | null;
  idempotency: Idempotency | null;
}

/**
 * @throws {InsufficientCredits}
 * @throws {BillingUnavailable} nothing was stored
 * @throws {BatchNotStarted} the database went away during COMMIT: once it is back the batch is cancelled if it is there
 */
export async function storeBatch(deps: Pick<Deps, 'pool' | 'log'>, batch: NewBatch): Promise<void> {
  try {
    await inTransaction(deps.pool, async (client) => {
      await insertBatch(client, batch);
      if (batch.idempotency) await insertIdempotencyKey(client, batch, batch.idempotency);
      await insertRows(client, batch);
      await reserveCredits(client, batch);
    });
  } catch (error) {
    if (error instanceof CommitUnclear) await settle(deps, batch, error);
    else if (isDatabaseUnreachable(error)) throw new BillingUnavailable({ cause: error });
    else throw error;
  }
}

async function insertBatch(client: pg.PoolClient, batch: NewBatch): Promise<void> {
  await client.query(
    `INSERT INTO batches (id, workspace_id, template_id, template_version_id, kind, name, row_count,
                          credits_per_row, credits, columns, api_key_id, member_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      batch.id,
      batch.workspaceId,
      batch.templateId,
      batch.templateVersionId,
      batch.kind,
      batch.name,
      batch.rows.length,
      batch.creditsPerRow.toFixed(),
      batch.credits.toFixed(),
      batch.columns,
      batch.apiKeyId,
      batch.memberId,
    ],
  );
}

async function insertIdempotencyKey(
  client: pg.PoolClient,
  batch: NewBatch,
  { key, requestHash }: Idempotency,
): Promise<void> {
  await client.query(
    'INSERT INTO idempotency_keys (workspace_id, key, request_hash, batch_id) VALUES ($1, $2, $3, $4)',
    [batch.workspaceId, key, requestHash, batch.id],
  );
}

/**
 * All rows by one statement: 20,000 single inserts would take twenty times as long. Their values travel as lines of JSON, which
 * holds no line breaks of its own: an array parameter would have every quote escaped and take twice as long.
 */
async function insertRows(client: pg.PoolClient, { id, rows }: NewBatch): Promise<void> {
  await client.query(
    `INSERT INTO batch_rows (id, batch_id, index, external_id, "values")
     SELECT row.id, $1, row.number - 1, row.external_id, row.line::jsonb
     FROM ROWS FROM (unnest($2::uuid[]), unnest($3::text[]), string_to_table($4, E'\\n'))
       WITH ORDINALITY AS row (id, external_id, line, number)`,
    [
      id,
      rows.map(() => newId()),
      rows.map(({ externalId }) => externalId),
      rows.map(({ values }) => JSON.stringify(Object.fromEntries(values))).join('\n'),
    ],
  );
}

/** Takes the credits only if they are there; submissions at the same time queue here for the row's lock. */
async function reserveCredits(client: pg.PoolClient, batch: NewBatch): Promise<void> {
  const credits = batch.credits.toFixed();
  await client.query(
    `INSERT INTO ledger_entries (id, workspace_id, kind, amount, batch_id, api_key_id, member_id)
     VALUES ($1, $2, 'reserve', -$3::numeric, $4, $5, $6)`,
    [newId(), batch.workspaceId, credits, batch.id, batch.apiKeyId, batch.memberId],
  );
  const { rowCount } = await client.query(
    'UPDATE workspaces SET balance = balance - $2::numeric WHERE id = $1 AND balance >= $2::numeric',
    [batch.workspaceId, credits],
  );
  if (rowCount === 1) return;
  const { rows } = await client.query<{ balance: string }>(
    'SELECT balance::text FROM workspaces WHERE id = $1',
    [batch.workspaceId],
  );
  throw new InsufficientCredits(batch.credits, new Decimal(rows[0]?.balance ?? 0));
}

/** How long the caller waits for a database that comes back, such as after a restart. */
const SETTLE_PAUSES_MS = [0, 500, 1_500, 3_000];
const CANCEL_PAUSE_MS = 5_000;

/** Finds out what became of a COMMIT that nobody confirmed. Returns when the batch is stored. */
async function settle(deps: Pick<Deps, 'pool' | 'log'>, batch: NewBatch, cause: Error): Promise<void> {
  for (const pause of SETTLE_PAUSES_MS) {
    await sleep(pause);
    const stored = await isStored(deps, batch);
    if (stored === true) return;
    if (stored === false) throw new BillingUnavailable({ cause });
  }
  deps.log.error(
    { err: cause, batchId: batch.id },
    'outcome of a submission is unknown, it will be cancelled',
  );
  void cancelWhenPossible(deps, batch);
  throw new BatchNotStarted({ cause });
}

/** Null when the database cannot tell now. */
async function isStored(
  { pool, log }: Pick<Deps, 'pool' | 'log'>,
  { id, workspaceId }: NewBatch,
): Promise<boolean | null> {
  try {
    // The transaction holds this row's lock until it is over, one way or the other.
    await pool.query('SELECT 1 FROM workspaces WHERE id = $1 FOR UPDATE', [workspaceId]);
    const { rowCount } = await pool.query('SELECT 1 FROM batches WHERE id = $1', [id]);
    return rowCount === 1;
  } catch (error) {
    log.warn({ err: error, batchId: id }, 'cannot see yet whether a batch was stored');
    return null;
  }
}

/** The caller was told that it did not start, so it must not: the reservation goes back as soon as the database is there. */
async function cancelWhenPossible(deps: Pick<Deps, 'pool' | 'log'>, batch: NewBatch): Promise<void> {
  while (!deps.pool.ended) {
    await sleep(CANCEL_PAUSE_MS, undefined, { ref: false });
    try {
      const stored = await isStored(deps, batch);
      if (stored === null) continue;
      if (stored) await failBatch(deps, { batchId: batch.id, reason: 'The batch could not be started.' });
      return;
    } catch (error) {
      deps.log.warn({ err: error, batchId: batch.id }, 'a batch could not be cancelled yet');
    }
  }
}
