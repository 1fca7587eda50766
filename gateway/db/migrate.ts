import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { withSchemaEngine } from './schema-engine.ts';

const MIGRATIONS = join(repositoryRoot, 'prisma', 'migrations');
const NOTHING_EXCLUDED = { externalTables: [], externalEnums: [] };

/**
 * Applies what prisma/migrations holds beyond the database's state and returns the names of what it applied. Harmless
 * when repeated and when several processes start at once: the engine takes an advisory lock.
 */
export async function migrateDatabase({ databaseUrl }: { databaseUrl: string }): Promise<string[]> {
  const schema = await readFile(join(repositoryRoot, 'prisma', 'schema.prisma'), 'utf8');
  const migrationsList = await readMigrations();
  return withSchemaEngine({ databaseUrl, schema }, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList,
      filters: NOTHING_EXCLUDED,
    });
    return appliedMigrationNames;
  });
}

async function readMigrations() {
  const names = (await readdir(MIGRATIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const directories = names
    .map(({ name }) => name)
    .sort()
    .map(async (name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(join(MIGRATIONS, name, 'migration.sql'), 'utf8'),
        },
      },
    }));
  return {
    baseDir: MIGRATIONS,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(join(MIGRATIONS, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(directories),
  };
}
