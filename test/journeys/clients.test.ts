/** The clients of examples/clients, run as their readers would run them. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../infra/processes/free-port.ts';
import { entryPoint, repositoryRoot } from '../../runtime/repository-root.ts';
import { startTestFarm, type TestFarm } from '../support/farm.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const folder = temporaryFolder('clients');
let farm: TestFarm;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const webhookPort = await freePort();
  farm = await startTestFarm({ OUTBOUND_ALLOW: `127.0.0.1:${webhookPort}` });
  const { workspaceId, key } = await farm.createWorkspace('10');
  await farm.importExample(workspaceId, 'certificate');
  env = {
    ...process.env,
    ROWCAST_URL: farm.url,
    ROWCAST_API_KEY: key,
    WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/hook`,
    WEBHOOK_PORT: String(webhookPort),
  };
});

afterAll(async () => {
  await farm?.stop();
  folder.remove();
});

it.each([
  {
    client: 'TypeScript client',
    command: [process.execPath, entryPoint('examples/clients/generate'), 'IMAGE_TEMPLATE'],
    rows: ['first', 'second', 'third'],
  },
  {
    client: 'shell script',
    command: [join(repositoryRoot, 'examples/clients/generate.sh'), 'IMAGE_TEMPLATE'],
    rows: ['first', 'second'],
  },
])(
  'the $client goes from a template to a CSV of results and a verified webhook',
  async ({ command, rows }) => {
    const [program = '', ...args] = command;

    const { stdout } = await run(program, args, { env, cwd: folder.path });

    expect(stdout).toMatch(/^template +\S/m);
    expect(stdout).toMatch(/^variables +name/m);
    const [, url = ''] = /^row +second: success (\S+)$/m.exec(stdout) ?? [];
    const picture = await fetch(url);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ]);
    const [, file = ''] = /^csv +(\S+\.csv)$/m.exec(stdout) ?? [];
    const csv = readFileSync(join(folder.path, file), 'utf8');
    expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual(['external_id', ...rows, '']);
    expect(csv).toContain(url);
    const [, event = ''] = /^webhook +(\{.*\})$/m.exec(stdout) ?? [];
    const [, jobId] = /^job +([\w-]+)/m.exec(stdout) ?? [];
    expect(JSON.parse(event)).toMatchObject({ type: 'bulk_job.completed', bulk_job_id: jobId });
  },
);
