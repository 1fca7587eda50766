import { createHash } from 'node:crypto';
import { assetKey } from '../../contract/object-keys.ts';
import { isStorable } from '../db/storable-text.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../new-id.ts';
import { Refusal } from '../refusal.ts';
import { sniffContentType } from './sniff-content-type.ts';

export const MAX_ASSET_BYTES = 100 * 1024 * 1024;

export class AssetRefused extends Refusal {}

/**
 * Stores a file under a name that templates and rows refer to as `asset:NAME`. The same name again replaces the file for
 * templates saved from then on.
 * @throws {AssetRefused} with a sentence that says what to do
 */
export async function uploadAsset(
  { db, store, clock }: Pick<Deps, 'db' | 'store' | 'clock'>,
  input: { workspaceId: string; name: string; bytes: Uint8Array },
) {
  const name = input.name.trim();
  if (name === '' || name.length > 255 || /[\p{Cc}{}]/u.test(name) || !isStorable(name))
    throw new AssetRefused(
      'An asset needs a name of 1 to 255 characters without braces or control characters.',
    );
  if (input.bytes.byteLength > MAX_ASSET_BYTES)
    throw new AssetRefused(`"${name}" is larger than the ${MAX_ASSET_BYTES / 2 ** 20} MB an asset may have.`);
  const contentType = sniffContentType(input.bytes);
  if (!contentType)
    throw new AssetRefused(
      `"${name}" is not a kind of file that templates use: JPEG, PNG, WebP, GIF, SVG, MP4, MOV, WebM, MP3, WAV, M4A, AAC, OGG, FLAC, SRT, VTT, TTF, OTF, WOFF2.`,
    );
  const sha256 = createHash('sha256').update(input.bytes).digest('hex');
  const objectKey = assetKey(input.workspaceId, sha256);
  await store.put(objectKey, input.bytes);
  const file = { sha256, contentType, bytes: input.bytes.byteLength, objectKey };
  return db.asset.upsert({
    where: { workspaceId_name: { workspaceId: input.workspaceId, name } },
    create: { id: newId(), workspaceId: input.workspaceId, name, ...file },
    update: { ...file, updatedAt: clock.now() },
  });
}
