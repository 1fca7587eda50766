/**
 * Fetches the media that rows name by URL, once per batch and node: slots ask the node's main process, which keeps the
 * files in its cache folder and so many requests per host at bay.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GuardedRequest, OutboundFailed, OutboundRefused } from '../../runtime/guarded-request.ts';

export interface AssetRequest {
  url: string;
  /** Within it a URL is fetched once: the batch's id. */
  scope: string;
}

/** Plain data: it crosses from the main process to a slot. `problem` continues "the picture at URL …". */
export type FetchedAsset =
  | { ok: true; path: string }
  | { ok: false; code: 'asset_unreachable' | 'asset_too_large'; problem: string };

export type FetchAsset = (request: AssetRequest) => Promise<FetchedAsset>;

const MOST_BYTES = 50 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
const MOST_REDIRECTS = 3;
const REQUESTS_PER_HOST = 6;
/** Pauses before the second and the third try, when the trouble may pass. */
const RETRY_PAUSES_MS = [500, 2_000];
/** A broken URL that 20,000 rows share is asked for again at most this often. */
const FAILURE_KEPT_MS = 60_000;

export function createAssetFetcher({
  request,
  cacheFolder,
}: {
  request: GuardedRequest;
  cacheFolder: string;
}): FetchAsset {
  const recent = new Map<string, Promise<FetchedAsset>>();
  const inHostTurn = createTurns(REQUESTS_PER_HOST);

  return async ({ url, scope }) => {
    const path = cachePath(cacheFolder, scope, url);
    const known = recent.get(path);
    if (known) return known;
    const fetched = fetchToFile(url, path);
    recent.set(path, fetched);
    let keptMs = 0;
    try {
      const result = await fetched;
      // What was fetched is remembered by its file.
      if (!result.ok) keptMs = FAILURE_KEPT_MS;
      return result;
    } finally {
      setTimeout(() => recent.delete(path), keptMs).unref();
    }
  };

  async function fetchToFile(url: string, path: string): Promise<FetchedAsset> {
    if (await isCached(path)) return { ok: true, path };
    const answer = await inHostTurn(hostOf(url), () => requestPatiently(request, url));
    if (!answer.ok) return answer;
    await mkdir(dirname(path), { recursive: true });
    const partial = `${path}.${randomUUID()}.partial`;
    await writeFile(partial, answer.body);
    await rename(partial, path);
    return { ok: true, path };
  }
}

function cachePath(folder: string, scope: string, url: string): string {
  const name = (text: string) => createHash('sha256').update(text).digest('hex');
  return join(folder, name(scope).slice(0, 32), name(url));
}

/** A file in use is touched: cleaning goes by age. */
async function isCached(path: string): Promise<boolean> {
  try {
    await stat(path);
    await utimes(dirname(path), new Date(), new Date());
    return true;
  } catch {
    return false;
  }
}

type Answer = { ok: true; body: Buffer } | Extract<FetchedAsset, { ok: false }>;

async function requestPatiently(request: GuardedRequest, url: string): Promise<Answer> {
  for (const pauseMs of RETRY_PAUSES_MS) {
    const { answer, mayPass } = await requestOnce(request, url);
    if (answer.ok || !mayPass) return answer;
    await sleep(pauseMs);
  }
  return (await requestOnce(request, url)).answer;
}

async function requestOnce(
  request: GuardedRequest,
  url: string,
): Promise<{ answer: Answer; mayPass: boolean }> {
  try {
    const { status, body, truncated } = await request({
      url,
      maxBytes: MOST_BYTES,
      timeoutMs: TIMEOUT_MS,
      maxRedirects: MOST_REDIRECTS,
    });
    if (status !== 200) return { answer: unreachable(`${status}`), mayPass: status >= 500 || status === 429 };
    if (truncated)
      return {
        answer: { ok: false, code: 'asset_too_large', problem: 'is larger than 50 MB' },
        mayPass: false,
      };
    if (body.length === 0) return { answer: unreachable('the answer is empty'), mayPass: false };
    return { answer: { ok: true, body }, mayPass: false };
  } catch (error) {
    if (error instanceof OutboundRefused) return { answer: unreachable(asPhrase(error)), mayPass: false };
    if (error instanceof OutboundFailed) return { answer: unreachable(asPhrase(error)), mayPass: true };
    throw error;
  }
}

function unreachable(reason: string): Answer {
  return { ok: false, code: 'asset_unreachable', problem: `could not be fetched: ${reason}` };
}

/** A sentence as the end of another one. */
function asPhrase({ message }: Error): string {
  return (message.charAt(0).toLowerCase() + message.slice(1)).replace(/\.$/, '');
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** At most so many at a time per key; the others wait in line. */
function createTurns(most: number) {
  const busy = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = busy.get(key) ?? { running: 0, waiting: [] };
    busy.set(key, turn);
    if (turn.running >= most) await new Promise<void>((resolve) => turn.waiting.push(resolve));
    else turn.running++;
    try {
      return await work();
    } finally {
      const next = turn.waiting.shift();
      if (next) next();
      else if (--turn.running === 0) busy.delete(key);
    }
  };
}
