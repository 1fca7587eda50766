import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { generateRawKey, hashKey, visibleParts } from './api-key-format.ts';

/** Returns the stored key and, this once, the raw one. */
export async function createApiKey(
  { db, settings }: Pick<Deps, 'db'> & { settings: Pick<Deps['settings'], 'apiKeyPepper'> },
  input: { workspaceId: string; name: string; memberId?: string },
) {
  const rawKey = generateRawKey();
  const apiKey = await db.apiKey.create({
    data: {
      id: newId(),
      workspaceId: input.workspaceId,
      name: input.name,
      ...visibleParts(rawKey),
      keyHash: hashKey(rawKey, settings.apiKeyPepper),
      createdByMemberId: input.memberId ?? null,
    },
  });
  return { apiKey, rawKey };
}
