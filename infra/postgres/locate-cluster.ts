import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartProblem } from '../start-problem.ts';
import { SERVER_MAJOR } from './postgres-binaries.ts';
import { canEnter, type ServerUser, serverUser } from './server-user.ts';

export interface Cluster {
  /** The server's data directory. At the first start it does not exist yet, but its parent does. */
  path: string;
  owner: ServerUser;
}

/** Where root keeps what the server's own user must reach and cannot reach in the checkout. */
export const SYSTEM_FOLDER = '/var/lib/rowcast';

/**
 * The database lies in DATA_DIR/postgres. Started by root in a folder that other users cannot enter (/root, mode 700),
 * the server could not reach it there: then DATA_DIR/postgres is a link to a folder of its own below /var/lib/rowcast.
 * A new data folder gets a new one, so that removing DATA_DIR begins anew here, too.
 */
export function locateCluster(dataDir: string, tell: (sentence: string) => void): Cluster {
  const inside = join(dataDir, 'postgres');
  const path = isLink(inside) ? readlinkSync(inside) : inside;
  if (existsSync(path)) return existingCluster(path);
  rmSync(inside, { force: true });

  const owner = serverUser();
  if (owner.uid === undefined || canEnter(dataDir, owner)) return { path: inside, owner };
  const outside = join(SYSTEM_FOLDER, 'databases', randomUUID());
  mkdirSync(dirname(outside), { recursive: true, mode: 0o755 });
  symlinkSync(outside, inside);
  tell(
    `PostgreSQL cannot run as root, and other users cannot enter ${dataDir}: the database lies in ${outside}, linked from ${inside}.`,
  );
  return { path: outside, owner };
}

function existingCluster(path: string): Cluster {
  const { uid, gid } = statSync(path);
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && process.getuid !== undefined && uid !== process.getuid())
    throw new StartProblem(
      `The database in ${path} belongs to another user (id ${uid}). Start rowcast as the user who started it first, or with another data folder: DATA_DIR=.data-2 npm start`,
    );
  const owner = isRoot ? { uid, gid } : {};
  if (isRoot && !canEnter(path, owner))
    throw new StartProblem(
      `PostgreSQL runs as user ${uid} here and can no longer enter ${path}. Open the folders above it to other users again (chmod o+x).`,
    );
  const version = readFileSync(join(path, 'PG_VERSION'), 'utf8').trim();
  if (version !== SERVER_MAJOR)
    throw new StartProblem(
      `The database in ${path} was made by PostgreSQL ${version}; this is PostgreSQL ${SERVER_MAJOR}. Dump it with the former version and load it into a new data folder (docs/operations.md).`,
    );
  return { path, owner };
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
