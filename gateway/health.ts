import type { RequestListener } from 'node:http';
import { Router } from 'express';
import { answeredInTime } from './db/answered-in-time.ts';
import type { Deps } from './deps.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can take requests, so the database is there; NATS being away only delays
 * rendering and is said, not refused.
 */
export function createHealth({ deps, isStopping }: { deps: Deps; isStopping(): boolean }): Router {
  const router = Router();
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const database = await isDatabaseThere(deps);
    const ready = database && !isStopping();
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ready' : isStopping() ? 'stopping' : 'not ready',
      database: database ? 'ok' : 'unreachable',
      dispatch: deps.bus.connected ? 'ok' : 'waiting for NATS',
    });
  });
  return router;
}

async function isDatabaseThere({ pool, log }: Deps): Promise<boolean> {
  try {
    await answeredInTime(pool.query('SELECT 1'));
    return true;
  } catch (error) {
    log.warn({ err: error }, 'database does not answer');
    return false;
  }
}

/** Before database and NATS are there: the process lives, and everything else is worth another try in a moment. */
export const answerWhileStarting: RequestListener = (request, response) => {
  const isLive = request.url === '/healthz';
  const error = 'The service is starting';
  // The list is for readers of GraphQL, the facade among them.
  const refusal = { error, errors: [{ message: error, extensions: { code: 'SERVICE_UNAVAILABLE' } }] };
  response.writeHead(isLive ? 200 : 503, { 'Content-Type': 'application/json', 'Retry-After': '5' });
  response.end(JSON.stringify(isLive ? { status: 'ok' } : { status: 'starting', ...refusal }));
};
