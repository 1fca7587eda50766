import { builder } from '../builder.ts';
import { resultUrl } from '../files/file-urls.ts';
import { MediaKind } from '../media-kind.graphql.ts';

export const RowState = builder.enumType('RowState', {
  description: 'pending → processing → success or failed; the last two are final.',
  values: {
    PENDING: { value: 'pending' },
    PROCESSING: { value: 'processing' },
    SUCCESS: { value: 'success' },
    FAILED: { value: 'failed' },
  } as const,
});

export const Row = builder.prismaObject('Row', {
  description: 'One row of a batch and what became of it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    index: t.exposeInt('index', { description: 'Zero-based position in the submitted list.' }),
    externalId: t.exposeString('externalId', { nullable: true, description: "The caller's own identifier." }),
    kind: t.field({
      type: MediaKind,
      select: { batch: { select: { kind: true } } },
      resolve: ({ batch }) => batch.kind,
    }),
    state: t.expose('state', { type: RowState }),
    values: t.expose('values', { type: 'JSON', description: 'As submitted, as text; blanks are left out.' }),
    attempt: t.exposeInt('attempt', { description: 'How often it was handed to the farm.' }),
    resultUrl: t.string({
      nullable: true,
      description: 'The image or video; set once the state is SUCCESS.',
      select: { outputKey: true, finishedAt: true, updatedAt: true },
      resolve: ({ outputKey, finishedAt, updatedAt }, _args, { deps }) =>
        outputKey && resultUrl(deps.settings, outputKey, finishedAt ?? updatedAt),
    }),
    thumbnailUrl: t.string({
      nullable: true,
      description: "A small picture; an image's is the image itself.",
      select: {
        thumbnailKey: true,
        outputKey: true,
        finishedAt: true,
        updatedAt: true,
        batch: { select: { kind: true } },
      },
      resolve: ({ thumbnailKey, outputKey, finishedAt, updatedAt, batch }, _args, { deps }) => {
        const key = batch.kind === 'image' ? outputKey : thumbnailKey;
        return key && resultUrl(deps.settings, key, finishedAt ?? updatedAt);
      },
    }),
    failureCode: t.exposeString('failureCode', {
      nullable: true,
      description: 'Why it failed, for machines.',
    }),
    errorMessage: t.exposeString('errorMessage', {
      nullable: true,
      description: 'Why it failed, naming scene, layer and variable.',
    }),
    notes: t.exposeStringList('notes', { description: 'Worth knowing although the row succeeded.' }),
    encoder: t.exposeString('encoder', {
      nullable: true,
      description: 'What made the file, such as "libx264".',
    }),
    renderMs: t.exposeInt('renderMs', { nullable: true }),
    outputBytes: t.exposeInt('outputBytes', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true }),
    finishedAt: t.expose('finishedAt', { type: 'DateTime', nullable: true }),
  }),
});
