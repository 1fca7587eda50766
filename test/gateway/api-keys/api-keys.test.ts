import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { graphql } from '../../support/graphql.ts';
import { signInAsMember } from '../sign-in-as-member.ts';
import { submit } from '../submit.ts';
import { badge } from '../template-documents.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway?.stop());

const CREATE =
  'mutation { createApiKey(name: "CI") { ... on ApiKeyCreated { rawKey apiKey { id name prefix lastFour revokedAt spent } } } }';
const REVOKE =
  'mutation ($id: ID!) { revokeApiKey(id: $id) { __typename ... on Refusal { message } ... on ApiKey { revokedAt } } }';

it('lives from its making by a member to its revocation', async () => {
  const { id } = await gateway.createWorkspace({ credits: '1' });
  const member = await signInAsMember(gateway, id);
  const { createApiKey } = (
    await member<{
      createApiKey: { rawKey: string; apiKey: { id: string; prefix: string; lastFour: string } };
    }>(CREATE)
  ).data;
  const { rawKey, apiKey } = createApiKey;
  expect(rawKey).toMatch(/^rowcast_live_[0-9A-Za-z]{36}$/);
  expect(apiKey).toEqual({
    ...{ id: expect.any(String), name: 'CI', revokedAt: null, spent: '0' },
    prefix: rawKey.slice(0, apiKey.prefix.length),
    lastFour: rawKey.slice(-4),
  });
  const { rows } = await gateway.pool.query(
    'SELECT row_to_json(api_keys)::text AS stored FROM api_keys WHERE id = $1',
    [apiKey.id],
  );
  expect(rows[0].stored).not.toContain(rawKey.slice('rowcast_live_'.length + 4));

  const templateId = await gateway.createTemplate(rawKey, badge);
  await submit(gateway.url, rawKey, templateId, { rows: [{}, {}] });
  const listed = await member<{ workspace: { apiKeys: object[] } }>(
    '{ workspace { apiKeys { name spent lastUsedAt } } }',
  );
  expect(listed.data.workspace.apiKeys).toContainEqual({
    ...{ name: 'CI', spent: '0.01448' },
    lastUsedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  });

  const revoked = await member<{ revokeApiKey: { revokedAt: string } }>(REVOKE, { id: apiKey.id });
  expect(revoked.data.revokeApiKey).toEqual({ __typename: 'ApiKey', revokedAt: expect.any(String) });
  const after = await graphql(gateway.url, rawKey, '{ workspace { id } }');
  expect([after.status, after.errors[0]?.message]).toEqual([401, 'API key required']);
  const again = await member<{ revokeApiKey: { revokedAt: string } }>(REVOKE, { id: apiKey.id });
  expect(again.data.revokeApiKey.revokedAt).toBe(revoked.data.revokeApiKey.revokedAt);
});

it('cannot make, revoke or list other keys', async () => {
  const { key } = await gateway.createWorkspace();
  const other = await gateway.createWorkspace();
  for (const query of [CREATE, `mutation { revokeApiKey(id: "${other.id}") { __typename } }`]) {
    const { errors } = await graphql(gateway.url, key, query);
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'API keys are managed by signed-in members, not by keys',
        extensions: expect.objectContaining({ code: 'FORBIDDEN' }),
      }),
    ]);
  }
});

it('is not found by a member of another workspace', async () => {
  const [mine, other] = [await gateway.createWorkspace(), await gateway.createWorkspace()];
  const member = await signInAsMember(gateway, mine.id);
  const { rows } = await gateway.pool.query('SELECT id FROM api_keys WHERE workspace_id = $1', [other.id]);
  for (const id of [rows[0].id, 'nothing'])
    expect((await member(REVOKE, { id })).data).toEqual({
      revokeApiKey: { __typename: 'ApiKeyNotFound', message: 'API key not found' },
    });
  expect((await graphql(gateway.url, other.key, '{ workspace { id } }')).status).toBe(200);
});

it.each([
  ['none', null],
  ['an empty bearer', 'Bearer '],
  ['another scheme', 'Basic Zm9v'],
  ['a made-up key', `Bearer rowcast_live_${'0'.repeat(36)}`],
  ['two keys', 'Bearer a b'],
])('is asked for when the header holds %s', async (_what, authorization) => {
  for (const path of ['/graphql', '/graphql/stream'])
    for (const query of ['{ workspace { id } }', '{ __schema { types { name } } }', '{ wrokspace }']) {
      const response = await fetch(`${gateway.url}${path}`, {
        method: 'POST',
        headers: {
          ...{
            'content-type': 'application/json',
            accept: path === '/graphql' ? 'application/json' : 'text/event-stream',
          },
          ...(authorization === null ? {} : { authorization }),
        },
        body: JSON.stringify({ query }),
      });
      expect([response.status, await response.json()]).toEqual([
        401,
        { errors: [{ message: 'API key required', extensions: { code: 'UNAUTHENTICATED' } }] },
      ]);
    }
});

it('is accepted in lower case and with spaces around', async () => {
  const { id, key } = await gateway.createWorkspace();
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `bearer   ${key} ` },
    body: '{"query":"{ workspace { id } }"}',
  });
  expect(await response.json()).toEqual({ data: { workspace: { id } } });
});
