import { RETRYABLE, type RenderFailureCode } from '../contract/render-failure.ts';
import type { RenderReport } from '../contract/render-report.ts';
import type { RenderWork } from '../contract/render-work.ts';

/** How a render ended. Plain data: it crosses from a slot to the node's main process. */
export type RenderOutcome =
  | {
      result: 'rendered';
      outputKey: string;
      thumbnailKey: string | null;
      bytes: number;
      renderMs: number;
      encoder: string;
      notes: string[];
    }
  | { result: 'failed'; code: RenderFailureCode; message: string }
  /** Not begun, or stopped by a shutdown or for another row's sake: it may be tried elsewhere. */
  | { result: 'withdrawn' };

/** What the gateway is told; null when there is nothing to tell: a preview that could not be drawn is not missed. */
export function renderReport(
  work: RenderWork,
  outcome: Exclude<RenderOutcome, { result: 'withdrawn' }>,
  nodeId: string,
): RenderReport | null {
  if (work.purpose === 'template_preview') {
    if (outcome.result === 'failed') return null;
    const { templateId, templateVersionId } = work;
    return {
      event: 'template_preview_rendered',
      templateId,
      templateVersionId,
      thumbnailKey: outcome.outputKey,
    };
  }
  const row = { rowId: work.rowId, batchId: work.batchId, attempt: work.attempt, nodeId };
  switch (outcome.result) {
    case 'rendered': {
      const { result: _, ...output } = outcome;
      return { event: 'row_rendered', ...row, ...output };
    }
    case 'failed': {
      const { code, message } = outcome;
      return { event: 'row_failed', ...row, code, retryable: RETRYABLE.has(code), message };
    }
    default:
      return outcome satisfies never;
  }
}
