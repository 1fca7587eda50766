/**
 * A submission: everything is checked first, then batch, rows and reservation are written in ONE transaction. The row that
 * all submissions of a workspace fight over, its balance, is touched by the last statement alone, so it is locked for
 * milliseconds. The answer goes out at COMMIT; the dispatcher finds the batch by itself.
 */
import { createHash } from 'node:crypto';
import { Decimal } from 'decimal.js';
import type pg from 'pg';
import type { MediaKind } from '../../contract/render-work.ts';
import { type Template, templateSchema } from '../../contract/template/template.ts';
import { templateVariables } from '../../contract/template/variables.ts';
import { creditsPerRow } from '../credits/price.ts';
import { isDatabaseUnreachable } from '../db/is-database-unreachable.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { findTemplate } from '../templates/find-template.ts';
import { type ParsedRow, parseBatchName, parseRows } from './parse-rows.ts';
import {
  BatchNotStarted,
  BillingUnavailable,
  IdempotencyKeyInvalid,
  IdempotencyKeyReused,
  InsufficientCredits,
  TemplateHasNoCost,
  TemplateIsEmpty,
} from './submit-refusals.ts';

export interface SubmitBatchInput {
  workspaceId: string;
  templateId: string;
  kind: MediaKind;
  /** As they came: any JSON. */
  rows: unknown;
  name: unknown;
  idempotencyKey: string | null;
  apiKeyId: string | null;
  memberId: string | null;
}

export interface BatchSubmitted {
  batchId: string;
  /** The answer of an earlier request with the same idempotency key. */
  replayed: boolean;
}

/** @throws {Refusal} one of submit-refusals.ts or TemplateNotFound; nothing is stored or charged then */
export async function submitBatch(
  deps: Pick<Deps, 'db' | 'pool' | 'log' | 'clock'>,
  input: SubmitBatchInput,
): Promise<BatchSubmitted> {
  const template = await findTemplate(deps, input);
  const { rows, keys } = parseRows(input.rows);
  const name = parseBatchName(input.name);
  const idempotency = idempotencyOf(input);
  const earlier = idempotency && (await findEarlierAnswer(deps, input.workspaceId, idempotency));
  if (earlier) return earlier;

  const document = templateSchema.parse(template.currentVersion.document);
  const price = priceOf(document);
  const credits = price.times(rows.length);
  await checkBalance(deps, input.workspaceId, credits);

  const variables = templateVariables(document).map((variable) => variable.name);
  const batch: NewBatch = {
    id: newId(),
    workspaceId: input.workspaceId,
    templateId: template.id,
    templateVersionId: template.currentVersionId,
    kind: template.kind,
    name,
    rows,
    creditsPerRow: price,
    credits,
    columns: [...variables, ...keys.filter((key) => !variables.includes(key))],
    apiKeyId: input.apiKeyId,
    memberId: input.memberId,
    idempotency,
  };
  return storeOnce(deps, batch);
}

interface Idempotency {
  key: string;
  requestHash: string;
}

interface NewBatch
  extends Pick<SubmitBatchInput, 'workspaceId' | 'templateId' | 'kind' | 'apiKeyId' | 'memberId'> {
  id: string;
  templateVersionId: string;
  name: string | null;
  rows: ParsedRow[];
  creditsPerRow: Decimal;
  credits: Decimal;
  columns: string[];
  idempotency: Idempotency | null;
}

/** A video needs scenes and a cost, an image layers or a base image (API §7.1). */
function priceOf(template: Template): Decimal {
  const isEmpty =
    template.kind === 'video'
      ? template.scenes.length === 0
      : template.layers.length === 0 && template.base_image === null;
  const price = creditsPerRow(template);
  if (price === null) throw new TemplateHasNoCost();
  if (isEmpty) throw new TemplateIsEmpty(template.kind);
  return price;
}

/** Spares a doomed submission its writes; the guarded UPDATE below decides. */
async function checkBalance({ db }: Pick<Deps, 'db'>, workspaceId: string, credits: Decimal): Promise<void> {
  const { balance } = await db.workspace
    .findUniqueOrThrow({ where: { id: workspaceId }, select: { balance: true } })
    .catch(billingUnavailable);
  const available = new Decimal(balance.toFixed());
  if (available.lessThan(credits)) throw new InsufficientCredits(credits, available);
}

async function storeOnce(deps: Pick<Deps, 'db' | 'pool' | 'log'>, batch: NewBatch): Promise<BatchSubmitted> {
  try {
    await storeBatch(deps, batch);
    return { batchId: batch.id, replayed: false };
  } catch (error) {
    if (!batch.idempotency || !isUniqueViolation(error)) throw error;
    // The same key arrived twice at once and the other request was first.
    const earlier = await findEarlierAnswer(deps, batch.workspaceId, batch.idempotency);
    if (!earlier) throw error;
    return earlier;
  }
}

async function storeBatch({ pool, log }: Pick<Deps, 'pool' | 'log'>, batch: NewBatch): Promise<void> {
  const client = await pool.connect().catch(billingUnavailable);
  let committing = false;
  let broken: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    await insertBatch(client, batch);
    if (batch.idempotency) await insertIdempotencyKey(client, batch, batch.idempotency);
    await insertRows(client, batch);
    await reserveCredits(client, batch);
    committing = true;
    await client.query('COMMIT');
  } catch (error) {
    if (committing) {
      broken = error as Error;
      return await settleUnknownCommit({ pool, log }, batch, broken);
    }
    await client.query('ROLLBACK').catch((rollback: Error) => {
      // The connection is gone, and with it the transaction.
      broken = rollback;
    });
    if (isDatabaseUnreachable(error)) throw new BillingUnavailable({ cause: error });
    throw error;
  } finally {
    client.release(broken);
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

/** All rows by one statement: 20,000 single inserts would take twenty times as long. */
async function insertRows(client: pg.PoolClient, { id, rows }: NewBatch): Promise<void> {
  await client.query(
    `INSERT INTO batch_rows (id, batch_id, index, external_id, "values")
     SELECT row.id, $1, row.number - 1, row.external_id, row."values"
     FROM unnest($2::uuid[], $3::text[], $4::jsonb[]) WITH ORDINALITY AS row (id, external_id, "values", number)`,
    [
      id,
      rows.map(() => newId()),
      rows.map(({ externalId }) => externalId),
      rows.map(({ values }) => JSON.stringify(Object.fromEntries(values))),
    ],
  );
}

async function insertIdempotencyKey(
  client: pg.PoolClient,
  batch: NewBatch,
  { key, requestHash }: Idempotency,
) {
  await client.query(
    'INSERT INTO idempotency_keys (workspace_id, key, request_hash, batch_id) VALUES ($1, $2, $3, $4)',
    [batch.workspaceId, key, requestHash, batch.id],
  );
}

/** Last of all: takes the credits only if they are there (the row lock makes concurrent submissions queue here). */
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

/** The connection broke while COMMIT was under way: on a new one the batch is either there or it never will be. */
async function settleUnknownCommit(
  { pool, log }: Pick<Deps, 'pool' | 'log'>,
  batch: NewBatch,
  cause: Error,
): Promise<void> {
  try {
    const { rowCount } = await pool.query('SELECT 1 FROM batches WHERE id = $1', [batch.id]);
    if (rowCount === 1) return;
  } catch (error) {
    log.error({ err: error, batchId: batch.id }, 'outcome of a submission is unknown');
    throw new BatchNotStarted({ cause });
  }
  throw new BillingUnavailable({ cause });
}

function idempotencyOf({
  idempotencyKey,
  templateId,
  kind,
  rows,
  name,
}: SubmitBatchInput): Idempotency | null {
  if (idempotencyKey === null) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) throw new IdempotencyKeyInvalid();
  const requestHash = createHash('sha256')
    .update(JSON.stringify([templateId, kind, rows, name ?? null]))
    .digest('hex');
  return { key: idempotencyKey, requestHash };
}

const IDEMPOTENCY_LIFETIME_MS = 24 * 3_600_000;

async function findEarlierAnswer(
  { db }: Pick<Deps, 'db'>,
  workspaceId: string,
  { key, requestHash }: Idempotency,
): Promise<BatchSubmitted | null> {
  const earlier = await db.idempotencyKey.findUnique({ where: { workspaceId_key: { workspaceId, key } } });
  if (!earlier) return null;
  if (Date.now() - earlier.createdAt.getTime() > IDEMPOTENCY_LIFETIME_MS) {
    await db.idempotencyKey.deleteMany({ where: { workspaceId, key, batchId: earlier.batchId } });
    return null;
  }
  if (earlier.requestHash !== requestHash) throw new IdempotencyKeyReused();
  return { batchId: earlier.batchId, replayed: true };
}

function billingUnavailable(error: unknown): never {
  if (isDatabaseUnreachable(error)) throw new BillingUnavailable({ cause: error });
  throw error;
}
