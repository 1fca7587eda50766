import { Router } from 'express';
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
    await pool.query('SELECT 1');
    return true;
  } catch (error) {
    log.warn({ err: error }, 'database does not answer');
    return false;
  }
}
