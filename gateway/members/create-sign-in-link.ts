import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { hashToken, newToken } from './one-time-token.ts';

const LIFETIME_MS = 24 * 3_600_000;

/** A link that opens one session within a day. */
export async function createSignInLink(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock'> & { settings: Pick<Deps['settings'], 'publicUrl'> },
  input: { memberId: string },
): Promise<{ url: string }> {
  const token = newToken();
  await db.signInLink.create({
    data: {
      id: newId(),
      memberId: input.memberId,
      tokenHash: hashToken(token),
      expiresAt: new Date(clock.now().getTime() + LIFETIME_MS),
    },
  });
  return { url: `${settings.publicUrl}/sign-in?token=${token}` };
}
