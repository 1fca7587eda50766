import { join } from 'node:path';
import { createLogger } from '../../runtime/logger.ts';
import { connectMessageBus, type MessageBus } from '../../runtime/message-bus.ts';
import { createDiskStore } from '../../runtime/object-store.ts';
import { createDatabase } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import type { Deps } from '../deps.ts';
import { readSettings } from '../env.ts';
import { AdminProblem } from './admin-lookup.ts';

/** All but NATS, which most commands do without: keys can be revoked while it is away. */
export type AdminDeps = Omit<Deps, 'bus'>;

/** Opens what operations need, runs one command and closes it again. */
export async function withAdminDeps(run: (deps: AdminDeps) => Promise<void>): Promise<void> {
  const settings = readSettings();
  // stdout belongs to the answer; only what goes wrong is told.
  const log = createLogger('admin', 'silent');
  await migrateDatabase({ databaseUrl: settings.databaseUrl });
  const { db, pool, close } = createDatabase(settings.databaseUrl, { log, connections: 2 });
  try {
    const store = createDiskStore(join(settings.dataDir, 'objects'));
    await run({ db, pool, store, log, settings, clock: { now: () => new Date() } });
  } finally {
    await close();
  }
}

/** @throws {AdminProblem} when NATS does not answer */
export async function withMessageBus<Result>(
  { settings, log }: Pick<AdminDeps, 'settings' | 'log'>,
  use: (bus: MessageBus) => Promise<Result>,
): Promise<Result> {
  const bus = await connectMessageBus({ url: settings.natsUrl, name: 'admin', log, retryFirst: false }).catch(
    (error: unknown) => {
      throw new AdminProblem('NATS does not answer. Is the instance running? Start it with: npm start', {
        cause: error,
      });
    },
  );
  try {
    return await use(bus);
  } finally {
    await bus.close();
  }
}
