/**
 * The one door for HTTP requests to URLs that customers gave: webhooks and assets. It connects to the address it has
 * checked, checks again at every connection and every redirect, knows no proxy, and bounds time and size.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import {
  type AllowList,
  checkUrl,
  isListed,
  OutboundRefused,
  parseAllowList,
  parseUrl,
  type ResolveHost,
  resolveHost,
  resolvePublicHost,
} from './outbound-target.ts';

export { OutboundRefused } from './outbound-target.ts';

export interface OutboundRequest {
  url: string;
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The answer's body is cut there. */
  maxBytes: number;
  /** For everything together: name service, connection, redirects, body. */
  timeoutMs: number;
  /** Redirects to follow, for requests without a body; by default a redirect is the answer. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** There was more than `maxBytes`. */
  truncated: boolean;
  /** Where the answer came from, after redirects. */
  url: string;
}

/** No answer could be had: unknown name, refused connection, bad certificate, time out, broken body. */
export class OutboundFailed extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'OutboundFailed';
  }
}

export interface GuardedRequest {
  /** @throws {OutboundRefused} @throws {OutboundFailed} An answer of any status is an answer. */
  (request: OutboundRequest): Promise<OutboundAnswer>;
  close(): Promise<void>;
}

/**
 * Make one per process and keep it: it holds the connections. `allow` lists `host:port` and CIDR ranges that may be reached
 * although they are private, and over plain http.
 */
export function createGuardedRequest({
  allow: entries,
  resolve = resolveHost,
}: {
  allow: readonly string[];
  resolve?: ResolveHost;
}): GuardedRequest {
  const allow = parseAllowList(entries);
  const agent = new Agent({
    connect: guardedConnector(allow, resolve),
    keepAliveTimeout: 10_000,
    maxResponseSize: -1,
  });

  async function guardedRequest(options: OutboundRequest): Promise<OutboundAnswer> {
    const limit = startLimit(options.timeoutMs, options.signal);
    try {
      let url = parseUrl(options.url);
      for (let redirectsLeft = options.maxRedirects ?? 0; ; redirectsLeft -= 1) {
        checkUrl(url, allow);
        const answer = await requestOnce(agent, url, options, limit.signal);
        const location = redirectTarget(answer, url);
        if (!options.maxRedirects || location === null) return answer;
        if (redirectsLeft === 0) throw new OutboundFailed(`More than ${options.maxRedirects} redirects.`);
        url = location;
      }
    } catch (error) {
      throw asOutboundError(error, limit);
    } finally {
      limit.end();
    }
  }

  guardedRequest.close = () => agent.destroy();
  return guardedRequest;
}

/** A name is resolved when a connection is made and nowhere else, so what was checked is what is connected to. */
function guardedConnector(allow: AllowList, resolve: ResolveHost): buildConnector.connector {
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    resolvePublicHost(hostname, allow, resolve).then(
      (addresses) => {
        const first = addresses[0];
        if (all) callback(null, addresses);
        else if (first) callback(null, first.address, first.family);
        else callback(new OutboundRefused(`The host ${hostname} has no address.`), '');
      },
      (error) => callback(error, ''),
    );
  };
  const connectChecked = buildConnector({ lookup, timeout: 10_000 });
  const connectListed = buildConnector({ timeout: 10_000 });
  return (options, callback) => {
    const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
    if (isListed(url, allow)) connectListed(options, callback);
    else connectChecked(options, callback);
  };
}

async function requestOnce(
  agent: Agent,
  url: URL,
  { method = 'GET', headers = {}, body, maxBytes }: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  const response = await agent.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { 'accept-encoding': 'identity', ...headers },
    body,
    signal,
  });
  const { bytes, truncated } = await readUpTo(response.body, maxBytes);
  return { status: response.statusCode, headers: response.headers, body: bytes, truncated, url: url.href };
}

async function readUpTo(body: Dispatcher.ResponseData['body'], maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early closes the connection, so an endless body ends here.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), truncated: size > maxBytes };
}

function redirectTarget({ status, headers }: OutboundAnswer, base: URL): URL | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  if (!isRedirect || typeof headers.location !== 'string') return null;
  try {
    return new URL(headers.location, base);
  } catch (error) {
    throw new OutboundFailed('The server redirects to something that is not a URL.', { cause: error });
  }
}

interface Limit {
  signal: AbortSignal;
  /** The time was up, as opposed to the caller having aborted. */
  timedOut(): boolean;
  timeoutMs: number;
  end(): void;
}

/** By hand and not with AbortSignal.any: on a signal that lives as long as the process, that one leaks in Node 20. */
function startLimit(timeoutMs: number, outer: AbortSignal | undefined): Limit {
  const controller = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeoutMs);
  const abort = () => controller.abort();
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    timedOut: () => late,
    timeoutMs,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', abort);
    },
  };
}

function asOutboundError(error: unknown, limit: Limit): Error {
  if (error instanceof OutboundRefused || error instanceof OutboundFailed) return error;
  if (limit.timedOut())
    return new OutboundFailed(`No complete answer within ${limit.timeoutMs / 1_000} s.`, { cause: error });
  return new OutboundFailed(`${describe(error)}.`, { cause: error });
}

function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host name cannot be found';
    case 'ECONNREFUSED':
      return 'The connection was refused';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
      return 'The connection was closed before the answer was complete';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return 'The connection could not be made in time';
    default:
      return code ? `The request failed (${code})` : `The request failed: ${message}`;
  }
}
