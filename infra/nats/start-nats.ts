import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { readOrCreateCredentials, type ServerCredentials } from '../data-folder/server-credentials.ts';
import { endLeftover } from '../processes/end-leftover.ts';
import { endWithParent } from '../processes/end-with-parent.ts';
import type { Processes } from '../processes/processes.ts';
import { StartProblem } from '../start-problem.ts';

/** nats-server with JetStream on loopback, its files in DATA_DIR/nats. @throws {StartProblem} */
export async function startNats({
  dataDir,
  processes,
}: {
  dataDir: string;
  processes: Processes;
}): Promise<{ url: string }> {
  const program = findNatsServer();
  const folder = join(dataDir, 'nats');
  const configPath = join(folder, 'nats-server.conf');
  const pidFile = join(folder, 'nats-server.pid');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await endLeftover(pidFile, configPath, 'SIGTERM');
  const credentials = await readOrCreateCredentials(dataDir, 'nats');
  writeFileSync(configPath, natsConfig({ ...credentials, storeDir: join(folder, 'jetstream'), pidFile }), {
    mode: 0o600,
  });

  const [command, ...args] = endWithParent([program, '-c', configPath], 'TERM');
  const server = processes.keep({
    name: 'nats-server',
    launch: () => spawn(command!, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] }),
    stopSignal: 'SIGTERM',
    stopLimitMs: 10_000,
  });
  await server.untilReady(() => greets(credentials.port), 30_000);
  return { url: `nats://${credentials.user}:${credentials.password}@127.0.0.1:${credentials.port}` };
}

/** For nats-server 2.9 and newer. */
export function natsConfig({
  port,
  user,
  password,
  storeDir,
  pidFile,
}: ServerCredentials & { storeDir: string; pidFile: string }): string {
  return `# Written at each start.
server_name: rowcast
listen: "127.0.0.1:${port}"
pid_file: ${JSON.stringify(pidFile)}
authorization { user: ${JSON.stringify(user)}, password: ${JSON.stringify(password)} }
jetstream {
  store_dir: ${JSON.stringify(storeDir)}
  max_memory_store: 64MB
  max_file_store: 1GB
}
`;
}

/** Debian puts it into /usr/sbin, which is not on every user's PATH. */
export function findNatsServer(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, 'nats-server')).find((path) => existsSync(path));
  if (found) return found;
  throw new StartProblem(
    'nats-server is not installed. Install it (sudo apt-get install nats-server), or name one that runs elsewhere: NATS_URL=nats://host:4222 npm start',
  );
}

/** A NATS server speaks first: `INFO {…}`. */
export function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (value: boolean) => {
      socket.destroy();
      resolve(value);
    };
    socket.setTimeout(1_000, () => answer(false));
    socket.once('data', (chunk) => answer(chunk.toString('latin1').startsWith('INFO')));
    socket.once('error', () => answer(false));
    socket.once('close', () => answer(false));
  });
}
