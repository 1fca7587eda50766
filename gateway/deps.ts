/** What operations work with. Each names the few it needs: `Pick<Deps, 'db' | 'clock'>`. */
import type pg from 'pg';
import type { Logger } from '../runtime/logger.ts';
import type { MessageBus } from '../runtime/message-bus.ts';
import type { ObjectStore } from '../runtime/object-store.ts';
import type { PrismaClient } from './db/client.ts';
import type { GatewaySettings } from './env.ts';

export interface Clock {
  now(): Date;
}

export interface Deps {
  db: PrismaClient;
  pool: pg.Pool;
  store: ObjectStore;
  bus: MessageBus;
  log: Logger;
  clock: Clock;
  settings: GatewaySettings;
}
