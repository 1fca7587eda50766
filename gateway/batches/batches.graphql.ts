import { builder, refusalOf } from '../builder.ts';
import { apiKeyIdOf, memberIdOf } from '../context.ts';
import { exportUrl } from '../files/file-urls.ts';
import { MediaKind } from '../media-kind.graphql.ts';
import { isId } from '../new-id.ts';
import { ExternalIdNotUnique, RowNotFound } from '../rows/row-refusals.ts';
import { RowState } from '../rows/rows.graphql.ts';
import { TemplateNotFound } from '../templates/template-refusals.ts';
import { type BatchSubmitted as Submitted, submitBatch } from './submit-batch.ts';
import {
  BatchNameInvalid,
  BatchNotStarted,
  BillingUnavailable,
  IdempotencyKeyInvalid,
  IdempotencyKeyReused,
  InsufficientCredits,
  RowInvalid,
  RowsRequired,
  TemplateHasNoCost,
  TemplateIsEmpty,
  TooManyRows,
} from './submit-refusals.ts';

const BatchState = builder.enumType('BatchState', {
  values: {
    PENDING: { value: 'pending', description: 'Accepted.' },
    PROCESSING: { value: 'processing', description: 'Rows are going out to the farm.' },
    DISPATCHED: { value: 'dispatched', description: 'Every row has been handed to the farm at least once.' },
    DONE: { value: 'done', description: 'Every row succeeded or failed; the export is there.' },
    FAILED: {
      value: 'failed',
      description: 'The batch could not be dispatched; its credits were given back.',
    },
  } as const,
});

interface Counts {
  total: number;
  succeeded: number;
  failed: number;
}

const BatchCounts = builder.objectRef<Counts>('BatchCounts').implement({
  description: 'Rows by outcome; succeeded, failed and pending add up to total.',
  fields: (t) => ({
    total: t.exposeInt('total'),
    succeeded: t.exposeInt('succeeded'),
    failed: t.exposeInt('failed'),
    pending: t.int({ resolve: ({ total, succeeded, failed }) => total - succeeded - failed }),
  }),
});

export const Batch = builder.prismaObject('Batch', {
  description: 'One submission: a list of rows rendered against one template.',
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: MediaKind }),
    state: t.expose('state', { type: BatchState }),
    name: t.exposeString('name', { nullable: true }),
    template: t.relation('template', {
      description: 'As it stands now; the batch keeps the version it was submitted with.',
    }),
    templateVersion: t.int({
      select: { templateVersion: { select: { number: true } } },
      resolve: ({ templateVersion }) => templateVersion.number,
    }),
    rowCount: t.exposeInt('rowCount'),
    counts: t.field({
      type: BatchCounts,
      select: { rowCount: true, succeeded: true, failed: true },
      resolve: ({ rowCount, succeeded, failed }) => ({ total: rowCount, succeeded, failed }),
    }),
    creditsPerRow: t.expose('creditsPerRow', { type: 'Decimal' }),
    credits: t.expose('credits', { type: 'Decimal', description: 'Reserved at submission.' }),
    columns: t.exposeStringList('columns', {
      description:
        "The export's columns: the template's variables, then other submitted keys as they first appeared.",
    }),
    failureReason: t.exposeString('failureReason', { nullable: true }),
    exportUrl: t.string({
      nullable: true,
      description:
        'The CSV of all rows with their results; null until the state is DONE, and when the results are deleted.',
      select: { state: true, doneAt: true, updatedAt: true, expiredAt: true },
      resolve: ({ id, state, doneAt, updatedAt, expiredAt }, _args, { deps }) =>
        state === 'done' && !expiredAt ? exportUrl(deps.settings, id, doneAt ?? updatedAt) : null,
    }),
    rows: t.relatedConnection(
      'rows',
      {
        cursor: 'id',
        totalCount: true,
        description: 'In submitted order.',
        args: { state: t.arg({ type: RowState }) },
        query: ({ state }) => ({ orderBy: { index: 'asc' }, ...(state ? { where: { state } } : {}) }),
      },
      { name: 'RowConnection' },
      { name: 'RowEdge' },
    ),
    row: t.prismaField({
      type: 'Row',
      errors: { types: [RowNotFound, ExternalIdNotUnique], directResult: true, union: { name: 'RowLookup' } },
      description: "The row with the caller's own identifier.",
      args: { externalId: t.arg.string({ required: true }) },
      resolve: async (query, { id: batchId }, { externalId }, { deps }) => {
        const where = { batchId, externalId };
        // U+0000 is in no stored text, and PostgreSQL refuses to be asked for it.
        const [row, another] =
          externalId.includes('\u0000') || !externalId.isWellFormed()
            ? []
            : await deps.db.row.findMany({ ...query, where, take: 2 });
        if (!row) throw new RowNotFound();
        if (another) throw new ExternalIdNotUnique(await deps.db.row.count({ where }));
        return row;
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    doneAt: t.expose('doneAt', { type: 'DateTime', nullable: true }),
    expiredAt: t.expose('expiredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when its rows and their results are deleted; null while they are there.',
    }),
  }),
});

for (const Refused of [
  RowNotFound,
  RowsRequired,
  BatchNameInvalid,
  TemplateHasNoCost,
  IdempotencyKeyInvalid,
  IdempotencyKeyReused,
  BillingUnavailable,
  BatchNotStarted,
])
  builder.objectType(Refused, refusalOf(Refused));

builder.objectType(ExternalIdNotUnique, {
  ...refusalOf(ExternalIdNotUnique),
  fields: (t) => ({ matches: t.exposeInt('matches') }),
});

builder.objectType(TooManyRows, {
  ...refusalOf(TooManyRows),
  fields: (t) => ({ maxRows: t.exposeInt('maxRows') }),
});

builder.objectType(RowInvalid, {
  ...refusalOf(RowInvalid),
  fields: (t) => ({
    rowIndex: t.exposeInt('rowIndex', { description: 'Zero-based.' }),
    key: t.exposeString('key', { nullable: true }),
  }),
});

builder.objectType(TemplateIsEmpty, {
  ...refusalOf(TemplateIsEmpty),
  fields: (t) => ({ kind: t.expose('kind', { type: MediaKind }) }),
});

builder.objectType(InsufficientCredits, {
  ...refusalOf(InsufficientCredits),
  fields: (t) => ({
    required: t.expose('required', { type: 'Decimal' }),
    available: t.expose('available', { type: 'Decimal' }),
  }),
});

builder.queryFields((t) => ({
  batch: t.prismaField({
    type: 'Batch',
    nullable: true,
    description: 'Null when there is none with this id, or it is of another kind.',
    args: { id: t.arg.id({ required: true }), kind: t.arg({ type: MediaKind }) },
    resolve: (query, _root, { id, kind }, { deps, viewer }) =>
      isId(id)
        ? deps.db.batch.findFirst({
            ...query,
            where: { id, workspaceId: viewer.workspaceId, ...(kind ? { kind } : {}) },
          })
        : null,
  }),
  batches: t.prismaConnection(
    {
      type: 'Batch',
      cursor: 'id',
      description: 'Newest first.',
      totalCount: (_root, _args, { deps, viewer }) =>
        deps.db.batch.count({ where: { workspaceId: viewer.workspaceId } }),
      resolve: (query, _root, _args, { deps, viewer }) =>
        deps.db.batch.findMany({
          ...query,
          where: { workspaceId: viewer.workspaceId },
          orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        }),
    },
    { name: 'BatchConnection' },
    { name: 'BatchEdge' },
  ),
}));

const SubmitBatchInput = builder.inputType('SubmitBatchInput', {
  fields: (t) => ({
    templateId: t.id({ required: true }),
    kind: t.field({ type: MediaKind, description: 'When given, the template must be of it.' }),
    rows: t.field({
      type: 'JSON',
      description:
        'A list of 1 to 20,000 objects: variable name → string, number or boolean. `external_id` is your own identifier of the row. A missing or null key leaves the variable blank.',
    }),
    name: t.field({ type: 'JSON', description: 'A label of at most 255 characters.' }),
    idempotencyKey: t.string({
      description:
        'The same key with the same input answers with the batch of the first time and charges once.',
    }),
  }),
});

const BatchSubmitted = builder.objectRef<Submitted>('BatchSubmitted').implement({
  fields: (t) => ({
    batch: t.prismaField({
      type: 'Batch',
      resolve: (query, { batchId }, _args, { deps }) =>
        deps.db.batch.findUniqueOrThrow({ ...query, where: { id: batchId } }),
    }),
    replayed: t.exposeBoolean('replayed', {
      description: 'True when the idempotency key had been used before: nothing new was stored or charged.',
    }),
  }),
});

builder.mutationField('submitBatch', (t) =>
  t.field({
    type: BatchSubmitted,
    description: 'Stores the rows and reserves their credits, both or neither. Rendering begins by itself.',
    errors: {
      types: [
        TemplateNotFound,
        RowsRequired,
        TooManyRows,
        RowInvalid,
        BatchNameInvalid,
        TemplateHasNoCost,
        TemplateIsEmpty,
        InsufficientCredits,
        IdempotencyKeyReused,
        IdempotencyKeyInvalid,
        BatchNotStarted,
        BillingUnavailable,
      ],
      directResult: true,
      union: { name: 'SubmitBatchResult' },
    },
    args: { input: t.arg({ type: SubmitBatchInput, required: true }) },
    resolve: async (_root, { input }, { deps, viewer, wakeDispatch }) => {
      const submitted = await submitBatch(deps, {
        templateId: input.templateId,
        kind: input.kind ?? null,
        rows: input.rows,
        name: input.name,
        workspaceId: viewer.workspaceId,
        idempotencyKey: input.idempotencyKey ?? null,
        apiKeyId: apiKeyIdOf(viewer),
        memberId: memberIdOf(viewer),
      });
      wakeDispatch();
      return submitted;
    },
  }),
);
