import type { Deps } from '../deps.ts';
import { hashToken } from './one-time-token.ts';

/** The signed-in member, or null when the session is unknown or over. */
export async function authenticateSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<{ memberId: string; workspaceId: string } | null> {
  const session = await db.session.findFirst({
    where: { tokenHash: hashToken(token), expiresAt: { gt: clock.now() }, member: { deactivatedAt: null } },
    select: { member: { select: { id: true, workspaceId: true } } },
  });
  return session ? { memberId: session.member.id, workspaceId: session.member.workspaceId } : null;
}
