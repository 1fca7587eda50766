/** A throw-away PostgreSQL server: fast rather than safe, gone with its folder. */
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { SYSTEM_FOLDER } from '../../infra/postgres/locate-cluster.ts';
import { postgresBinaries } from '../../infra/postgres/postgres-binaries.ts';
import { serverUser } from '../../infra/postgres/server-user.ts';
import { freePort } from '../../infra/processes/free-port.ts';
import { startChild } from './child-process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitFor } from './wait-for.ts';

const run = promisify(execFile);

/** The migrated, empty database that each test's own is copied from. */
export const TEMPLATE_DATABASE = 'rowcast_template';

const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200'];

export interface TestPostgres {
  /** Of the maintenance database `postgres`. */
  url: string;
  stop(): Promise<void>;
}

export async function startTestPostgres(): Promise<TestPostgres> {
  const port = await freePort();
  const { path: folder, remove } = temporaryFolder('postgres');
  const data = join(folder, 'data');
  const user = serverUser();
  const binaries = postgresBinaries(user, SYSTEM_FOLDER);
  await mkdir(data, { mode: 0o700 });
  if (user.uid !== undefined) {
    await chmod(folder, 0o755);
    await chown(data, user.uid, user.gid);
  }
  await run(
    join(binaries, 'initdb'),
    [
      ...['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8'],
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ],
    { ...user, cwd: data },
  );
  const settings = FAST.flatMap((setting) => ['-c', setting]);
  const server = startChild(
    join(binaries, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '', ...settings],
    { ...user, cwd: data },
  );
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  await waitFor('PostgreSQL', () => {
    if (!server.running) throw new Error(`PostgreSQL did not start:\n${server.output}`);
    return answers(url);
  });
  return {
    url,
    async stop() {
      await server.kill('SIGINT');
      remove();
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
