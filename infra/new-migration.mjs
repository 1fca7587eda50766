// `npm run migration -- NAME`: writes prisma/migrations/<time>_<name>/migration.sql, the step from the schema
// that was committed last to prisma/schema.prisma as it stands now. Touches no database of yours.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const SCHEMA = 'prisma/schema.prisma';

const name = (process.argv[2] ?? '')
  .toLowerCase()
  .replace(/[^a-z0-9]+/g, '_')
  .replace(/^_+|_+$/g, '');
if (name === '') refuse('Name the change, for example: npm run migration -- add_member_role');
// A migration that is not committed yet would be written a second time into this one.
if (git('status', '--porcelain', '--', 'prisma/migrations') !== '')
  refuse(
    'prisma/migrations has uncommitted changes: commit the last migration, or remove it and run this again.',
  );

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
  const { withSchemaEngine } = await importBuilt('gateway/db/schema-engine.js');
  const server = await startScratchServer();
  const datamodel = (content) => ({ tag: 'schemaDatamodel', files: [{ path: SCHEMA, content }] });
  try {
    const { stdout } = await withSchemaEngine({ databaseUrl: server.url, schema: to }, (engine) =>
      engine.diff({
        from: datamodel(from),
        to: datamodel(to),
        script: true,
        exitCode: null,
        filters: { externalTables: [], externalEnums: [] },
      }),
    );
    return stdout ?? '';
  } finally {
    await server.stop();
  }
}

/** The engine compares texts, but only once it is connected to a server of the right kind. */
async function startScratchServer() {
  const { createProcesses } = await importBuilt('infra/processes/processes.js');
  const { startPostgres } = await importBuilt('infra/postgres/start-postgres.js');
  const dataDir = mkdtempSync(join(tmpdir(), 'rowcast-new-migration-'));
  // Started by root, the server runs as another user, who must be able to come in.
  chmodSync(dataDir, 0o755);
  mkdirSync(join(dataDir, 'logs'));
  const processes = createProcesses({ dataDir, tell: console.error });
  const { url } = await startPostgres({ dataDir, processes, tell: console.error });
  return {
    url,
    async stop() {
      await processes.stopAll();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function importBuilt(path) {
  return import(`../dist/${path}`).catch(() =>
    refuse('The project is not built: run `npm run build` first.'),
  );
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
