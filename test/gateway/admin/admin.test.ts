import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../gateway/db/client.ts';
import { entryPoint } from '../../../runtime/repository-root.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { startTestNats, type TestNats } from '../../support/nats.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const folder = temporaryFolder('admin');
let server: TestDatabase;
let nats: TestNats;
let database: Database;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  [server, nats] = await Promise.all([createTestDatabase(), startTestNats()]);
  database = createDatabase(server.url);
  const key = () => randomBytes(32).toString('base64');
  env = {
    PATH: process.env.PATH,
    DATABASE_URL: server.url,
    NATS_URL: nats.url,
    DATA_DIR: join(folder.path, 'data'),
    API_KEY_PEPPER: key(),
    SECRETS_KEY: key(),
    URL_SIGNING_KEY: key(),
  };
  await admin(['workspace:create', '--name', 'Shop']);
});
afterAll(async () => {
  await database.close();
  await server.drop();
  await nats.stop();
  folder.remove();
});

/** What a command prints, as text; a failed one gives its exit code and what it said. */
async function admin(args: string[], more: NodeJS.ProcessEnv = {}) {
  const command = [entryPoint('gateway/admin/main'), ...args];
  try {
    const { stdout } = await run(process.execPath, command, { env: { ...env, ...more } });
    return { code: 0, stdout, stderr: '' };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}
const json = async (...args: string[]) => JSON.parse((await admin([...args, '--json'])).stdout);

describe('the operator', () => {
  it('sets up a workspace with a member, a key and credits', async () => {
    const { workspace_id: workspace, ...made } = await json('workspace:create', '--name', 'Acme');
    expect([workspace, made]).toEqual([UUID, { name: 'Acme' }]);
    expect(await json('member:add', '--workspace', workspace, '--email', 'ada@example.com')).toMatchObject({
      sign_in_url: expect.stringMatching(/^http:\/\/localhost:4000\/sign-in\S+$/),
    });
    const { api_key_id: keyId, api_key: rawKey } = await json(
      'key:create',
      '--workspace',
      'Acme',
      '--name',
      'CI',
    );
    expect(rawKey).toMatch(/^rowcast_live_[0-9A-Za-z]{36}$/);
    expect(
      await json('credits:grant', '--workspace', workspace, '--amount', '12.5', '--note', 'gift'),
    ).toEqual({
      workspace_id: workspace,
      amount: '12.5',
      balance: '12.5',
    });
    expect(await json('key:list', '--workspace', workspace)).toEqual([
      expect.objectContaining({ api_key_id: keyId, name: 'CI', revoked: null }),
    ]);
    expect((await admin(['key:list'])).stdout).not.toContain(rawKey);
    expect(await json('key:revoke', keyId)).toEqual({ api_key_id: keyId, revoked: expect.any(String) });
    expect(await json('workspace:list')).toContainEqual(
      expect.objectContaining({ workspace_id: workspace, name: 'Acme', balance: '12.5' }),
    );
    expect(
      await database.db.ledgerEntry.findMany({ select: { kind: true, note: true, workspaceId: true } }),
    ).toEqual([{ kind: 'grant', note: 'gift', workspaceId: workspace }]);
  }, 60_000);

  it('imports a template with its media, and makes a new version of it when asked to update', async () => {
    const { workspace_id: workspace } = await json('workspace:create', '--name', 'Studio');
    const file = await writeTemplate('card', { name: 'Card', src: 'asset:card/frame.png' });
    const imported = await json('template:import', '--workspace', workspace, '--file', file);
    expect(imported).toEqual({
      template_id: UUID,
      name: 'Card',
      kind: 'image',
      variables: ['first name'],
      credits_per_row: '0.00181',
    });
    expect(await database.db.asset.findMany({ select: { name: true, contentType: true } })).toEqual([
      { name: 'card/frame.png', contentType: 'image/png' },
    ]);
    const again = await json('template:import', '--workspace', workspace, '--file', file, '--update');
    expect(again.template_id).toBe(imported.template_id);
    expect(await json('template:list', '--workspace', workspace)).toEqual([
      expect.objectContaining({ template_id: imported.template_id, kind: 'image', name: 'Card', version: 2 }),
    ]);
  }, 60_000);

  it('imports a template of another service, and is told what was not carried over', async () => {
    const file = join(folder.path, 'movie.json');
    const element = { type: 'text', text: 'Hi {{name}}', sparkle: true };
    writeFileSync(file, JSON.stringify({ resolution: 'hd', scenes: [{ duration: 2, elements: [element] }] }));
    const command = ['template:import', '--workspace', 'Shop', '--from', 'json2video', '--file', file];
    expect(await json(...command)).toEqual({
      template_id: UUID,
      name: 'JSON2Video movie',
      kind: 'video',
      variables: ['name'],
      credits_per_row: null,
      not_carried_over: [{ path: 'scenes[0].elements[0].sparkle', message: 'has no equal here' }],
    });
    expect((await admin(command)).stdout).toContain('  scenes[0].elements[0].sparkle: has no equal here');
  }, 60_000);

  it('reads tables where programs read JSON', async () => {
    const { stdout } = await admin(['template:list']);
    expect(stdout.split('\n')[0]).toMatch(/^template_id +workspace_id +kind +name +version$/);
  });
});

describe('a mistake', () => {
  it.each([
    [['workspace:create', '--name', ' '], /name/i],
    [['key:create', '--workspace', 'Nobody', '--name', 'x'], /^There is no workspace "Nobody"/],
    [['key:revoke', 'nonsense'], /^There is no API key/],
    [['credits:grant', '--workspace', 'Shop', '--amount', '-5'], /amount/],
    [['credits:grant', '--workspace', 'Shop', '--amount', '0.000001'], /amount/],
    [['member:add', '--workspace', 'Shop', '--email', 'nobody'], /e-?mail/i],
    [['template:import', '--workspace', 'Shop', '--file', '/no/such/file.json'], /cannot be read/],
    [['template:import', '--workspace', 'Shop', '--file', 'x', '--from', 'canva'], /shotstack, creatomate/],
    [['key:create', '--workspace', 'Shop'], /--name/],
    [['no:such:command'], /unknown command/],
  ])('%j is answered in a sentence, with exit code 1', async (args, sentence) => {
    const { code, stdout, stderr } = await admin(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.replace(/^error: /, '')).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('in a template is told with its place', async () => {
    const file = await writeTemplate('broken', { name: 'Broken', src: 'asset:nobody.png' });
    const { code, stderr } = await admin(['template:import', '--workspace', 'Shop', '--file', file]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('layers[0].src: no asset called "nobody.png"'),
    ]);
  });

  it('of asking while nothing runs is told so', async () => {
    const { code, stderr } = await admin(['workspace:list'], {
      DATABASE_URL: 'postgresql://x@127.0.0.1:1/x',
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('The database does not answer')]);
  });
});

async function writeTemplate(name: string, { src, ...more }: { name: string; src: string }): Promise<string> {
  const media = join(folder.path, name, 'media');
  mkdirSync(media, { recursive: true });
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
  writeFileSync(join(media, 'frame.png'), await picture.png().toBuffer());
  const document = {
    kind: 'image',
    layers: [
      { type: 'image', src },
      { type: 'text', text: 'Hello {{first name}}' },
    ],
    ...more,
  };
  const file = join(folder.path, name, 'template.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}
