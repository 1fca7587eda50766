/** What a render node tells the gateway. The terminal ones travel over JetStream, `started` and node beats over core NATS. */
import { z } from 'zod';
import { renderFailureCodeSchema } from './render-failure.ts';
import { mediaKindSchema } from './render-work.ts';

const rowFields = {
  rowId: z.string(),
  batchId: z.string(),
  attempt: z.number().int().min(1),
  nodeId: z.string(),
};

export const rowStartedSchema = z.strictObject({ event: z.literal('row_started'), ...rowFields });

export const rowRenderedSchema = z.strictObject({
  event: z.literal('row_rendered'),
  ...rowFields,
  outputKey: z.string(),
  thumbnailKey: z.string().nullable(),
  bytes: z.number().int().min(0),
  renderMs: z.number().min(0),
  /** `libx264`, `h264_nvenc`, `jpg` … : what made the file. */
  encoder: z.string(),
  /** Things the customer should know although the row succeeded, such as glyphs no font covers. */
  notes: z.array(z.string()),
});

export const rowFailedSchema = z.strictObject({
  event: z.literal('row_failed'),
  ...rowFields,
  code: renderFailureCodeSchema,
  retryable: z.boolean(),
  /** The customer's sentence. */
  message: z.string(),
});

export const templatePreviewRenderedSchema = z.strictObject({
  event: z.literal('template_preview_rendered'),
  templateId: z.string(),
  templateVersionId: z.string(),
  thumbnailKey: z.string(),
});

export const renderReportSchema = z.discriminatedUnion('event', [
  rowRenderedSchema,
  rowFailedSchema,
  templatePreviewRenderedSchema,
]);
export type RenderReport = z.infer<typeof renderReportSchema>;
export type RowStarted = z.infer<typeof rowStartedSchema>;

/** Every node sends one at start, every few seconds and when it stops. */
export const nodeBeatSchema = z.strictObject({
  nodeId: z.string(),
  hostname: z.string(),
  kinds: z.array(mediaKindSchema),
  slots: z.number().int().min(1),
  state: z.enum(['running', 'draining', 'stopped']),
  /** The video encoder in use and why: `libx264 (no NVIDIA driver)`. */
  encoder: z.string(),
  encoderReason: z.string(),
  /** Rows being rendered now: the gateway renews their lease. */
  rowIds: z.array(z.string()),
  rowsDone: z.number().int().min(0),
  rssBytes: z.number().int().min(0),
});
export type NodeBeat = z.infer<typeof nodeBeatSchema>;
