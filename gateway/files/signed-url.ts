/**
 * URLs of files that need no key: they carry an expiry and an HMAC over path and expiry, so nobody can guess or
 * alter one, and the same file has the same URL whenever it is asked for (they stand in customers' sheets).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type UrlCheck = 'valid' | 'expired' | 'invalid';

/** `path` begins with a slash; `expires` is rounded down to whole seconds. */
export function signUrl(
  { publicUrl, urlSigningKey }: { publicUrl: string; urlSigningKey: Buffer },
  path: string,
  expires: Date,
): string {
  const seconds = Math.floor(expires.getTime() / 1000);
  return `${publicUrl}${path}?e=${seconds}&s=${signature(urlSigningKey, path, seconds)}`;
}

export function checkUrl(urlSigningKey: Buffer, url: URL, now: Date): UrlCheck {
  const seconds = url.searchParams.get('e') ?? '';
  const given = Buffer.from(url.searchParams.get('s') ?? '');
  const expected = Buffer.from(
    /^\d{1,12}$/.test(seconds) ? signature(urlSigningKey, url.pathname, Number(seconds)) : '',
  );
  if (expected.length === 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    return 'invalid';
  return Number(seconds) * 1000 < now.getTime() ? 'expired' : 'valid';
}

function signature(key: Buffer, path: string, seconds: number): string {
  return createHmac('sha256', key).update(`${path}\n${seconds}`).digest('base64url');
}
