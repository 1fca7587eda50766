import type { Deps } from '../deps.ts';
import { isId } from '../new-id.ts';
import { Refusal } from '../refusal.ts';

export class ApiKeyNotFound extends Refusal {
  constructor() {
    super('API key not found');
  }
}

/** Takes effect on the next request; open subscriptions close within a second. Revoking twice keeps the first time. */
export async function revokeApiKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  input: { workspaceId: string; apiKeyId: string },
) {
  const key = isId(input.apiKeyId)
    ? await db.apiKey.findFirst({ where: { id: input.apiKeyId, workspaceId: input.workspaceId } })
    : null;
  if (!key) throw new ApiKeyNotFound();
  return db.apiKey.update({ where: { id: key.id }, data: { revokedAt: key.revokedAt ?? clock.now() } });
}
