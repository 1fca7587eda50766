import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { type Child, startChild } from './child-process.ts';
import { freePort } from './free-port.ts';
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

/** Debian puts it into /usr/sbin, which is not on every user's PATH. */
function findNatsServer(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path));
  if (!found) throw new Error('nats-server is not installed: run the tests with `npm test`');
  return found;
}

/** A NATS server speaks first: `INFO {…}`. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(1_000, () => answer(false));
    socket.once('data', (chunk) => answer(chunk.toString('latin1').startsWith('INFO')));
    socket.once('error', () => answer(false));
  });
}
