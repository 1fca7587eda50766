/** The composition root: puts database, object store, farm, GraphQL and the REST facade together into one server. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { RestFacadeDeps } from '../rest-facade/action.ts';
import { createRestFacade } from '../rest-facade/app.ts';
import type { Logger } from '../runtime/logger.ts';
import { connectMessageBus } from '../runtime/message-bus.ts';
import { createDiskStore } from '../runtime/object-store.ts';
import { createChanges } from './changes/changes.ts';
import { createDatabase } from './db/client.ts';
import { migrateDatabase } from './db/migrate.ts';
import type { Clock, Deps } from './deps.ts';
import type { GatewaySettings } from './env.ts';
import { startFarm } from './farm.ts';
import { createGraphqlServer, type GraphqlServer } from './graphql-server.ts';
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
  const applied = await migrateDatabase({ databaseUrl: settings.databaseUrl });
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const { db, pool, close: closeDatabase } = createDatabase(settings.databaseUrl, { log });
  const bus = await connectMessageBus({ url: settings.natsUrl, name: 'gateway', log });
  const store = createDiskStore(join(settings.dataDir, 'objects'));
  const deps: Deps = { db, pool, bus, store, log, clock, settings };

  const changes = createChanges({ bus, log });
  const farm = await startFarm(deps);
  const graphql = createGraphqlServer({ deps, changes, wakeDispatch: farm.wakeDispatch });
  const restFacade = createRestFacade({ log, ...inProcess(graphql, () => address(server, settings)) });
  let stopping = false;
  const server = createServer(createHttpApp({ deps, graphql, restFacade, isStopping: () => stopping }));
  // A slow body may take two minutes (20,000 rows over a bad line), headers may not.
  server.requestTimeout = 120_000;
  server.headersTimeout = 20_000;
  await listen(server, settings);
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
      await bus.close();
      await closeDatabase();
    },
  };
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
