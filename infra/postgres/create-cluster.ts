import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerCredentials } from '../data-folder/server-credentials.ts';
import { StartProblem } from '../start-problem.ts';
import type { Cluster } from './locate-cluster.ts';
import type { ServerUser } from './server-user.ts';

/**
 * Makes a cluster with one database, `rowcast`. It is made beside its place and moved there when it is complete: an
 * interrupted first start leaves nothing that looks like a database.
 */
export function createCluster({
  cluster,
  binaries,
  credentials,
}: {
  cluster: Cluster;
  binaries: string;
  credentials: ServerCredentials;
}): void {
  const partial = `${cluster.path}.partial`;
  const passwordFile = `${cluster.path}.password`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  writeFileSync(passwordFile, credentials.password, { mode: 0o600 });
  if (cluster.owner.uid !== undefined)
    for (const path of [partial, passwordFile]) chownSync(path, cluster.owner.uid, cluster.owner.gid);
  const run = (args: string[], input = '') => runAs(cluster.owner, partial, args, input);

  try {
    run([
      ...[join(binaries, 'initdb'), '-D', partial, '-U', credentials.user, `--pwfile=${passwordFile}`],
      // The same order and case rules on every machine, whichever locales it has installed.
      ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['-A', 'scram-sha-256'],
    ]);
    // One server process without a network, reading statements from stdin.
    run([join(binaries, 'postgres'), '--single', '-D', partial, 'postgres'], 'CREATE DATABASE rowcast\n');
    renameSync(partial, cluster.path);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function runAs(owner: ServerUser, cwd: string, [program, ...args]: string[], input: string): void {
  const { status, signal, stdout, stderr, error } = spawnSync(program!, args, {
    ...owner,
    cwd,
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  });
  // Ctrl-C reached it as well: there is nothing to explain.
  if (signal === 'SIGINT') process.exit(130);
  // In single-user mode a failed statement is only seen in the output.
  if (status === 0 && !/\bERROR:/.test(stderr)) return;
  throw new StartProblem(
    `PostgreSQL could not create its database in ${cwd}:\n\n${error?.message ?? `${stdout}${stderr}`.trim()}\n`,
  );
}
