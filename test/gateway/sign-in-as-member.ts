import { addMember } from '../../gateway/members/add-member.ts';
import { createSignInLink } from '../../gateway/members/create-sign-in-link.ts';
import type { TestGateway } from '../support/gateway.ts';
import type { GraphqlAnswer } from '../support/graphql.ts';

/** Asks as a signed-in browser does: with the session's cookie and without a key. */
export type AskAsMember = <Data = Record<string, never>>(
  query: string,
  variables?: Record<string, unknown>,
) => Promise<GraphqlAnswer<Data>>;

/** Adds a member, follows their sign-in link and keeps the cookie. */
export async function signInAsMember(gateway: TestGateway, workspaceId: string): Promise<AskAsMember> {
  const { url, db, settings } = gateway;
  const clock = { now: () => new Date() };
  const member = await addMember({ db }, { workspaceId, email: 'ada@example.com' });
  const link = await createSignInLink({ db, clock, settings }, { memberId: member.id });
  const { pathname, search } = new URL(link.url);
  const response = await fetch(`${url}${pathname}${search}`, { redirect: 'manual' });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';

  return async (query, variables = {}) => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-graphql-yoga-csrf': '1', cookie },
      body: JSON.stringify({ query, variables }),
    });
    const body = await answer.json();
    return { status: answer.status, data: body.data, errors: body.errors ?? [] };
  };
}
