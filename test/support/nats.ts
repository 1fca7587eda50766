import { findNatsServer, greets } from '../../infra/nats/start-nats.ts';
import { freePort } from '../../infra/processes/free-port.ts';
import { type Child, startChild } from './child-process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitFor } from './wait-for.ts';

export interface TestNats {
  url: string;
  /** Where JetStream keeps its files: remove it between `kill` and `start` to wipe every stream. */
  storeDir: string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** Starts the server again on the same port and files. */
  start(): Promise<void>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** An own nats-server with JetStream, on a free loopback port. */
export async function startTestNats(): Promise<TestNats> {
  const port = await freePort();
  const { path: storeDir, remove } = temporaryFolder('nats');
  const program = findNatsServer();
  let server: Child | null = null;

  async function start() {
    if (server?.running) return;
    const started = startChild(program, ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', storeDir]);
    server = started;
    await waitFor(`nats-server on port ${port}`, () => {
      if (!started.running) throw new Error(`nats-server did not start:\n${started.output}`);
      return greets(port);
    });
  }
  async function kill(signal: NodeJS.Signals = 'SIGKILL') {
    await server?.kill(signal);
  }

  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    storeDir,
    kill,
    start,
    async stop() {
      await kill('SIGKILL');
      remove();
    },
  };
}
