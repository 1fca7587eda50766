import type { z } from 'zod';
import { type Action, pathParameter } from '../action.ts';
import type { imageGeneration, videoGeneration } from '../bodies.ts';
import { operation } from '../gateway-client.ts';
import type { MediaKind } from '../media-kind.ts';
import { bulkJobNotFound, type RowLookupRefusal, refusalOf, rowLookupRefusals } from '../refusals.ts';
import { statusWord } from '../status-word.ts';

interface FoundRow {
  __typename: 'Row';
  id: string;
  index: number;
  externalId: string;
  state: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED';
  resultUrl: string | null;
  thumbnailUrl: string | null;
  errorMessage: string | null;
  createdAt: string;
  updatedAt: string;
}

export const showGenerationOperation = operation<
  { batch: { row: FoundRow | RowLookupRefusal } | null },
  { id: string; kind: MediaKind; externalId: string }
>(`
  query ShowGeneration($id: ID!, $kind: MediaKind!, $externalId: String!) {
    batch(id: $id, kind: $kind) {
      row(externalId: $externalId) {
        __typename
        ... on Row { id index externalId state resultUrl thumbnailUrl errorMessage createdAt updatedAt }
        ... on Refusal { message }
      }
    }
  }
`);

/** API §4.7, §4.8 */
export function showGeneration(kind: MediaKind): Action {
  return async (call) => {
    const id = pathParameter(call, 'bulkJobId');
    const externalId = pathParameter(call, 'externalId');
    const { batch } = await call.ask(showGenerationOperation, { id, kind, externalId });
    if (!batch) throw bulkJobNotFound(kind);
    const { row } = batch;
    if (row.__typename !== 'Row') throw refusalOf(rowLookupRefusals, row, undefined);
    return { status: 200, body: kind === 'VIDEO' ? videoBody(row) : imageBody(row) };
  };
}

function videoBody(row: FoundRow): z.output<typeof videoGeneration> {
  return {
    generation_id: row.id,
    row_index: row.index,
    external_id: row.externalId,
    status: statusWord(row.state),
    result_video_url: row.resultUrl,
    thumbnail_url: row.thumbnailUrl,
    error_message: row.errorMessage,
    created: row.createdAt,
    modified: row.updatedAt,
  };
}

function imageBody(row: FoundRow): z.output<typeof imageGeneration> {
  return {
    generation_id: row.id,
    row_index: row.index,
    external_id: row.externalId,
    output_type: 'image',
    status: statusWord(row.state),
    result_image_url: row.resultUrl,
    created: row.createdAt,
    modified: row.updatedAt,
  };
}
