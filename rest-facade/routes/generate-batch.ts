import type { z } from 'zod';
import { type Action, type Answer, type Call, pathParameter } from '../action.ts';
import type { acceptedBulkJob } from '../bodies.ts';
import type { BatchBody } from '../body/batch-body-parser.ts';
import { withBatchBody } from '../body/with-batch-body.ts';
import { GatewayUnavailable, KeyRefused, operation } from '../gateway-client.ts';
import type { MediaKind } from '../media-kind.ts';
import {
  billingServiceUnavailable,
  failedToStartBatch,
  RestRefusal,
  refusalOf,
  type SubmitBatchRefusal,
  submitBatchRefusals,
  templateNotFound,
} from '../refusals.ts';

interface BatchSubmitted {
  __typename: 'BatchSubmitted';
  batch: { id: string; rowCount: number; credits: string };
}

export const findTemplateOperation = operation<
  { template: { id: string } | null },
  { id: string; kind: MediaKind }
>(`
  query FindTemplate($id: ID!, $kind: MediaKind!) {
    template(id: $id, kind: $kind) { id }
  }
`);

export const submitBatchOperation = operation<
  { submitBatch: BatchSubmitted | SubmitBatchRefusal },
  {
    input: {
      templateId: string;
      kind: MediaKind;
      rows: unknown;
      name: unknown;
      idempotencyKey: string | undefined;
    };
  }
>(`
  mutation SubmitBatch($input: SubmitBatchInput!) {
    submitBatch(input: $input) {
      __typename
      ... on BatchSubmitted { batch { id rowCount credits } }
      ... on Refusal { message }
      ... on TooManyRows { maxRows }
      ... on RowInvalid { rowIndex key }
      ... on InsufficientCredits { required available }
    }
  }
`);

/** 20,000 rows take a second or two; on a busy machine this much longer, and a late answer is better than none. */
const SUBMIT_DEADLINE_MS = 110_000;

/** API §4.3, §4.4. Key and template are checked before the body is read. */
export function generateBatch(kind: MediaKind): Action {
  return async (call) => {
    const templateId = pathParameter(call, 'templateId');
    const { template } = await call
      .ask(findTemplateOperation, { id: templateId, kind })
      .catch(refuseWhenUnavailable);
    if (!template) throw templateNotFound(kind);
    return withBatchBody(call.request, call.largeBodies, (body) => submit(call, kind, templateId, body));
  };
}

async function submit(call: Call, kind: MediaKind, templateId: string, body: BatchBody): Promise<Answer> {
  const idempotencyKey = call.request.get('idempotency-key');
  const input = { templateId, kind, rows: body.rows, name: body.batchName, idempotencyKey };
  const { submitBatch } = await call
    .ask(submitBatchOperation, { input }, SUBMIT_DEADLINE_MS)
    .catch(refuseWhenUnavailable)
    .catch(refuseWhenUnclear);
  if (submitBatch.__typename !== 'BatchSubmitted') throw refusalOf(submitBatchRefusals, submitBatch, kind);
  return { status: 202, body: acceptedBody(submitBatch.batch) };
}

function acceptedBody(batch: BatchSubmitted['batch']): z.output<typeof acceptedBulkJob> {
  return {
    bulk_job_id: batch.id,
    // Also when the same Idempotency-Key comes again later: the answer stays what it was.
    status: 'pending',
    row_count: batch.rowCount,
    estimated_credits: batch.credits,
  };
}

/** Nothing was stored, so the caller may simply try again (API §7.1, 503). */
function refuseWhenUnavailable(error: unknown): never {
  throw error instanceof GatewayUnavailable ? billingServiceUnavailable({ cause: error }) : error;
}

/** The gateway was reached and did not say what became of the batch (API §7.1, 500). */
function refuseWhenUnclear(error: unknown): never {
  throw error instanceof RestRefusal || error instanceof KeyRefused
    ? error
    : failedToStartBatch({ cause: error });
}
