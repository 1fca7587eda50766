/**
 * What callers are told when the answer is no: status and body, beside the section of the API document that fixes them.
 * Texts without a section are ours. A union member of `schema.graphql` without an entry here does not compile.
 */
import type { MediaKind } from './media-kind.ts';

/** An answer other than success. `headers` are sent along. */
export class RestRefusal extends Error {
  readonly status: number;
  readonly body: { error: string } & Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    error: string,
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
    options?: ErrorOptions,
  ) {
    super(error, options);
    this.name = 'RestRefusal';
    this.status = status;
    this.body = { error, ...more };
    this.headers = headers;
  }
}

/** API §8 */
export const MAX_ROWS = 20_000;
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
const RETRY_SOON = { 'Retry-After': '5' };

// API §5.2
export const apiKeyRequired = () =>
  new RestRefusal(401, 'API key required', {}, { 'WWW-Authenticate': 'Bearer' });

// API §7.2
export const typeInvalid = () =>
  new RestRefusal(400, 'type must be one of TEMPLATE or IMAGE_TEMPLATE', {
    allowed: ['IMAGE_TEMPLATE', 'TEMPLATE'],
  });

// API §7.1, §7.2
export const templateNotFound = (kind: MediaKind) =>
  new RestRefusal(404, kind === 'VIDEO' ? 'Template not found' : 'Image template not found');

// API §7.3
export const bulkJobNotFound = (kind: MediaKind) =>
  new RestRefusal(404, kind === 'VIDEO' ? 'Bulk job not found' : 'Image bulk job not found');
export const exportNotReady = (status: string) =>
  new RestRefusal(404, 'Export not ready — bulk job has not finished yet', { status });
/** The contract is silent on how long results are kept; 410 says that asking again will not help. */
export const resultsExpired = () =>
  new RestRefusal(410, 'The results of this bulk job have expired and are deleted');

// API §7.1
const rowsRequired = () => new RestRefusal(400, 'rows is required and must be a non-empty list of objects');
export const tooManyRows = (maxRows: number) =>
  new RestRefusal(400, `rows exceeds the maximum of ${maxRows} per batch`, { max_rows: maxRows });
export const failedToStartBatch = (options?: ErrorOptions) =>
  new RestRefusal(
    500,
    'Failed to start batch',
    { detail: 'Credits are reversed on a best-effort basis; check the balance before retrying.' },
    {},
    options,
  );
export const billingServiceUnavailable = (options?: ErrorOptions) =>
  new RestRefusal(503, 'Billing service unavailable', { detail: 'Safe to retry.' }, RETRY_SOON, options);

// Not in the document: the body.
export const bodyNotJson = (where: string, options?: ErrorOptions) =>
  new RestRefusal(
    400,
    `${where} is not valid JSON. Send one JSON object, encoded as UTF-8.`,
    {},
    {},
    options,
  );
export const bodyTooLarge = (maxBytes: number) =>
  new RestRefusal(413, `The request body exceeds the maximum of ${maxBytes} bytes, counted uncompressed`, {
    max_bytes: maxBytes,
  });
export const rowTooLarge = (index: number, maxBytes: number) =>
  new RestRefusal(400, `rows[${index}] takes more than ${maxBytes} bytes of JSON`, { row_index: index });
export const memberTooLarge = (where: string, maxBytes: number) =>
  new RestRefusal(413, `${where} takes more than ${maxBytes} bytes of JSON`, { max_bytes: maxBytes });
export const bodyUndecodable = (encoding: string, options?: ErrorOptions) =>
  new RestRefusal(400, `The request body is not valid ${encoding}`, {}, {}, options);
export const encodingUnsupported = (encoding: string) =>
  new RestRefusal(415, `Content-Encoding ${encoding} is not supported: use gzip, deflate, br or none`);
export const charsetUnsupported = (charset: string) =>
  new RestRefusal(415, `The charset ${charset} is not supported: send JSON encoded as UTF-8`);
export const tooManyLargeBodies = () =>
  new RestRefusal(
    503,
    'Too many large requests at the same time',
    { detail: 'Nothing was charged. Send this one again in a few seconds.' },
    RETRY_SOON,
  );

// Not in the document: paths, methods, paging, failures.
export const pathUnknown = () => new RestRefusal(404, 'There is nothing at this path. See /api/docs.');
export const methodNotAllowed = (method: string, allowed: string[]) =>
  new RestRefusal(405, `${method} is not possible here`, {}, { Allow: allowed.join(', ') });
export const pageInvalid = (parameter: string, max: number) =>
  new RestRefusal(400, `${parameter} must be a whole number from 1 to ${max}`);
export const webhookEndpointNotFound = () => new RestRefusal(404, 'Webhook endpoint not found');
export const unexpectedError = () => new RestRefusal(500, 'Unexpected error');
export const serviceUnavailable = () =>
  new RestRefusal(503, 'Service unavailable', { detail: 'Safe to retry in a few seconds.' }, RETRY_SOON);

/** What `submitBatch` answers other than BatchSubmitted, with the fields the facade asks for. */
export type SubmitBatchRefusal =
  | { __typename: 'TemplateNotFound'; message: string }
  | { __typename: 'RowsRequired'; message: string }
  | { __typename: 'TooManyRows'; message: string; maxRows: number }
  | { __typename: 'RowInvalid'; message: string; rowIndex: number; key: string | null }
  | { __typename: 'BatchNameInvalid'; message: string }
  | { __typename: 'TemplateHasNoCost'; message: string }
  | { __typename: 'TemplateIsEmpty'; message: string }
  | { __typename: 'InsufficientCredits'; message: string; required: string; available: string }
  | { __typename: 'IdempotencyKeyReused'; message: string }
  | { __typename: 'IdempotencyKeyInvalid'; message: string }
  | { __typename: 'BatchNotStarted'; message: string }
  | { __typename: 'BillingUnavailable'; message: string };

/** API §7.1 */
export const submitBatchRefusals: Table<SubmitBatchRefusal, MediaKind> = {
  TemplateNotFound: (_, kind) => templateNotFound(kind),
  RowsRequired: () => rowsRequired(),
  TooManyRows: ({ maxRows }) => tooManyRows(maxRows),
  RowInvalid: ({ message, rowIndex, key }) =>
    new RestRefusal(400, message, { row_index: rowIndex, ...(key === null ? {} : { key }) }),
  BatchNameInvalid: ({ message }) => new RestRefusal(400, message),
  TemplateHasNoCost: () => new RestRefusal(422, 'This template has no configured cost — contact support'),
  TemplateIsEmpty: ({ message }, kind) =>
    new RestRefusal(
      422,
      kind === 'IMAGE' ? 'Image template has no layers or base image configured' : message,
    ),
  InsufficientCredits: ({ required, available }) =>
    new RestRefusal(402, 'insufficient_credits', { required, available }),
  IdempotencyKeyReused: ({ message }) => new RestRefusal(422, message),
  IdempotencyKeyInvalid: ({ message }) => new RestRefusal(400, message),
  BatchNotStarted: () => failedToStartBatch(),
  BillingUnavailable: () => billingServiceUnavailable(),
};

/** What `Batch.row` answers other than Row. */
export type RowLookupRefusal =
  | { __typename: 'RowNotFound'; message: string }
  | { __typename: 'ExternalIdNotUnique'; message: string };

/** API §7.3 */
export const rowLookupRefusals: Table<RowLookupRefusal> = {
  RowNotFound: () => new RestRefusal(404, 'No row with this external_id in this bulk job'),
  ExternalIdNotUnique: () =>
    new RestRefusal(409, 'external_id is not unique within this bulk job — multiple rows match'),
};

/** What `createWebhookEndpoint` answers other than WebhookEndpointCreated. */
export type CreateWebhookRefusal =
  | { __typename: 'WebhookTargetRefused'; message: string }
  | { __typename: 'TooManyWebhookEndpoints'; message: string; limit: number };

export const createWebhookRefusals: Table<CreateWebhookRefusal> = {
  WebhookTargetRefused: ({ message }) => new RestRefusal(400, message),
  TooManyWebhookEndpoints: ({ message, limit }) => new RestRefusal(400, message, { limit }),
};

/** Looks up the answer for a union member. */
export function refusalOf<Member extends { __typename: string }, Context>(
  table: Table<Member, Context>,
  member: Member,
  context: Context,
): RestRefusal {
  const entry = table[member.__typename as Member['__typename']] as Entry<Member, Context> | undefined;
  // A gateway newer than this facade may know a refusal that this table does not.
  return entry ? entry(member, context) : unexpectedError();
}

type Entry<Member, Context> = (member: Member, context: Context) => RestRefusal;
type Table<Member extends { __typename: string }, Context = void> = {
  [Name in Member['__typename']]: Entry<Extract<Member, { __typename: Name }>, Context>;
};
