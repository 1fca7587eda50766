import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { submitBatch } from '../../gateway/batches/submit-batch.ts';
import { BillingUnavailable } from '../../gateway/batches/submit-refusals.ts';
import { createDatabase } from '../../gateway/db/client.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { graphql } from '../support/graphql.ts';
import { badge } from './template-documents.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway?.stop());

/** Stands between a client and PostgreSQL; what `onQuery` says about a simple query decides whether it and its answer pass. */
async function startProxy(
  databaseUrl: string,
  onQuery: (sql: string) => 'pass' | 'cut before' | 'cut after' | 'hold',
) {
  let held: (() => void)[] = [];
  const target = new URL(databaseUrl);
  const server: Server = createServer((client: Socket) => {
    const database = connect(Number(target.port), target.hostname);
    const cut = () => {
      client.destroy();
      database.end();
    };
    client.on('error', cut).on('close', cut);
    database.on('error', cut).on('data', (bytes) => client.write(bytes));
    client.on('data', (bytes) => {
      const sql = bytes[0] === 0x51 ? bytes.toString('latin1', 5) : '';
      const decision = onQuery(sql);
      if (decision === 'cut before') return cut();
      if (decision === 'hold') return void held.push(() => database.write(bytes));
      database.write(bytes);
      if (decision === 'cut after') {
        database.removeAllListeners('data');
        // The server has read and carried it out before the connection ends.
        database.once('data', cut);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    /** What was held goes on, as when a stopped server is continued. */
    letGo() {
      for (const goOn of held) goOn();
      held = [];
    },
    close: () => server.close(),
  };
}

async function submitThroughProxy(decision: 'cut before' | 'cut after') {
  const { id: workspaceId, key } = await gateway.createWorkspace({ credits: '1' });
  const templateId = await gateway.createTemplate(key, badge);
  let armed = true;
  const proxy = await startProxy(gateway.database.url, (sql) => {
    if (!armed || !sql.startsWith('COMMIT')) return 'pass';
    armed = false;
    return decision;
  });
  const { db, pool, close } = createDatabase(proxy.url, { log: gateway.log });
  try {
    const outcome = await submitBatch(
      { ...gateway.deps, db, pool },
      {
        ...{ workspaceId, templateId, kind: 'image', rows: [{}], name: null },
        ...{ idempotencyKey: null, apiKeyId: null, memberId: null },
      },
    ).catch((error: unknown) => error);
    const { rows } = await gateway.pool.query(
      `SELECT balance::text, (SELECT count(*)::int FROM batches WHERE workspace_id = w.id) AS batches
       FROM workspaces w WHERE id = $1`,
      [workspaceId],
    );
    return { outcome, stored: rows[0] };
  } finally {
    await close();
    proxy.close();
  }
}

describe('a connection that breaks during COMMIT', () => {
  it('is no refusal when the batch was stored', async () => {
    expect(await submitThroughProxy('cut after')).toEqual({
      outcome: { batchId: expect.any(String), replayed: false },
      stored: { balance: '0.99276', batches: 1 },
    });
  });

  it('says that billing was out of reach when nothing was stored', async () => {
    expect(await submitThroughProxy('cut before')).toEqual({
      outcome: expect.any(BillingUnavailable),
      stored: { balance: '1.00000', batches: 0 },
    });
  });
});

describe('without its database', () => {
  it('the gateway answers 503 and never 401, says so when asked whether it is ready, and comes back', async () => {
    const { key } = await gateway.createWorkspace();
    let open = true;
    const proxy = await startProxy(gateway.database.url, () => (open ? 'pass' : 'cut before'));
    const other = await startTestGateway({
      env: { DATABASE_URL: proxy.url, API_KEY_PEPPER: gateway.settings.apiKeyPepper.toString('base64') },
    });
    const ask = () => graphql(other.url, key, '{ workspace { name } }');
    expect((await ask()).status).toBe(200);
    open = false;
    const away = await ask();
    expect([away.status, away.errors[0]?.extensions?.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    const rest = await fetch(`${other.url}/api/external/v1/templates/`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(rest.status).toBe(503);
    const signIn = await fetch(`${other.url}/sign-in?token=x`);
    expect([signIn.status, await signIn.json()]).toEqual([503, { error: 'Service unavailable' }]);
    expect((await fetch(`${other.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
    open = true;
    expect((await ask()).status).toBe(200);
    await other.stop();
    proxy.close();
  });

  it('that has stopped without a word the gateway answers 503 in seconds, and goes on when it is back', async () => {
    const { key } = await gateway.createWorkspace();
    let isStopped = false;
    const proxy = await startProxy(gateway.database.url, () => (isStopped ? 'hold' : 'pass'));
    const other = await startTestGateway({
      env: { DATABASE_URL: proxy.url, API_KEY_PEPPER: gateway.settings.apiKeyPepper.toString('base64') },
    });
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${key}` };
      // Well below the half minute that a statement may take.
      const response = await fetch(`${other.url}${path}`, { headers, signal: AbortSignal.timeout(15_000) });
      return response.status;
    };
    const paths = ['/api/external/v1/templates/', '/graphql?query={workspace{name}}', '/readyz', '/healthz'];
    expect(await Promise.all(paths.map(get))).toEqual([200, 200, 200, 200]);
    isStopped = true;
    expect(await Promise.all(paths.map(get))).toEqual([503, 503, 503, 200]);
    isStopped = false;
    proxy.letGo();
    expect(await Promise.all(paths.map(get))).toEqual([200, 200, 200, 200]);
    await other.stop();
    proxy.close();
  });
});
