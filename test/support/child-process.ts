/** Our own programs and servers as children: whatever they leave behind ends with the test process. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { endWithParent } from '../../infra/processes/end-with-parent.ts';

export interface Child {
  readonly pid: number;
  /** Everything it has written so far, stdout and stderr together. */
  readonly output: string;
  readonly running: boolean;
  /** Sends a signal and waits for the end; resolves to the exit code, null after a signal. */
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  /** Sends a signal and does not wait: for SIGSTOP and SIGCONT. */
  signal(signal: NodeJS.Signals): void;
  exited: Promise<number | null>;
}

export function startChild(command: string, args: string[], options: SpawnOptions = {}): Child {
  const [program, ...rest] = endWithParent([command, ...args], 'INT');
  const child = spawn(program!, rest, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const state = { output: '', running: true };
  const keep = (chunk: Buffer) => {
    state.output = (state.output + chunk.toString('utf8')).slice(-1_000_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.on('error', (error) => keep(Buffer.from(`${error.message}\n`)));
  const endWithUs = () => void child.kill('SIGKILL');
  process.on('exit', endWithUs);
  const exited = untilExit(child).finally(() => {
    state.running = false;
    process.off('exit', endWithUs);
  });

  return {
    get pid() {
      return child.pid ?? -1;
    },
    get output() {
      return state.output;
    },
    get running() {
      return state.running;
    },
    kill(signal = 'SIGTERM') {
      child.kill(signal);
      return exited;
    },
    signal: (signal) => void child.kill(signal),
    exited,
  };
}

async function untilExit(child: ChildProcess): Promise<number | null> {
  if (child.pid === undefined) return null;
  const [code] = await once(child, 'exit');
  return code as number | null;
}
