import { pipeline } from 'node:stream/promises';
import { type Action, type Call, pathParameter } from '../action.ts';
import { GatewayFailed, operation } from '../gateway-client.ts';
import type { MediaKind } from '../media-kind.ts';
import { bulkJobNotFound, exportNotReady, resultsExpired } from '../refusals.ts';
import { statusWord } from '../status-word.ts';

export const findExportOperation = operation<
  { batch: { id: string; state: string; exportUrl: string | null; expiredAt: string | null } | null },
  { id: string; kind: MediaKind }
>(`
  query FindExport($id: ID!, $kind: MediaKind!) {
    batch(id: $id, kind: $kind) { id state exportUrl expiredAt }
  }
`);

/** API §4.9. `?safe=1` gives the variant that a spreadsheet does not take for formulas. */
export function downloadExport(kind: MediaKind): Action {
  return async (call) => {
    const { batch } = await call.ask(findExportOperation, { id: pathParameter(call, 'bulkJobId'), kind });
    if (!batch) throw bulkJobNotFound(kind);
    if (batch.state === 'DONE' && batch.expiredAt !== null) throw resultsExpired();
    if (batch.exportUrl === null) throw exportNotReady(statusWord(batch.state));
    await sendFile(call, batch.exportUrl, `bulk-job-${batch.id}.csv`);
    return null;
  };
}

async function sendFile({ request, response, download }: Call, url: string, name: string): Promise<void> {
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') return void response.end();
  const file = await download(request.query.safe === '1' ? withSafe(url) : url);
  if (file.status !== 200) {
    // Read to its end, which is near: the connection goes on to the next request.
    await file.body.toArray();
    // Its time has passed and it is about to be deleted.
    if (file.status === 410) throw resultsExpired();
    throw new GatewayFailed(`The gateway answered ${file.status} for an export`);
  }
  await pipeline(file.body, response);
}

function withSafe(url: string): string {
  const safe = new URL(url);
  safe.searchParams.set('safe', '1');
  return safe.href;
}
