/** The gateway with its REST facade in this process, on an own database and an own nats-server. No render node. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiKey } from '../../gateway/api-keys/create-api-key.ts';
import { startGateway } from '../../gateway/app.ts';
import { grantCredits } from '../../gateway/credits/grant-credits.ts';
import type { Clock, Deps } from '../../gateway/deps.ts';
import { type GatewaySettings, readSettings } from '../../gateway/env.ts';
import { createWorkspace } from '../../gateway/workspaces/create-workspace.ts';
import { freePort } from '../../infra/processes/free-port.ts';
import { createLogger } from '../../runtime/logger.ts';
import { repositoryRoot } from '../../runtime/repository-root.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { graphql } from './graphql.ts';
import { startTestNats, type TestNats } from './nats.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface TestWorkspace {
  id: string;
  /** A raw API key of it. */
  key: string;
}

export interface TestGateway {
  url: string;
  /** What its operations work with: pass it on to call one directly. */
  deps: Deps;
  settings: GatewaySettings;
  db: Deps['db'];
  pool: Deps['pool'];
  log: Deps['log'];
  database: TestDatabase;
  nats: TestNats;
  dataDir: string;
  /** A new workspace with one key; `credits` is a decimal string, none when left out. */
  createWorkspace(options?: { credits?: string; name?: string }): Promise<TestWorkspace>;
  /** Another raw key. */
  createKey(workspaceId: string): Promise<string>;
  /** Saves a document through GraphQL and returns the template's id. */
  createTemplate(key: string, document: object): Promise<string>;
  /** Uploads `examples/<name>/media` and saves its template, through GraphQL; returns the template's id. */
  importExample(key: string, name: string): Promise<string>;
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  /** Environment variables, such as `OUTBOUND_ALLOW`. */
  env?: Record<string, string>;
  clock?: Clock;
}

export async function startTestGateway({ env = {}, clock }: TestGatewayOptions = {}): Promise<TestGateway> {
  const [port, database, nats] = await Promise.all([freePort(), createTestDatabase(), startTestNats()]);
  const { path: dataDir, remove } = temporaryFolder('gateway');
  const url = `http://127.0.0.1:${port}`;
  const settings = readSettings({
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    PORT: String(port),
    PUBLIC_URL: url,
    API_KEY_PEPPER: randomBytes(32).toString('base64'),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    URL_SIGNING_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: dataDir,
    ...env,
  });
  const { deps, stop } = await startGateway({ settings, log: createLogger('gateway'), clock });
  const createKey = async (workspaceId: string) =>
    (await createApiKey(deps, { workspaceId, name: 'Test' })).rawKey;

  return {
    ...{
      url,
      deps,
      settings,
      db: deps.db,
      pool: deps.pool,
      log: deps.log,
      database,
      nats,
      dataDir,
      createKey,
    },
    async createWorkspace({ credits, name = 'Test' } = {}) {
      const { id } = await createWorkspace(deps, { name });
      if (credits !== undefined) await grantCredits(deps, { workspaceId: id, amount: credits });
      return { id, key: await createKey(id) };
    },
    createTemplate: (key, document) => createTemplate(url, key, document),
    async importExample(key, name) {
      const folder = join(repositoryRoot, 'examples', name);
      for (const file of await readdir(join(folder, 'media')))
        await uploadAsset(url, key, `${name}/${file}`, await readFile(join(folder, 'media', file)));
      return createTemplate(url, key, JSON.parse(await readFile(join(folder, 'template.json'), 'utf8')));
    },
    async stop() {
      await stop();
      await nats.stop();
      await database.drop();
      remove();
    },
  };
}

async function createTemplate(url: string, key: string, document: object): Promise<string> {
  const { data, errors } = await graphql<{ createTemplate: { id?: string } }>(
    url,
    key,
    `mutation ($document: JSON!) {
      createTemplate(document: $document) {
        ... on Template { id }
        ... on TemplateFaulty { message faults { path message } }
      }
    }`,
    { document },
  );
  const id = data?.createTemplate?.id;
  if (!id) throw new Error(`The template was not saved: ${JSON.stringify(data ?? errors)}`);
  return id;
}

/** As the GraphQL multipart request specification has it. */
async function uploadAsset(url: string, key: string, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  const query = `mutation ($name: String!, $file: File!) {
    uploadAsset(name: $name, file: $file) { ... on Asset { id } ... on AssetRefused { message } }
  }`;
  form.set('operations', JSON.stringify({ query, variables: { name, file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new Blob([bytes]), name);
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  const answer = await response.text();
  if (!answer.includes('"id"')) throw new Error(`The asset ${name} was not stored: ${answer}`);
}
