import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { entryPoint, repositoryRoot } from '../../runtime/repository-root.ts';

const run = promisify(execFile);

/** Runs one command of the admin CLI: the demo does nothing that an operator could not. `true`: an option without a value. */
export type AdminCommand = <Answer>(
  command: string,
  options?: Record<string, string | true>,
) => Promise<Answer>;

export function adminCommand(environment: NodeJS.ProcessEnv, signal: AbortSignal): AdminCommand {
  return async (command, options = {}) => {
    const args = Object.entries(options).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : [`--${name}`, value],
    );
    const { stdout } = await run(
      process.execPath,
      [entryPoint('gateway/admin/main'), command, ...args, '--json'],
      { cwd: repositoryRoot, env: environment, maxBuffer: 64_000_000, signal },
    );
    return JSON.parse(stdout);
  };
}
