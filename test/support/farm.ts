/**
 * The whole service as an operator runs it: gateway and render node as programs of their own on a real PostgreSQL and a
 * real nats-server, set up through the admin CLI. Needs a build (`npm run build`).
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../infra/processes/free-port.ts';
import { entryPoint, repositoryRoot } from '../../runtime/repository-root.ts';
import { type Child, startChild } from './child-process.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startTestNats, type TestNats } from './nats.ts';
import { startTestRenderNode } from './render-node.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitFor } from './wait-for.ts';

const run = promisify(execFile);

export interface TestFarm {
  url: string;
  database: TestDatabase;
  nats: TestNats;
  dataDir: string;
  /** The processes of now; killed ones are replaced by `startGateway` and `startRenderNode`. */
  gateway: Child;
  renderNode: Child;
  startGateway(): Promise<void>;
  startRenderNode(): void;
  /** `npm run admin -- ARGS --json`, parsed. */
  admin<Answer>(...args: string[]): Promise<Answer>;
  createWorkspace(credits: string): Promise<{ workspaceId: string; key: string }>;
  /** Imports `examples/<name>` with its media; returns the template's id. */
  importExample(workspaceId: string, name: string): Promise<string>;
  stop(): Promise<void>;
}

/** `env` goes to both programs, for instance `OUTBOUND_ALLOW`. */
export async function startTestFarm(env: Record<string, string> = {}): Promise<TestFarm> {
  const [port, database, nats] = await Promise.all([freePort(), createTestDatabase(), startTestNats()]);
  const { path: dataDir, remove } = temporaryFolder('farm');
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...process.env,
    DATABASE_URL: database.url,
    NATS_URL: nats.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    LOG_LEVEL: 'warn',
    API_KEY_PEPPER: randomBytes(32).toString('base64'),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    URL_SIGNING_KEY: randomBytes(32).toString('base64'),
    ...env,
  };

  async function startGateway() {
    const gateway = startChild(process.execPath, ['--enable-source-maps', entryPoint('gateway/main')], {
      env: settings,
    });
    farm.gateway = gateway;
    await waitFor('the gateway to be ready', async () => {
      if (!gateway.running) throw new Error(`The gateway did not start:\n${gateway.output}`);
      return isReady(url);
    });
  }

  function startRenderNode() {
    farm.renderNode = startTestRenderNode({ natsUrl: nats.url, dataDir, env });
  }

  async function admin<Answer>(...args: string[]): Promise<Answer> {
    const { stdout } = await run(process.execPath, [entryPoint('gateway/admin/main'), ...args, '--json'], {
      env: settings,
    });
    return JSON.parse(stdout) as Answer;
  }

  const farm = {
    ...{ url, database, nats, dataDir, startGateway, startRenderNode, admin },
    async createWorkspace(credits: string) {
      const { workspace_id } = await admin<{ workspace_id: string }>('workspace:create', '--name', 'Journey');
      const { api_key } = await admin<{ api_key: string }>(
        ...['key:create', '--workspace', workspace_id, '--name', 'Journey'],
      );
      await admin('credits:grant', '--workspace', workspace_id, '--amount', credits);
      return { workspaceId: workspace_id, key: api_key };
    },
    async importExample(workspaceId: string, name: string) {
      const file = join(repositoryRoot, 'examples', name, 'template.json');
      const { template_id } = await admin<{ template_id: string }>(
        ...['template:import', '--workspace', workspaceId, '--file', file],
      );
      return template_id;
    },
    async stop() {
      await Promise.all([farm.renderNode.kill('SIGKILL'), farm.gateway.kill('SIGKILL')]);
      await nats.stop();
      await database.drop();
      remove();
    },
  } as TestFarm;

  await startGateway();
  startRenderNode();
  return farm;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
