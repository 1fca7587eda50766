/** The composition root: puts database, object store, farm, GraphQL and the REST facade together into one server. */
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RestFacadeDeps } from '../rest-facade/action.ts';
import { createRestFacade } from '../rest-facade/app.ts';
import type { Logger } from '../runtime/logger.ts';
import { connectMessageBus } from '../runtime/message-bus.ts';
import { createDiskStore } from '../runtime/object-store.ts';
import { createRequestServer } from '../runtime/request-server.ts';
import { createChanges } from './changes/changes.ts';
import { createDatabase } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import type { Clock, Deps } from './deps.ts';
import type { GatewaySettings } from './env.ts';
import { startFarm } from './farm.ts';
import { createGraphqlServer, type GraphqlServer } from './graphql-server.ts';
import { answerWhileStarting } from './health.ts';
import { createHttpApp } from './http-app.ts';

export interface Gateway {
  /** Where it answers on this machine. */
  url: string;
  deps: Deps;
  stop(): Promise<void>;
}

export async function startGateway({
  settings,
  log,
  clock = { now: () => new Date() },
}: {
  settings: GatewaySettings;
  log: Logger;
  clock?: Clock;
}): Promise<Gateway> {
  // Whoever asks meanwhile is told so: PostgreSQL or NATS may be a long time coming.
  let answer: RequestListener = answerWhileStarting;
  const server = createRequestServer((request, response) => answer(request, response));
  await listen(server, settings);
  const { deps, farm, changes, graphql, closeDatabase } = await openAll({ settings, log, clock }).catch(
    (error: unknown) => {
      server.close();
      throw error;
    },
  );
  const restFacade = createRestFacade({ log, ...inProcess(graphql, () => address(server, settings)) });
  let stopping = false;
  answer = createHttpApp({ deps, graphql, restFacade, isStopping: () => stopping });
  log.info({ host: settings.host, port: settings.port }, 'gateway listens');

  return {
    url: address(server, settings),
    deps,
    async stop() {
      stopping = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // Open event streams never end by themselves; everything else gets a moment.
      const cut = setTimeout(() => server.closeAllConnections(), 2_000);
      await closed;
      clearTimeout(cut);
      await farm.stop();
      changes.close();
      await deps.bus.close();
      await closeDatabase();
    },
  };
}

/** Database, object store and farm, in the order in which they need each other. */
async function openAll({ settings, log, clock }: { settings: GatewaySettings; log: Logger; clock: Clock }) {
  const applied = await migrateDatabase({ databaseUrl: settings.databaseUrl });
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const { db, pool, close: closeDatabase } = createDatabase(settings.databaseUrl, { log });
  const bus = await connectAloud({ settings, log });
  const store = createDiskStore(join(settings.dataDir, 'objects'));
  const deps: Deps = { db, pool, bus, store, log, clock, settings };
  const changes = createChanges({ bus, log });
  const farm = await startFarm(deps);
  const graphql = createGraphqlServer({ deps, changes, wakeDispatch: farm.wakeDispatch });
  return { deps, farm, changes, graphql, closeDatabase };
}

/** Without NATS nothing can be handed out; it comes up last on many machines, so this waits for as long as it takes. */
async function connectAloud({ settings, log }: { settings: GatewaySettings; log: Logger }) {
  const say = () => log.warn({ host: new URL(settings.natsUrl).host }, 'NATS does not answer, still trying');
  const saying = setInterval(say, 5_000);
  try {
    return await connectMessageBus({ url: settings.natsUrl, name: 'gateway', log });
  } finally {
    clearInterval(saying);
  }
}

/** How the facade reaches the gateway when both are one process. */
function inProcess(graphql: GraphqlServer, url: () => string): Omit<RestFacadeDeps, 'log'> {
  return {
    execute: graphql.execute,
    async download(fileUrl) {
      const { pathname, search } = new URL(fileUrl);
      const answer = await fetch(`${url()}${pathname}${search}`);
      return {
        status: answer.status,
        body: answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([]),
      };
    },
  };
}

function listen(server: Server, { host, port }: GatewaySettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

function address(server: Server, { host }: GatewaySettings): string {
  const { port, family } = server.address() as AddressInfo;
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return family === 'IPv6' && host.includes(':') ? `http://[${host}]:${port}` : `http://${host}:${port}`;
}
