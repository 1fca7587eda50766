import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreateCredentials } from '../data-folder/server-credentials.ts';
import { endLeftover } from '../processes/end-leftover.ts';
import { endWithParent } from '../processes/end-with-parent.ts';
import type { Processes } from '../processes/processes.ts';
import { createCluster } from './create-cluster.ts';
import { locateCluster, SYSTEM_FOLDER } from './locate-cluster.ts';
import { postgresBinaries } from './postgres-binaries.ts';

/**
 * A real PostgreSQL server on loopback, its files in DATA_DIR/postgres; created at the first start.
 * @throws {StartProblem}
 */
export async function startPostgres({
  dataDir,
  processes,
  tell,
}: {
  dataDir: string;
  processes: Processes;
  tell: (sentence: string) => void;
}): Promise<{ url: string }> {
  const cluster = locateCluster(dataDir, tell);
  const binaries = postgresBinaries(cluster.owner, SYSTEM_FOLDER);
  const pidFile = join(cluster.path, 'postmaster.pid');
  await endLeftover(pidFile, cluster.path, 'SIGINT');
  const credentials = await readOrCreateCredentials(dataDir, 'postgres');
  if (!existsSync(cluster.path)) createCluster({ cluster, binaries, credentials });

  const [command, ...args] = endWithParent(
    [
      ...[join(binaries, 'postgres'), '-D', cluster.path],
      ...['-h', '127.0.0.1', '-p', String(credentials.port), '-k', ''],
      ...['-c', 'timezone=UTC', '-c', 'log_timezone=UTC', '-c', 'log_line_prefix=%m [%p] '],
    ],
    'INT',
  );
  const server = processes.keep({
    name: 'postgres',
    launch: () =>
      spawn(command!, args, {
        ...cluster.owner,
        cwd: cluster.path,
        env: { PATH: process.env.PATH },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    // "Fast" shutdown: connections are closed, everything committed is on disk.
    stopSignal: 'SIGINT',
    stopLimitMs: 20_000,
  });
  // A server that was killed replays its log first, which may take a while.
  await server.untilReady(async () => isReady(pidFile), 120_000);
  const { user, password, port } = credentials;
  return { url: `postgresql://${user}:${password}@127.0.0.1:${port}/rowcast` };
}

/** The eighth line of its pid file says how far the server is: what `pg_ctl` waits for. */
function isReady(pidFile: string): boolean {
  try {
    return readFileSync(pidFile, 'utf8').split('\n')[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}
