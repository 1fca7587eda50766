/** The answer of an earlier request under the same key, kept for a day: a repeated submission charges once. */
import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { IdempotencyKeyInvalid, IdempotencyKeyReused } from './submit-refusals.ts';

export interface Idempotency {
  key: string;
  /** SHA-256 of all that makes a request the same request. */
  requestHash: string;
}

/** A key is remembered for so long (docs/rest-api.md). */
export const IDEMPOTENCY_HOURS = 24;

/** `request` is what must be equal; null without a key. @throws {IdempotencyKeyInvalid} */
export function readIdempotency(key: string | null, request: unknown): Idempotency | null {
  if (key === null) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new IdempotencyKeyInvalid();
  return { key, requestHash: createHash('sha256').update(JSON.stringify(request)).digest('hex') };
}

/** The batch of the earlier request, or null. @throws {IdempotencyKeyReused} when that was another request */
export async function findEarlierBatch(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  workspaceId: string,
  { key, requestHash }: Idempotency,
): Promise<string | null> {
  const earlier = await db.idempotencyKey.findUnique({ where: { workspaceId_key: { workspaceId, key } } });
  if (!earlier) return null;
  if (clock.now().getTime() - earlier.createdAt.getTime() > IDEMPOTENCY_HOURS * 3_600_000) {
    await db.idempotencyKey.deleteMany({ where: { workspaceId, key, batchId: earlier.batchId } });
    return null;
  }
  if (earlier.requestHash !== requestHash) throw new IdempotencyKeyReused();
  return earlier.batchId;
}
