/** Express routes for the files behind signed URLs: outputs, thumbnails, exports, sample sheets, assets. */
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Request, type Response, Router } from 'express';
import { templateSchema } from '../../contract/template/template.ts';
import { exportCsv } from '../batches/export-csv.ts';
import { answeredInTime } from '../db/answered-in-time.ts';
import type { Deps } from '../deps.ts';
import { isId } from '../new-id.ts';
import { sampleCsv } from '../templates/sample-csv.ts';
import { sendObject } from './send-object.ts';
import { checkUrl } from './signed-url.ts';

const CONTENT_TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mov': 'video/quicktime',
};
/** An output never changes under its URL: a new attempt has a new one. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'private, no-cache';

type FileDeps = Pick<Deps, 'db' | 'pool' | 'store' | 'clock' | 'settings' | 'log'>;

export function serveFiles(deps: FileDeps): Router {
  const router = Router();
  router.use(['/r', '/exports', '/templates', '/assets'], (request, response, next) => {
    const url = new URL(request.originalUrl, 'http://gateway');
    const check = checkUrl(deps.settings.urlSigningKey, url, deps.clock.now());
    if (check === 'valid') next();
    else if (check === 'expired') response.status(410).json({ error: 'This link has expired' });
    else notFound(response);
  });
  router.get('/r/:rowId/:attempt/:file', (request, response) => sendOutput(deps, request, response));
  router.get('/exports/:file', (request, response) => sendExport(deps, request, response));
  router.get('/templates/:templateId/thumbnail.jpg', (request, response) =>
    sendThumbnail(deps, request, response),
  );
  router.get('/templates/:templateId/sample.csv', (request, response) => sendSample(deps, request, response));
  router.get('/assets/:assetId', (request, response) => sendAsset(deps, request, response));
  return router;
}

async function sendOutput({ db, store }: FileDeps, request: Request, response: Response): Promise<void> {
  const { rowId, attempt, file } = request.params as Record<string, string>;
  const row = isId(rowId!)
    ? await answeredInTime(
        db.row.findUnique({ where: { id: rowId! }, select: { outputKey: true, thumbnailKey: true } }),
      )
    : null;
  const key = [row?.outputKey, row?.thumbnailKey].find((candidate) =>
    candidate?.endsWith(`/${rowId}/${attempt}/${file}`),
  );
  if (!key) return notFound(response);
  await sendObject(
    store,
    key,
    { contentType: CONTENT_TYPES[extname(key)], cacheControl: IMMUTABLE },
    request,
    response,
  );
}

async function sendExport(deps: FileDeps, request: Request, response: Response): Promise<void> {
  const batchId = (request.params.file as string).replace(/\.csv$/, '');
  const batch = isId(batchId)
    ? await answeredInTime(deps.db.batch.findUnique({ where: { id: batchId } }))
    : null;
  if (batch?.state !== 'done' || batch.expiredAt) return notFound(response);
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${batchId}.csv"`,
    'Cache-Control': REVALIDATE,
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') return void response.end();
  try {
    await pipeline(exportCsv(deps, { batch, spreadsheetSafe: request.query.safe === '1' }), response);
  } catch (error) {
    const isReaderGone = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (isReaderGone) deps.log.debug({ batchId }, 'client went away');
    else deps.log.warn({ err: error, batchId }, 'export broke off');
    // Half a file must not look like a whole one: the connection is cut instead of ended.
    response.destroy();
  }
}

async function sendThumbnail({ db, store }: FileDeps, request: Request, response: Response): Promise<void> {
  const template = await findTemplate(db, request);
  if (!template?.thumbnailKey) {
    response.set('Retry-After', '5');
    return notFound(response);
  }
  await sendObject(
    store,
    template.thumbnailKey,
    { contentType: 'image/jpeg', cacheControl: REVALIDATE },
    request,
    response,
  );
}

async function sendSample({ db }: FileDeps, request: Request, response: Response): Promise<void> {
  const template = await findTemplate(db, request);
  if (!template) return notFound(response);
  response.set({ 'Content-Disposition': 'attachment; filename="sample.csv"', 'Cache-Control': REVALIDATE });
  response.type('text/csv').send(sampleCsv(templateSchema.parse(template.currentVersion.document)));
}

async function sendAsset({ db, store }: FileDeps, request: Request, response: Response): Promise<void> {
  const { assetId } = request.params as Record<string, string>;
  const asset = isId(assetId!)
    ? await answeredInTime(db.asset.findUnique({ where: { id: assetId! } }))
    : null;
  if (!asset) return notFound(response);
  await sendObject(
    store,
    asset.objectKey,
    { contentType: asset.contentType, cacheControl: REVALIDATE },
    request,
    response,
  );
}

async function findTemplate(db: Deps['db'], request: Request) {
  const { templateId } = request.params as Record<string, string>;
  if (!isId(templateId!)) return null;
  return answeredInTime(
    db.template.findFirst({
      where: { id: templateId!, deletedAt: null },
      include: { currentVersion: true },
    }),
  );
}

function notFound(response: Response): void {
  response.status(404).json({ error: 'Not found' });
}
