import { spawnSync } from 'node:child_process';

let supported: boolean | undefined;

/**
 * The command, changed so that Linux sends it `signal` when this process dies, however it dies: a server that knows
 * nothing of us does not outlive a supervisor that was killed. Elsewhere the next start ends what is left over.
 */
export function endWithParent(command: string[], signal: 'INT' | 'TERM'): string[] {
  const prefix = ['setpriv', '--pdeathsig', signal];
  supported ??=
    process.platform === 'linux' &&
    spawnSync(prefix[0]!, [...prefix.slice(1), 'true'], { stdio: 'ignore' }).status === 0;
  return supported ? [...prefix, ...command] : command;
}
