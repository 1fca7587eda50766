import { isStorable } from '../db/storable-text.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { Refusal } from '../refusal.ts';
import { generateRawKey, hashKey, visibleParts } from './api-key-format.ts';

export class ApiKeyNameInvalid extends Refusal {
  constructor() {
    super('An API key needs a name of 1 to 255 characters');
  }
}

/** Returns the stored key and, this once, the raw one. @throws {ApiKeyNameInvalid} */
export async function createApiKey(
  { db, settings }: Pick<Deps, 'db'> & { settings: Pick<Deps['settings'], 'apiKeyPepper'> },
  input: { workspaceId: string; name: string; memberId?: string },
) {
  const name = input.name.trim();
  if (name === '' || name.length > 255 || !isStorable(name)) throw new ApiKeyNameInvalid();
  const rawKey = generateRawKey();
  const apiKey = await db.apiKey.create({
    data: {
      id: newId(),
      workspaceId: input.workspaceId,
      name,
      ...visibleParts(rawKey),
      keyHash: hashKey(rawKey, settings.apiKeyPepper),
      createdByMemberId: input.memberId ?? null,
    },
  });
  return { apiKey, rawKey };
}
