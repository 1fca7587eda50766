import { z } from 'zod';
import { type RenderReport, renderReportSchema } from '../../contract/render-report.ts';

/** @throws {z.ZodError} when it is none */
export function readReport(payload: unknown): RenderReport {
  const report = renderReportSchema.parse(payload);
  switch (report.event) {
    case 'row_rendered':
      return {
        ...report,
        rowId: uuid.parse(report.rowId),
        bytes: Math.min(report.bytes, MAX_INTEGER),
        renderMs: Math.min(Math.round(report.renderMs), MAX_INTEGER),
        notes: report.notes.map(storable),
      };
    case 'row_failed':
      return { ...report, rowId: uuid.parse(report.rowId), message: storable(report.message) };
    case 'template_preview_rendered':
      uuid.parse(report.templateId);
      uuid.parse(report.templateVersionId);
      return report;
    default:
      return report satisfies never;
  }
}

const uuid = z.guid();
const MAX_INTEGER = 2 ** 31 - 1;

/** PostgreSQL stores neither U+0000 nor half a surrogate pair; a sentence that quotes a program's output may hold either. */
function storable(text: string): string {
  return Buffer.from(text.replaceAll('\u0000', '')).toString('utf8');
}
