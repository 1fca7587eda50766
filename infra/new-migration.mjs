// `node infra/new-migration.mjs NAME`: writes prisma/migrations/<time>_<name>/migration.sql, the step from the schema
// that was committed last to prisma/schema.prisma as it stands now. Compares two texts: no database is touched.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const SCHEMA = 'prisma/schema.prisma';

const name = (process.argv[2] ?? '')
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, '_')
  .replace(/^_+|_+$/g, '');
if (name === '')
  refuse('Name the change, for example: node infra/new-migration.mjs add_member_role');
// A migration that is not committed yet would be written a second time into this one.
if (git('status', '--porcelain', '--', 'prisma/migrations') !== '')
  refuse('prisma/migrations has uncommitted changes: commit the last migration, or remove it and run this again.');

const sql = await diff(git('show', `HEAD:${SCHEMA}`), readFileSync(join(root, SCHEMA), 'utf8'));
if (sql.includes('This is an empty migration'))
  refuse(`${SCHEMA} is as it was committed: there is nothing to migrate.`);

const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const folder = join(root, 'prisma/migrations', `${time}_${name}`);
mkdirSync(folder);
writeFileSync(join(folder, 'migration.sql'), sql);
console.log(
  `${relative(root, folder)}/migration.sql is written. Read it: renamed columns appear as dropped and added, and checks and partial indexes are added by hand.`,
);

async function diff(from, to) {
  const { openSchemaEngine } = await import('../dist/gateway/db/schema-engine.js').catch(() =>
    refuse('The project is not built: run `npm run build` first.'),
  );
  const engine = await openSchemaEngine({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none', schema: to });
  const datamodel = (content) => ({ tag: 'schemaDatamodel', files: [{ path: SCHEMA, content }] });
  try {
    const { stdout } = await engine.diff({
      from: datamodel(from),
      to: datamodel(to),
      script: true,
      shadowDatabaseUrl: null,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    });
    return stdout ?? '';
  } finally {
    engine.free();
  }
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) refuse(`git ${args.join(' ')} failed: ${stderr.trim()}`);
  return stdout;
}

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
