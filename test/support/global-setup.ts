/** Once per run: one real PostgreSQL server with a migrated database that each test file copies. */
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../../gateway/db/migrate.ts';
import { databaseUrl, runOnServer, startTestPostgres, TEMPLATE_DATABASE } from './postgres-server.ts';

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // An interrupted run must not leave a server behind: its end hangs on this process's own.
  process.once('SIGTERM', () => process.exit(143));
  process.once('SIGHUP', () => process.exit(129));
  const postgres = await startTestPostgres();
  await runOnServer(postgres.url, `CREATE DATABASE ${TEMPLATE_DATABASE}`);
  await migrateDatabase({ databaseUrl: databaseUrl(postgres.url, TEMPLATE_DATABASE) });
  // A database can only be copied while nobody is connected to it, and the migration's pool lingers.
  await runOnServer(postgres.url, `ALTER DATABASE ${TEMPLATE_DATABASE} ALLOW_CONNECTIONS false`);
  await runOnServer(
    postgres.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${TEMPLATE_DATABASE}'`,
  );
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
