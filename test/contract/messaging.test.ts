import { expect, test } from 'vitest';
import { renderMessageId, reportMessageId } from '../../contract/messaging.ts';
import { outputKey, outputThumbnailKey } from '../../contract/object-keys.ts';
import { renderReportSchema } from '../../contract/render-report.ts';
import { type RowWork, renderWorkSchema } from '../../contract/render-work.ts';

const rowId = '0197a1b2-0000-7000-8000-0000000000ab';
const rowWork: RowWork = {
  purpose: 'row',
  rowId,
  batchId: 'b',
  rowIndex: 0,
  attempt: 1,
  workspaceId: 'w',
  kind: 'image',
  templateVersionId: 'v',
  values: { name: 'Zoë' },
  assets: {},
};

test('work survives the way over the wire', () => {
  expect(renderWorkSchema.parse(JSON.parse(JSON.stringify(rowWork)))).toEqual(rowWork);
  expect(renderWorkSchema.safeParse({ ...rowWork, attempt: 0 }).success).toBe(false);
  expect(renderWorkSchema.safeParse({ ...rowWork, purpose: 'other' }).success).toBe(false);
});

test('a new attempt is a new message, the same attempt is not', () => {
  expect(renderMessageId(rowWork)).toBe(renderMessageId({ ...rowWork, values: {} }));
  expect(renderMessageId(rowWork)).not.toBe(renderMessageId({ ...rowWork, attempt: 2 }));
  expect(reportMessageId(rowId, 1)).not.toBe(reportMessageId(rowId, 2));
});

test('attempts of a row never overwrite each other', () => {
  expect(outputKey(rowId, 1, 'mp4')).toBe(`outputs/ab/${rowId}/1/output.mp4`);
  expect(outputKey(rowId, 2, 'mp4')).not.toBe(outputKey(rowId, 1, 'mp4'));
  expect(outputThumbnailKey(rowId, 1)).toBe(`outputs/ab/${rowId}/1/thumbnail.jpg`);
});

test('a report says what became of the row, in no other words than agreed', () => {
  const about = { rowId, batchId: 'b', attempt: 1, nodeId: 'n' };
  const failed = {
    event: 'row_failed',
    ...about,
    code: 'asset_unreachable',
    retryable: false,
    message: 'No picture',
  };
  expect(renderReportSchema.parse(failed)).toEqual(failed);
  expect(renderReportSchema.safeParse({ ...failed, code: 'bad_mood' }).success).toBe(false);
  expect(renderReportSchema.safeParse({ ...failed, extra: 1 }).success).toBe(false);
  expect(renderReportSchema.safeParse({ event: 'row_started', ...about }).success).toBe(false);
});
