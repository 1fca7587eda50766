/**
 * The export of a finished batch (API §4.9) as a stream: external_id, generation_id, every variable used anywhere in the
 * batch, the result's URL. RFC 4180 with CRLF; values byte for byte as they were submitted.
 */
import type { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Batch, PrismaClient } from '../db/generated/prisma/client.ts';
import type { Deps } from '../deps.ts';
import { resultUrl } from '../files/file-urls.ts';

const ROWS_AT_ONCE = 1_000;

/** `spreadsheetSafe` puts an apostrophe before what a spreadsheet would run as a formula (OWASP CSV injection). */
export function exportCsv(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { batch, spreadsheetSafe }: { batch: Batch; spreadsheetSafe: boolean },
): Readable {
  const csv = stringify({
    record_delimiter: '\r\n',
    // By itself the package quotes CRLF alone; most readers end a record at a bare LF or CR too.
    quoted_match: /[\r\n]/,
    escape_formulas: spreadsheetSafe,
  });
  void writeRecords({ db, settings }, batch, csv);
  return csv;
}

async function writeRecords(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  batch: Batch,
  csv: ReturnType<typeof stringify>,
): Promise<void> {
  try {
    csv.write([
      'external_id',
      'generation_id',
      ...batch.columns,
      batch.kind === 'video' ? 'result_video_url' : 'result_image_url',
    ]);
    for await (const row of readRows(db, batch.id)) {
      const values = new Map(Object.entries(row.values as Record<string, string>));
      const url = row.outputKey ? resultUrl(settings, row.outputKey, row.finishedAt ?? row.updatedAt) : '';
      const record = [
        row.externalId ?? '',
        row.id,
        ...batch.columns.map((column) => values.get(column) ?? ''),
        url,
      ];
      if (!csv.write(record)) await drained(csv);
      if (csv.destroyed) return;
    }
    csv.end();
  } catch (error) {
    csv.destroy(error as Error);
  }
}

async function* readRows(db: PrismaClient, batchId: string) {
  for (let next = 0; ; next += ROWS_AT_ONCE) {
    const rows = await db.row.findMany({
      where: { batchId, index: { gte: next, lt: next + ROWS_AT_ONCE } },
      orderBy: { index: 'asc' },
      select: {
        id: true,
        externalId: true,
        values: true,
        outputKey: true,
        finishedAt: true,
        updatedAt: true,
      },
    });
    if (rows.length === 0) return;
    yield* rows;
  }
}

function drained(csv: ReturnType<typeof stringify>): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      csv.off('drain', done).off('close', done);
      resolve();
    };
    csv.once('drain', done).once('close', done);
  });
}
