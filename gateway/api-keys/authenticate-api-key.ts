import type { Deps } from '../deps.ts';
import { hashKey, isWellFormedKey } from './api-key-format.ts';

/** Last use is a hint for people; a busy key need not write it on every request. */
const LAST_USED_PRECISION_MS = 60_000;

/**
 * The key's workspace, or null for a key that is malformed, unknown or revoked. Asks the database every time: a cached yes
 * would outlive a revocation.
 */
export async function authenticateApiKey(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  rawKey: string,
): Promise<{ apiKeyId: string; workspaceId: string } | null> {
  if (!isWellFormedKey(rawKey)) return null;
  const key = await db.apiKey.findUnique({ where: { keyHash: hashKey(rawKey, settings.apiKeyPepper) } });
  if (!key || key.revokedAt) return null;
  const now = clock.now();
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > LAST_USED_PRECISION_MS)
    await db.apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } });
  return { apiKeyId: key.id, workspaceId: key.workspaceId };
}
