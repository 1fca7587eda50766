import { createServer, type RequestListener, type Server } from 'node:http';

export interface RequestLimits {
  /** Until a request has come whole, in milliseconds: 20,000 rows over a bad line take a while. */
  requestMs: number;
  /** Until its headers have come. */
  headersMs: number;
  /** How often both are looked after. */
  checkEveryMs: number;
}

const LIMITS: RequestLimits = { requestMs: 120_000, headersMs: 20_000, checkEveryMs: 5_000 };

/** An HTTP server that waits for slow clients, but not for ever: it answers 408 and closes the connection. */
export function createRequestServer(
  listener: RequestListener,
  { requestMs, headersMs, checkEveryMs }: RequestLimits = LIMITS,
): Server {
  return createServer(
    { requestTimeout: requestMs, headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
    listener,
  );
}
