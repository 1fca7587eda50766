/** `npm run --silent admin -- COMMAND`: what operators do, on the database of the running instance. */
import { Command, CommanderError, Option } from 'commander';
import { IMPORT_FORMATS } from '../../importers/import-document.ts';
import { describeNotes } from '../../importers/import-notes.ts';
import { loadEnvFile } from '../../runtime/env-file.ts';
import { InvalidEnvironment } from '../../runtime/environment.ts';
import { createApiKey } from '../api-keys/create-api-key.ts';
import { revokeApiKey } from '../api-keys/revoke-api-key.ts';
import { grantCredits } from '../credits/grant-credits.ts';
import { isDatabaseUnreachable } from '../db/is-database-unreachable.ts';
import { addMember } from '../members/add-member.ts';
import { createSignInLink } from '../members/create-sign-in-link.ts';
import { Refusal } from '../refusal.ts';
import { TemplateFaulty } from '../templates/template-refusals.ts';
import { createWorkspace } from '../workspaces/create-workspace.ts';
import { AdminProblem, findApiKey, findWorkspace } from './admin-lookup.ts';
import { importTemplate } from './import-template.ts';
import { print, printList } from './print.ts';
import { withAdminDeps, withMessageBus } from './with-admin-deps.ts';

loadEnvFile();
const program = new Command('npm run --silent admin --')
  .description('Operator commands. They work on the running instance, or on DATABASE_URL.')
  .showHelpAfterError('(--help shows the commands and their options)')
  .exitOverride();

const command = (name: string, description: string) =>
  program.command(name).description(description).option('--json', 'print JSON instead of text');

command('workspace:create', 'make a workspace')
  .requiredOption('--name <name>', 'what people call it')
  .action(({ name, json }) =>
    withAdminDeps(async (deps) => {
      const { id } = await createWorkspace(deps, { name });
      print(json, { workspace_id: id, name }, `Workspace "${name}" is made: ${id}`);
    }),
  );

command('workspace:list', 'all workspaces with their balance').action(({ json }) =>
  withAdminDeps(async ({ db }) => {
    const workspaces = await db.workspace.findMany({
      orderBy: { createdAt: 'asc' },
      include: {
        _count: {
          select: {
            templates: { where: { deletedAt: null } },
            batches: { where: { state: { notIn: ['done', 'failed'] } } },
          },
        },
      },
    });
    printList(
      json,
      workspaces.map(({ id, name, balance, createdAt, _count }) => ({
        workspace_id: id,
        name,
        balance: balance.toFixed(),
        templates: _count.templates,
        running_batches: _count.batches,
        created: createdAt.toISOString(),
      })),
    );
  }),
);

command('member:add', 'let a person sign in; prints a one-time link')
  .requiredOption('--workspace <id>', 'id or name of the workspace')
  .requiredOption('--email <address>', 'of the person')
  .action(({ workspace, email, json }) =>
    withAdminDeps(async (deps) => {
      const { id: workspaceId } = await findWorkspace(deps, workspace);
      const member = await addMember(deps, { workspaceId, email });
      const { url } = await createSignInLink(deps, { memberId: member.id });
      print(
        json,
        { workspace_id: workspaceId, member_id: member.id, email: member.email, sign_in_url: url },
        `${member.email} may sign in once within a day:\n${url}`,
      );
    }),
  );

command('key:create', 'make an API key; prints it this once')
  .requiredOption('--workspace <id>', 'id or name of the workspace')
  .requiredOption('--name <name>', 'what it is for')
  .action(({ workspace, name, json }) =>
    withAdminDeps(async (deps) => {
      const { id: workspaceId } = await findWorkspace(deps, workspace);
      const { apiKey, rawKey } = await createApiKey(deps, { workspaceId, name });
      print(
        json,
        { workspace_id: workspaceId, api_key_id: apiKey.id, api_key: rawKey },
        `${rawKey}\nKeep it now: only a hash of it is stored.`,
      );
    }),
  );

command('key:list', 'API keys with their last use')
  .option('--workspace <id>', 'only those of one workspace')
  .action(({ workspace, json }) =>
    withAdminDeps(async (deps) => {
      const where = workspace ? { workspaceId: (await findWorkspace(deps, workspace)).id } : {};
      const keys = await deps.db.apiKey.findMany({ where, orderBy: { createdAt: 'asc' } });
      printList(
        json,
        keys.map((key) => ({
          api_key_id: key.id,
          workspace_id: key.workspaceId,
          name: key.name,
          key: `${key.prefix}…${key.lastFour}`,
          last_used: key.lastUsedAt?.toISOString() ?? null,
          revoked: key.revokedAt?.toISOString() ?? null,
        })),
      );
    }),
  );

command('key:revoke', 'end an API key at once and for ever')
  .argument('[id]', 'id of the key (see key:list)')
  .option('--key <id>', 'the same as an option')
  .action((argument, { key: option, json }) =>
    withAdminDeps(async (deps) => {
      const key = await findApiKey(deps, argument ?? option ?? '');
      const revoked = await revokeApiKey(deps, { workspaceId: key.workspaceId, apiKeyId: key.id });
      print(
        json,
        { api_key_id: revoked.id, revoked: revoked.revokedAt?.toISOString() ?? null },
        `The key "${revoked.name}" (${revoked.prefix}…${revoked.lastFour}) is revoked.`,
      );
    }),
  );

command('credits:grant', 'add credits to a workspace')
  .requiredOption('--workspace <id>', 'id or name of the workspace')
  .requiredOption('--amount <credits>', 'a decimal with at most five places')
  .option('--note <text>', 'for the ledger')
  .action(({ workspace, amount, note, json }) =>
    withAdminDeps(async (deps) => {
      const { id, name } = await findWorkspace(deps, workspace);
      const granted = await grantCredits(deps, { workspaceId: id, amount, note });
      const balance = granted.workspace.balance.toFixed();
      print(
        json,
        { workspace_id: id, amount, balance },
        `"${name}" got ${amount} credits and now has ${balance}.`,
      );
    }),
  );

command('template:import', 'save a template from a file, with the media beside it')
  .requiredOption('--workspace <id>', 'id or name of the workspace')
  .requiredOption('--file <path>', 'the template document (JSON); a folder media/ beside it is uploaded')
  .option('--update', 'make a new version of the template with the same name, if there is one')
  .addOption(new Option('--from <service>', 'the document is of another service').choices(IMPORT_FORMATS))
  .action(({ workspace, file, update, from, json }) =>
    withAdminDeps(async (deps) => {
      const { id: workspaceId } = await findWorkspace(deps, workspace);
      const imported = await withMessageBus(deps, (bus) =>
        importTemplate({ ...deps, bus }, { workspaceId, file, update: update ?? false, from }),
      );
      print(
        json,
        imported,
        [
          `${imported.name} (${imported.kind}): ${imported.template_id}`,
          `Variables: ${imported.variables.join(', ') || 'none'}`,
          `Price: ${imported.credits_per_row === null ? 'none configured, so it cannot be rendered yet' : `${imported.credits_per_row} credits a row`}`,
          ...(imported.not_carried_over ? [describeNotes(imported.not_carried_over)] : []),
        ].join('\n'),
      );
    }),
  );

command('template:list', 'templates of a workspace')
  .option('--workspace <id>', 'only those of one workspace')
  .action(({ workspace, json }) =>
    withAdminDeps(async (deps) => {
      const where = workspace ? { workspaceId: (await findWorkspace(deps, workspace)).id } : {};
      const templates = await deps.db.template.findMany({
        where: { ...where, deletedAt: null },
        include: { currentVersion: true },
        orderBy: { createdAt: 'asc' },
      });
      printList(
        json,
        templates.map((template) => ({
          template_id: template.id,
          workspace_id: template.workspaceId,
          kind: template.kind,
          name: template.currentVersion.name,
          version: template.currentVersion.number,
        })),
      );
    }),
  );

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.stderr.write(`${sentence(error)}\n`);
  process.exitCode = error instanceof CommanderError ? error.exitCode : 1;
}

function sentence(error: unknown): string {
  if (error instanceof TemplateFaulty)
    return [
      'The template was not saved:',
      ...error.faults.map(({ path, message }) => `  ${path || '(document)'}: ${message}`),
    ].join('\n');
  if (error instanceof Refusal || error instanceof AdminProblem || error instanceof InvalidEnvironment)
    return error.message;
  if (isDatabaseUnreachable(error))
    return 'The database does not answer. Is the instance running? Start it with: npm start';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
