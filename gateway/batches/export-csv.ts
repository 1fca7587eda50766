/**
 * The export of a finished batch (API §4.9) as a stream: external_id, generation_id, every variable used anywhere in the
 * batch, the result's URL. RFC 4180 with CRLF; values byte for byte as they were submitted.
 */
import type { Readable } from 'node:stream';
import { type Stringifier, stringify } from 'csv-stringify';
import type { Batch } from '../db/generated/prisma/client.ts';
import type { Deps } from '../deps.ts';
import { resultUrl } from '../files/file-urls.ts';

const ROWS_AT_ONCE = 1_000;

/** `spreadsheetSafe` puts an apostrophe before what a spreadsheet would run as a formula (OWASP CSV injection). */
export function exportCsv(
  deps: Pick<Deps, 'pool' | 'settings'>,
  { batch, spreadsheetSafe }: { batch: Batch; spreadsheetSafe: boolean },
): Readable {
  const csv = stringify({
    record_delimiter: '\r\n',
    // By itself the package quotes CRLF alone; most readers end a record at a bare LF or CR too.
    quoted_match: /[\r\n]/,
    escape_formulas: spreadsheetSafe,
  });
  writeRecords(deps, batch, csv).then(
    () => csv.end(),
    (error: Error) => csv.destroy(error),
  );
  return csv;
}

async function writeRecords(
  { pool, settings }: Pick<Deps, 'pool' | 'settings'>,
  batch: Batch,
  csv: Stringifier,
): Promise<void> {
  const resultColumn = batch.kind === 'video' ? 'result_video_url' : 'result_image_url';
  csv.write(['external_id', 'generation_id', ...batch.columns, resultColumn]);
  for (let next = 0; next < batch.rowCount; next += ROWS_AT_ONCE)
    for (const row of await readRows(pool, batch.id, next)) {
      const values = new Map(Object.entries(row.values));
      const cells = batch.columns.map((column) => values.get(column) ?? '');
      const url = row.output_key === null ? '' : resultUrl(settings, row.output_key, row.finished_at);
      if (!csv.write([row.external_id ?? '', row.id, ...cells, url])) await untilDrained(csv);
      if (csv.destroyed) return;
    }
}

interface ExportedRow {
  id: string;
  external_id: string | null;
  values: Record<string, string>;
  output_key: string | null;
  finished_at: Date;
}

/** By the pool, not by Prisma: four times as quick for 20,000 rows. */
async function readRows(pool: Deps['pool'], batchId: string, from: number): Promise<ExportedRow[]> {
  const { rows } = await pool.query<ExportedRow>(
    `SELECT id, external_id, "values", output_key, coalesce(finished_at, updated_at) AS finished_at
     FROM batch_rows WHERE batch_id = $1 AND index >= $2 AND index < $3 ORDER BY index`,
    [batchId, from, from + ROWS_AT_ONCE],
  );
  return rows;
}

/** Also returns when the reader has gone away. */
function untilDrained(csv: Stringifier): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      csv.off('drain', done).off('close', done);
      resolve();
    };
    csv.once('drain', done).once('close', done);
  });
}
