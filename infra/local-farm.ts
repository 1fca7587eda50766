import { fork } from 'node:child_process';
import { join } from 'node:path';
import { entryPoint, repositoryRoot } from '../runtime/repository-root.ts';
import { KEYS, readOrCreateSecrets } from './data-folder/local-secrets.ts';
import { writePrivateJson } from './data-folder/private-json.ts';
import type { Settings } from './env.ts';
import { startNats } from './nats/start-nats.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import type { Processes } from './processes/processes.ts';
import type { Screen } from './terminal/screen.ts';
import { warningsOf } from './terminal/warnings-of.ts';

export interface LocalFarm {
  /** Where the gateway answers on this machine. */
  baseUrl: string;
  /** What the gateway and the admin CLI run with. */
  environment: NodeJS.ProcessEnv;
}

/** Brings up what one machine needs, in the order of need: PostgreSQL, NATS, gateway with REST facade, render node. */
export async function startLocalFarm({
  settings,
  processes,
  screen,
}: {
  settings: Settings;
  processes: Processes;
  screen: Screen;
}): Promise<LocalFarm> {
  const { dataDir, port, host, publicUrl, slots } = settings;
  const databaseUrl =
    settings.databaseUrl ?? (await startPostgres({ dataDir, processes, tell: screen.warn })).url;
  screen.done('Database', settings.databaseUrl ? 'DATABASE_URL' : join(dataDir, 'postgres'));
  const natsUrl = settings.natsUrl ?? (await startNats({ dataDir, processes })).url;
  screen.done('Messages', settings.natsUrl ? 'NATS_URL' : join(dataDir, 'nats'));

  writePrivateJson(join(dataDir, 'instance.json'), {
    databaseUrl,
    natsUrl,
    port,
    publicUrl,
    pid: process.pid,
  });
  const common = { ...process.env, NATS_URL: natsUrl, DATA_DIR: dataDir };
  const forGateway = {
    ...common,
    ...readOrCreateSecrets(dataDir),
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    HOST: host,
    PUBLIC_URL: publicUrl,
  };
  // It never needs the database or the gateway's keys.
  const withheld = Object.fromEntries(['DATABASE_URL', ...KEYS].map((key) => [key, undefined]));
  const forNode = { ...common, ...withheld, SLOTS: String(slots) };

  const baseUrl = `http://${localAddress(host)}:${port}`;
  const gateway = keepOurs('gateway', forGateway, 15_000);
  await gateway.untilReady(() => answers(`${baseUrl}/readyz`), 60_000);
  screen.done('Gateway', publicUrl);
  const node = keepOurs('render-node', forNode, 40_000);
  await node.untilReady(async () => true, 1_000);
  screen.done('Render node', `${slots} ${slots === 1 ? 'slot' : 'slots'}`);
  return { baseUrl, environment: forGateway };

  function keepOurs(name: 'gateway' | 'render-node', env: NodeJS.ProcessEnv, stopLimitMs: number) {
    return processes.keep({
      name,
      // The channel closes when this process dies, which ends the child (runtime/shutdown.ts).
      launch: () =>
        fork(entryPoint(`${name}/main`), {
          cwd: repositoryRoot,
          env,
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        }),
      stopSignal: 'SIGTERM',
      stopLimitMs,
      onLine: warningsOf(name, screen.warn),
    });
  }
}

function localAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
