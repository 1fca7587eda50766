/** PostgreSQL refuses to run as root. Where root starts us, the server gets a user of its own. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Spawn options that make a child another user; empty when it may run as we do. */
export type ServerUser = { uid: number; gid: number } | { uid?: undefined; gid?: undefined };

const NAME = 'rowcast';

export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  return lookUp(NAME) ?? create(NAME) ?? lookUp('nobody') ?? { uid: 65_534, gid: 65_534 };
}

export function canEnter(folder: string, user: ServerUser): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
  );
}

function create(name: string): ServerUser | null {
  spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name],
    {
      stdio: 'ignore',
    },
  );
  return lookUp(name);
}

function lookUp(name: string): ServerUser | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}
