/**
 * A submission: checked, priced, stored. Template version, price and columns are frozen here. The answer goes out at COMMIT;
 * NATS is not involved, the dispatcher finds the batch by itself.
 */
import { Decimal } from 'decimal.js';
import type { MediaKind } from '../../contract/render-work.ts';
import { type Template, templateSchema } from '../../contract/template/template.ts';
import { templateVariables } from '../../contract/template/variables.ts';
import { creditsPerRow } from '../credits/price.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { findTemplate } from '../templates/find-template.ts';
import { findEarlierBatch, readIdempotency } from './idempotency.ts';
import { parseBatchName, parseRows } from './parse-rows.ts';
import { type NewBatch, storeBatch } from './store-batch.ts';
import { InsufficientCredits, TemplateHasNoCost, TemplateIsEmpty } from './submit-refusals.ts';

export interface SubmitBatchInput {
  workspaceId: string;
  templateId: string;
  kind: MediaKind | null;
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

/**
 * @throws {Refusal} one of submit-refusals.ts, or TemplateNotFound; nothing is stored or charged then, save what BatchNotStarted
 * says
 */
export async function submitBatch(
  deps: Pick<Deps, 'db' | 'pool' | 'log' | 'clock'>,
  input: SubmitBatchInput,
): Promise<BatchSubmitted> {
  const template = await findTemplate(deps, input);
  const { rows, keys } = parseRows(input.rows);
  const name = parseBatchName(input.name);
  const idempotency = readIdempotency(input.idempotencyKey, [template.id, input.rows, name]);
  const earlier = idempotency && (await findEarlierBatch(deps, input.workspaceId, idempotency));
  if (earlier) return { batchId: earlier, replayed: true };

  const document = templateSchema.parse(template.currentVersion.document);
  const price = priceOf(document);
  const credits = price.times(rows.length);
  await checkBalance(deps, input.workspaceId, credits);

  return storeOnce(deps, {
    id: newId(),
    workspaceId: input.workspaceId,
    templateId: template.id,
    templateVersionId: template.currentVersionId,
    kind: template.kind,
    name,
    rows,
    creditsPerRow: price,
    credits,
    columns: [...new Set([...templateVariables(document).map((variable) => variable.name), ...keys])],
    apiKeyId: input.apiKeyId,
    memberId: input.memberId,
    idempotency,
  });
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

/** Spares a doomed submission its writes; the reservation itself decides. */
async function checkBalance({ db }: Pick<Deps, 'db'>, workspaceId: string, credits: Decimal): Promise<void> {
  const { balance } = await db.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { balance: true },
  });
  const available = new Decimal(balance.toFixed());
  if (available.lessThan(credits)) throw new InsufficientCredits(credits, available);
}

async function storeOnce(
  deps: Pick<Deps, 'db' | 'pool' | 'log' | 'clock'>,
  batch: NewBatch,
): Promise<BatchSubmitted> {
  try {
    await storeBatch(deps, batch);
    return { batchId: batch.id, replayed: false };
  } catch (error) {
    if (!batch.idempotency || !isUniqueViolation(error)) throw error;
    // The same key arrived twice at once and the other request was first.
    const earlier = await findEarlierBatch(deps, batch.workspaceId, batch.idempotency);
    if (!earlier) throw error;
    return { batchId: earlier, replayed: true };
  }
}
