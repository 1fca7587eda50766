import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { hashToken, newToken } from './one-time-token.ts';

export const SESSION_DAYS = 14;

/** Turns a sign-in link's token into a session token; null when it is unknown, used or too old. */
export async function signIn(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: { token: string },
): Promise<string | null> {
  const now = clock.now();
  // Guarded by the state it leaves: of two clicks at once only one finds the link unused.
  const { count } = await db.signInLink.updateMany({
    where: {
      tokenHash: hashToken(input.token),
      usedAt: null,
      expiresAt: { gt: now },
      member: { deactivatedAt: null },
    },
    data: { usedAt: now },
  });
  if (count === 0) return null;
  const link = await db.signInLink.findUniqueOrThrow({ where: { tokenHash: hashToken(input.token) } });
  const sessionToken = newToken();
  await db.session.create({
    data: {
      id: newId(),
      memberId: link.memberId,
      tokenHash: hashToken(sessionToken),
      expiresAt: new Date(now.getTime() + SESSION_DAYS * 86_400_000),
    },
  });
  return sessionToken;
}
