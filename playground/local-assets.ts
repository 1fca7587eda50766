/**
 * `asset:NAME` without a workspace: files in the folders `media/` and `assets/` beside the template stand for uploads.
 * `asset:FOLDER/NAME` means NAME too: `template:import` puts the name of the template's folder before each file's.
 */
import { createHash } from 'node:crypto';
import { readFile, realpath, utimes } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { assetKey } from '../contract/object-keys.ts';
import type { AssetReference } from '../contract/render-work.ts';
import { hasPlaceholder } from '../contract/template/placeholders.ts';
import { assetName } from '../contract/template/values.ts';
import { SNIFFED_BYTES, sniffMedia } from '../render-node/assets/sniff-media.ts';
import type { ObjectStore } from '../runtime/object-store.ts';

/** Object keys have a workspace in them; here there is one. */
export const LOCAL_WORKSPACE = 'local';

/** Beside the template, in the order in which they are looked into. */
export const ASSET_FOLDERS = ['media', 'assets'];

export interface LocalAssets {
  /** The stored files that a template or a row's values name; a name without a file is left out. */
  referencesIn(value: unknown): Promise<Record<string, AssetReference>>;
}

/** @param objectsFolder where `store` keeps its objects */
export function createLocalAssets(
  { store, objectsFolder }: { store: ObjectStore; objectsFolder: string },
  templateFolder: string,
): LocalAssets {
  // Rows share their media: each file is read and hashed once.
  const references = new Map<string, Promise<AssetReference | null>>();
  const reference = (name: string) => {
    const known = references.get(name) ?? storeFile(name);
    references.set(name, known);
    return known;
  };

  async function storeFile(name: string): Promise<AssetReference | null> {
    const path = await findAsset(templateFolder, name);
    if (path === null) return null;
    const bytes = await readFile(path);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const objectKey = assetKey(LOCAL_WORKSPACE, sha256);
    if ((await store.size(objectKey)) === null) await store.put(objectKey, bytes);
    // What is in use is not cleaned away by another run.
    else await utimes(join(objectsFolder, objectKey), new Date(), new Date());
    const contentType = sniffMedia(bytes.subarray(0, SNIFFED_BYTES)) ?? 'application/octet-stream';
    return { objectKey, contentType, sha256 };
  }

  return {
    async referencesIn(value) {
      const found = await Promise.all(
        [...new Set(assetNames(value))].map(async (name) => [name, await reference(name)] as const),
      );
      return Object.fromEntries(found.flatMap(([name, asset]) => (asset ? [[name, asset]] : [])));
    },
  };
}

/** Every `asset:NAME` that is a whole text somewhere in a document or in values. */
export function assetNames(value: unknown): string[] {
  if (typeof value === 'string') {
    const name = assetName(value);
    return name === null || hasPlaceholder(name) ? [] : [name];
  }
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(assetNames) : [];
}

/** The file's path, or null when there is none. A name never leads out of its folder. */
async function findAsset(templateFolder: string, name: string): Promise<string | null> {
  const names = name.includes('/') ? [name, name.slice(name.indexOf('/') + 1)] : [name];
  for (const folder of ASSET_FOLDERS)
    for (const candidate of names) {
      const path = await realFile(join(templateFolder, folder), candidate);
      if (path !== null) return path;
    }
  return null;
}

async function realFile(folder: string, name: string): Promise<string | null> {
  try {
    const [path, root] = await Promise.all([realpath(join(folder, name)), realpath(folder)]);
    return path.startsWith(root + sep) ? path : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EINVAL' || code === 'ERR_INVALID_ARG_VALUE')
      return null;
    throw error;
  }
}
