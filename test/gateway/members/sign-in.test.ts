import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMember } from '../../../gateway/members/add-member.ts';
import { createSignInLink } from '../../../gateway/members/create-sign-in-link.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { graphql } from '../../support/graphql.ts';
import { signInAsMember } from '../sign-in-as-member.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway?.stop());

async function linkMadeAt(now: Date): Promise<string> {
  const { id } = await gateway.createWorkspace();
  const { db, settings } = gateway;
  const member = await addMember({ db }, { workspaceId: id, email: 'Grace@Example.com ' });
  const { url } = await createSignInLink(
    { db, clock: { now: () => now }, settings },
    { memberId: member.id },
  );
  return `${gateway.url}/sign-in${new URL(url).search}`;
}

it('opens one session by a link, in a cookie that scripts and other sites cannot use', async () => {
  const link = await linkMadeAt(new Date());
  const first = await fetch(link, { redirect: 'manual' });
  expect([first.status, first.headers.get('location'), first.headers.get('set-cookie')]).toEqual([
    303,
    '/graphql',
    expect.stringMatching(/^rowcast_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/),
  ]);
  const second = await fetch(link, { redirect: 'manual' });
  expect([second.status, second.headers.get('set-cookie'), await second.text()]).toEqual([
    410,
    null,
    expect.stringContaining('used or is too old'),
  ]);
});

it('opens none by a link that is more than a day old or was never made', async () => {
  const old = await linkMadeAt(new Date(Date.now() - 25 * 3_600_000));
  for (const link of [old, `${gateway.url}/sign-in?token=x`, `${gateway.url}/sign-in`])
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(410);
});

it('answers a session as its workspace, until the member is deactivated', async () => {
  const { id } = await gateway.createWorkspace({ name: 'Lovelace Ltd' });
  const member = await signInAsMember(gateway, id);
  expect((await member('{ workspace { name } }')).data).toEqual({ workspace: { name: 'Lovelace Ltd' } });
  await gateway.pool.query('UPDATE members SET deactivated_at = now() WHERE workspace_id = $1', [id]);
  expect((await member('{ workspace { name } }')).status).toBe(401);
});

it('lists the members of the workspace for those who are signed in, and for nobody else', async () => {
  const { id, key } = await gateway.createWorkspace();
  const other = await gateway.createWorkspace();
  await addMember({ db: gateway.db }, { workspaceId: other.id, email: 'elsewhere@example.com' });
  const member = await signInAsMember(gateway, id);
  await addMember({ db: gateway.db }, { workspaceId: id, email: 'grace@example.com' });
  const query = '{ workspace { members { email deactivatedAt } } }';
  expect((await member(query)).data).toEqual({
    workspace: {
      members: [
        { email: 'ada@example.com', deactivatedAt: null },
        { email: 'grace@example.com', deactivatedAt: null },
      ],
    },
  });
  const { data, errors } = await graphql(gateway.url, key, query);
  expect([data, errors[0]?.message, errors[0]?.extensions]).toEqual([
    null,
    'Members are shown to signed-in members, not to keys',
    { code: 'FORBIDDEN' },
  ]);
});

it("refuses a request that another site's form could make a signed-in browser send", async () => {
  const { id } = await gateway.createWorkspace();
  await signInAsMember(gateway, id);
  const { rows } = await gateway.pool.query(
    'SELECT count(*)::int AS keys FROM api_keys WHERE workspace_id = $1',
    [id],
  );
  const link = await linkMadeAt(new Date());
  const cookie = (await fetch(link, { redirect: 'manual' })).headers.get('set-cookie')?.split(';')[0] ?? '';
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: new URLSearchParams({ query: 'mutation { createApiKey(name: "stolen") { rawKey } }' }),
  });
  expect(response.status).toBe(403);
  expect(rows).toEqual([{ keys: 1 }]);
});
