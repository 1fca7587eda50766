import { type Template as TemplateDocument, templateSchema } from '../../contract/template/template.ts';
import { templateVariables } from '../../contract/template/variables.ts';
import { builder, refusalOf } from '../builder.ts';
import { creditsPerRow } from '../credits/price.ts';
import { sampleCsvUrl, templateThumbnailUrl } from '../files/file-urls.ts';
import { MediaKind } from '../media-kind.graphql.ts';
import { isId } from '../new-id.ts';
import { type Page, readPage } from '../page.graphql.ts';
import { aspectRatio } from './aspect-ratio.ts';
import { createTemplate } from './create-template.ts';
import { deleteTemplate } from './delete-template.ts';
import { TemplateFaulty, TemplateNotFound } from './template-refusals.ts';
import { updateTemplate } from './update-template.ts';
import { describeVariables, Variable } from './variables.graphql.ts';

const parsed = new WeakMap<object, TemplateDocument>();

/** The stored document with its defaults; parsed once for all fields of an answer. */
function documentOf({ currentVersion }: { currentVersion: { document: unknown } }): TemplateDocument {
  const known = parsed.get(currentVersion);
  if (known) return known;
  const document = templateSchema.parse(currentVersion.document);
  parsed.set(currentVersion, document);
  return document;
}

const Template = builder.prismaObject('Template', {
  description: 'What rows are rendered against. Saving one makes a new version; batches keep theirs.',
  include: { currentVersion: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: MediaKind }),
    name: t.string({ resolve: ({ currentVersion }) => currentVersion.name }),
    version: t.int({ resolve: ({ currentVersion }) => currentVersion.number }),
    width: t.int({ description: 'Pixels.', resolve: (template) => documentOf(template).width }),
    height: t.int({ description: 'Pixels.', resolve: (template) => documentOf(template).height }),
    aspectRatio: t.string({
      description: 'Reduced, such as "16:9".',
      resolve: (template) => {
        const { width, height } = documentOf(template);
        return aspectRatio(width, height);
      },
    }),
    sceneCount: t.int({
      description: '0 for images.',
      resolve: (template) => {
        const document = documentOf(template);
        return document.kind === 'video' ? document.scenes.length : 0;
      },
    }),
    creditsPerRow: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'What one row costs now; null for a video template without a configured cost.',
      resolve: (template) => creditsPerRow(documentOf(template)),
    }),
    variables: t.field({
      type: [Variable],
      description: 'In order of first appearance, as the template stands now.',
      resolve: (template) => describeVariables(documentOf(template)),
    }),
    document: t.field({
      type: 'JSON',
      description: 'The template as it was saved.',
      resolve: ({ currentVersion }) => currentVersion.document,
    }),
    thumbnailUrl: t.string({
      description: 'A picture of the template with its example values; 404 until it has been rendered.',
      resolve: ({ id }, _args, { deps }) => templateThumbnailUrl(deps.settings, id),
    }),
    sampleCsvUrl: t.string({
      nullable: true,
      description: 'A sheet to start from; null without variables.',
      resolve: (template, _args, { deps }) =>
        templateVariables(documentOf(template)).length > 0 ? sampleCsvUrl(deps.settings, template.id) : null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const TemplatePage = builder.objectRef<Page<typeof Template.$inferType>>('TemplatePage').implement({
  fields: (t) => ({
    items: t.expose('items', { type: [Template] }),
    page: t.exposeInt('page'),
    pageSize: t.exposeInt('pageSize'),
    totalCount: t.exposeInt('totalCount'),
    totalPages: t.exposeInt('totalPages'),
  }),
});

builder.objectType(TemplateNotFound, {
  ...refusalOf(TemplateNotFound),
  fields: (t) => ({ kind: t.expose('kind', { type: MediaKind, nullable: true }) }),
});

const TemplateFault = builder.objectRef<{ path: string; message: string }>('TemplateFault').implement({
  fields: (t) => ({ path: t.exposeString('path'), message: t.exposeString('message') }),
});

builder.objectType(TemplateFaulty, {
  ...refusalOf(TemplateFaulty),
  fields: (t) => ({ faults: t.expose('faults', { type: [TemplateFault] }) }),
});

const DeletedTemplate = builder.objectRef<{ id: string }>('DeletedTemplate').implement({
  fields: (t) => ({ id: t.exposeID('id') }),
});

builder.queryFields((t) => ({
  templates: t.field({
    type: TemplatePage,
    description: 'Newest first; pageSize is capped at 100.',
    args: {
      kind: t.arg({ type: MediaKind, required: true }),
      page: t.arg.int({ required: true, defaultValue: 1 }),
      pageSize: t.arg.int({ required: true, defaultValue: 30 }),
    },
    resolve: (_root, { kind, page, pageSize }, { deps, viewer }) => {
      const where = { workspaceId: viewer.workspaceId, kind, deletedAt: null };
      return readPage(
        { page, pageSize },
        () => deps.db.template.count({ where }),
        (range) =>
          deps.db.template.findMany({
            ...range,
            where,
            orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
            include: { currentVersion: true },
          }),
      );
    },
  }),
  template: t.prismaField({
    type: 'Template',
    nullable: true,
    description: 'Null when there is none with this id, or it is of another kind.',
    args: { id: t.arg.id({ required: true }), kind: t.arg({ type: MediaKind }) },
    resolve: (query, _root, { id, kind }, { deps, viewer }) =>
      isId(id)
        ? deps.db.template.findFirst({
            ...query,
            where: { id, workspaceId: viewer.workspaceId, deletedAt: null, ...(kind ? { kind } : {}) },
          })
        : null,
  }),
}));

builder.mutationFields((t) => ({
  createTemplate: t.prismaField({
    type: 'Template',
    description: 'Checks the document, stores it and has a preview picture rendered.',
    errors: { types: [TemplateFaulty], directResult: true, union: { name: 'CreateTemplateResult' } },
    args: { document: t.arg({ type: 'JSON', required: true }) },
    resolve: async (query, _root, { document }, { deps, viewer }) => {
      const { id } = await createTemplate(deps, { workspaceId: viewer.workspaceId, document });
      return deps.db.template.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  updateTemplate: t.prismaField({
    type: 'Template',
    description: 'Saves a new version; its kind stays.',
    errors: {
      types: [TemplateFaulty, TemplateNotFound],
      directResult: true,
      union: { name: 'UpdateTemplateResult' },
    },
    args: { id: t.arg.id({ required: true }), document: t.arg({ type: 'JSON', required: true }) },
    resolve: async (query, _root, { id, document }, { deps, viewer }) => {
      await updateTemplate(deps, { workspaceId: viewer.workspaceId, templateId: id, document });
      return deps.db.template.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteTemplate: t.field({
    type: DeletedTemplate,
    errors: { types: [TemplateNotFound], directResult: true, union: { name: 'DeleteTemplateResult' } },
    description: 'Hides the template. Its batches go on and keep their results.',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, { deps, viewer }) =>
      deleteTemplate(deps, { workspaceId: viewer.workspaceId, templateId: id }),
  }),
}));
