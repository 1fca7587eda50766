import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { ObjectStore } from '../../runtime/object-store.ts';

/** Sends an object whole, in part (one byte range, RFC 9110 §14), or not at all when the caller has it already. */
export async function sendObject(
  store: ObjectStore,
  key: string,
  { contentType = 'application/octet-stream', cacheControl }: { contentType?: string; cacheControl: string },
  request: Request,
  response: Response,
): Promise<void> {
  const size = await store.size(key);
  if (size === null) return void response.status(404).json({ error: 'Not found' });
  const etag = `"${createHash('sha256').update(`${key} ${size}`).digest('base64url').slice(0, 22)}"`;
  response.set({
    'Content-Type': contentType,
    'Cache-Control': cacheControl,
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'X-Content-Type-Options': 'nosniff',
    // An uploaded SVG may hold scripts; opened on its own it must not run as this site.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  if (request.fresh) return void response.status(304).end();

  // A part of another version than the one asked about would not fit to the rest.
  const isCurrent = [undefined, etag].includes(request.get('if-range'));
  const ranges = isCurrent ? request.range(size) : undefined;
  if (ranges === -1) return void response.status(416).set('Content-Range', `bytes */${size}`).end();
  const range =
    Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  response.set('Content-Length', String(range ? range.end - range.start + 1 : size));
  if (request.method === 'HEAD') return void response.end();
  await pipeline(store.read(key, range), response).catch((error: NodeJS.ErrnoException) => {
    // Players stop reading whenever they have enough.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
