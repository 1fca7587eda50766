import { join } from 'node:path';
import { createLogger } from '../../runtime/logger.ts';
import { connectMessageBus } from '../../runtime/message-bus.ts';
import { createDiskStore } from '../../runtime/object-store.ts';
import { createDatabase } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import type { Deps } from '../deps.ts';
import { readSettings } from '../env.ts';

/** Opens what operations need, runs one command and closes it again. */
export async function withAdminDeps(run: (deps: Deps) => Promise<void>): Promise<void> {
  const settings = readSettings();
  // stdout belongs to the answer; only what goes wrong is told.
  const log = createLogger('admin', 'silent');
  await migrateDatabase({ databaseUrl: settings.databaseUrl });
  const { db, pool, close } = createDatabase(settings.databaseUrl, { log, connections: 2 });
  const bus = await connectMessageBus({ url: settings.natsUrl, name: 'admin', log });
  try {
    const store = createDiskStore(join(settings.dataDir, 'objects'));
    await run({ db, pool, bus, store, log, settings, clock: { now: () => new Date() } });
  } finally {
    await bus.close();
    await close();
  }
}
