import { chmodSync, lstatSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { startNats } from '../../infra/nats/start-nats.ts';
import { startPostgres } from '../../infra/postgres/start-postgres.ts';
import { createProcesses, type Processes } from '../../infra/processes/processes.ts';
import { createLogger } from '../../runtime/logger.ts';
import { connectMessageBus } from '../../runtime/message-bus.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test('PostgreSQL keeps its data and its address over a restart, is durable, and asks for its password', async () => {
  const { path } = dataFolder();
  const first = await postgres(path);
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  expect(await query(first.url, "SELECT current_setting('fsync') AS fsync, lower('ÄΣ') AS lower")).toEqual([
    { fsync: 'on', lower: 'äσ' },
  ]);
  const wrong = new URL(first.url);
  wrong.password = 'guessed';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await first.processes.stopAll();
  await expect(query(first.url, 'SELECT 1')).rejects.toThrow();

  const second = await postgres(path);
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

test.runIf(process.getuid?.() === 0)(
  'started by root in a folder that nobody else may enter, PostgreSQL keeps its data where it can',
  async () => {
    const { path, told } = dataFolder(0o700);
    const { url, processes } = await postgres(path, told);
    const database = realpathSync(join(path, 'postgres'));
    cleanUps.unshift(() => rmSync(database, { recursive: true }));
    expect(told).toEqual([expect.stringContaining(`the database lies in ${database}`)]);
    expect(lstatSync(join(path, 'postgres')).isSymbolicLink()).toBe(true);
    expect(database).toMatch(/^\/var\/lib\/rowcast\/databases\//);
    expect(statSync(database).mode & 0o777).toBe(0o700);
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await processes.stopAll();
    expect(await query((await postgres(path)).url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  },
);

test('nats-server offers JetStream to those who know the password, with its files for the owner alone', async () => {
  const { path, told } = dataFolder();
  const processes = keepProcesses(path, told);
  const { url } = await startNats({ dataDir: path, processes });
  const bus = await connectMessageBus({ url, name: 'test', log: createLogger('test') });
  await bus.ensureQueue({
    stream: 'S',
    subjects: ['s.>'],
    maxMessageBytes: 1_000,
    consumers: [{ name: 'c', subject: 's.a', maxUnacknowledged: 1, ackWaitMs: 1_000 }],
  });
  expect(await bus.enqueue('s.a', { a: 1 }, 'one')).toBe('stored');
  await bus.close();
  await expect(connectOnce(url.replace(/:[^:@]+@/, ':guessed@'))).rejects.toThrow(/authorization/i);
  expect(statSync(join(path, 'nats/nats-server.conf')).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, 'nats')).mode & 0o777).toBe(0o700);
  expect(readFileSync(join(path, 'logs/nats-server.log'), 'utf8')).toContain('Server is ready');
});

/** As `npm start` sees it: the folder for logs is there. */
function dataFolder(mode = 0o755) {
  const folder = temporaryFolder('data');
  mkdirSync(join(folder.path, 'logs'));
  chmodSync(folder.path, mode);
  cleanUps.push(folder.remove);
  return { path: folder.path, told: [] as string[] };
}

async function postgres(dataDir: string, told: string[] = []) {
  const processes = keepProcesses(dataDir, told);
  const { url } = await startPostgres({ dataDir, processes, tell: (sentence) => told.push(sentence) });
  return { url, processes };
}

function keepProcesses(dataDir: string, told: string[]): Processes {
  const processes = createProcesses({ dataDir, tell: (sentence) => told.push(sentence) });
  cleanUps.push(() => processes.stopAll());
  return processes;
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function connectOnce(url: string) {
  const bus = await connectMessageBus({ url, name: 'stranger', log: createLogger('test') });
  await bus.close();
}
