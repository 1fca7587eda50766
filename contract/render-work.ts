/**
 * What the gateway asks of a render node: one message holds all it needs to know besides the object store.
 * A template's preview picture is rendered by the same farm as rows are.
 */
import { z } from 'zod';

export const mediaKindSchema = z.enum(['image', 'video']);
export type MediaKind = z.infer<typeof mediaKindSchema>;

/** An uploaded asset, resolved by the gateway: the node reads the object and needs no database. */
export const assetReferenceSchema = z.strictObject({
  objectKey: z.string(),
  contentType: z.string(),
  sha256: z.string(),
});
export type AssetReference = z.infer<typeof assetReferenceSchema>;

const commonWorkFields = {
  workspaceId: z.string(),
  kind: mediaKindSchema,
  templateVersionId: z.string(),
  values: z.record(z.string(), z.string()),
  /** The assets that the row's own values name (`asset:NAME`); the template's are in its stored version. */
  assets: z.record(z.string(), assetReferenceSchema),
};

export const rowWorkSchema = z.strictObject({
  purpose: z.literal('row'),
  rowId: z.string(),
  batchId: z.string(),
  rowIndex: z.number().int(),
  /** Counts dispatches from 1; a repeated delivery of the same message keeps it. */
  attempt: z.number().int().min(1),
  /** A moment of a video, in seconds from its beginning, drawn as a PNG in place of the video. Pictures ignore it. */
  stillSeconds: z.number().min(0).optional(),
  ...commonWorkFields,
});

export const templatePreviewWorkSchema = z.strictObject({
  purpose: z.literal('template_preview'),
  templateId: z.string(),
  ...commonWorkFields,
});

export const renderWorkSchema = z.discriminatedUnion('purpose', [rowWorkSchema, templatePreviewWorkSchema]);
export type RowWork = z.infer<typeof rowWorkSchema>;
export type TemplatePreviewWork = z.infer<typeof templatePreviewWorkSchema>;
export type RenderWork = z.infer<typeof renderWorkSchema>;

/** What lies in the object store for a template version: the document and the assets it names, both frozen. */
export const storedTemplateVersionSchema = z.strictObject({
  templateVersionId: z.string(),
  document: z.unknown(),
  assets: z.record(z.string(), assetReferenceSchema),
});
export type StoredTemplateVersion = z.infer<typeof storedTemplateVersionSchema>;
