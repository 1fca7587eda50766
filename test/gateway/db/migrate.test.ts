import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrateDatabase } from '../../../gateway/db/migrate.ts';
import { withSchemaEngine } from '../../../gateway/db/schema-engine.ts';
import { repositoryRoot } from '../../../runtime/repository-root.ts';
import { databaseUrl, runOnServer } from '../../support/postgres-server.ts';

const server = inject('postgresUrl');
const name = () => `migrations_${randomUUID().replaceAll('-', '')}`;
const [migrated, fromSchema] = [name(), name()];

beforeAll(async () => {
  for (const database of [migrated, fromSchema]) await runOnServer(server, `CREATE DATABASE ${database}`);
});
afterAll(async () => {
  for (const database of [migrated, fromSchema])
    await runOnServer(server, `DROP DATABASE ${database} WITH (FORCE)`);
});

test('migrations apply once, however often and by however many processes they are applied', async () => {
  const url = databaseUrl(server, migrated);
  const applied = await Promise.all([1, 2, 3].map(() => migrateDatabase({ databaseUrl: url })));
  expect(applied.flat()).toContain('20261121000000_initial');
  expect(new Set(applied.flat()).size).toBe(applied.flat().length);
  expect(await migrateDatabase({ databaseUrl: url })).toEqual([]);
});

test('the migrated database is what schema.prisma describes, and what it cannot say', async () => {
  await migrateDatabase({ databaseUrl: databaseUrl(server, migrated) });
  const url = databaseUrl(server, fromSchema);
  await query(url, await schemaAsSql(url));

  const [actual, described] = [await describe(databaseUrl(server, migrated)), await describe(url)];
  expect(described.filter((line) => !actual.includes(line))).toEqual([
    'constraint templates: templates_current_version_id_fkey FOREIGN KEY (current_version_id) REFERENCES template_versions(id) ON UPDATE CASCADE ON DELETE RESTRICT',
  ]);
  expect(actual.filter((line) => !described.includes(line))).toEqual([
    expect.stringContaining('constraint batches: batches_counts_check CHECK'),
    'constraint templates: templates_current_version_id_fkey FOREIGN KEY (current_version_id) REFERENCES template_versions(id) ON UPDATE CASCADE ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED',
    expect.stringContaining('constraint workspaces: workspaces_balance_check CHECK'),
    expect.stringContaining('index batch_rows_leased_idx'),
    expect.stringContaining('index batch_rows_waiting_idx'),
    expect.stringContaining('index batches_to_expire_idx'),
  ]);
});

test('every column is named in snake_case', async () => {
  const columns = (await describe(databaseUrl(server, migrated)))
    .filter((line) => line.startsWith('column'))
    .map((line) => line.split(' ')[2]);
  expect(columns.filter((column) => !/^[a-z0-9_]+$/.test(column!))).toEqual([]);
});

async function schemaAsSql(url: string): Promise<string> {
  const schema = await readFile(join(repositoryRoot, 'prisma/schema.prisma'), 'utf8');
  const { stdout } = await withSchemaEngine({ databaseUrl: url, schema }, (engine) =>
    engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return stdout ?? '';
}

/** Everything the public schema holds, a line each, sorted. */
async function describe(url: string): Promise<string[]> {
  const lines = await query(
    url,
    `SELECT 'column ' || table_name || ': ' || column_name || ' ' || format_type(a.atttypid, a.atttypmod)
       || ' nullable ' || is_nullable || ' default ' || coalesce(column_default, '-') AS line
     FROM information_schema.columns c
     JOIN pg_attribute a ON a.attrelid = format('%I.%I', table_schema, table_name)::regclass AND a.attname = column_name
     WHERE table_schema = 'public'
     UNION ALL SELECT 'index ' || indexname || ' ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT 'constraint ' || conrelid::regclass || ': ' || conname || ' ' || pg_get_constraintdef(oid)
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
     UNION ALL SELECT 'enum ' || t.typname || ' ' || string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder)
     FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY t.typname`,
  );
  return lines
    .map(({ line }) => line as string)
    .filter((line) => !line.includes('_prisma_migrations'))
    .sort();
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
