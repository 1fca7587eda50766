/** The media of one render: turns a layer's source (`asset:NAME` or an https URL) into a picture or a local file. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type { FailurePlace } from '../../contract/render-failure.ts';
import type { AssetReference } from '../../contract/render-work.ts';
import { assetName } from '../../contract/template/values.ts';
import { ObjectMissing, type ObjectStore } from '../../runtime/object-store.ts';
import { createSizeBoundCache, type SizeBoundCache } from '../size-bound-cache.ts';
import { type AssetFailureSentence, assetFailureSentence } from './asset-failure.ts';
import { decodePicture, type Picture, type PictureUse } from './decode-picture.ts';
import type { FetchAsset } from './fetch-asset.ts';

import { SNIFFED_BYTES, sniffMedia } from './sniff-media.ts';

export type { Picture, PictureUse };

export interface MediaFile {
  /** A local file, for programs that need a path. Not to be changed. */
  path: string;
  /** By its first bytes, never by what a server claims: `video/mp4`, `audio/mpeg` … */
  contentType: string;
  /** Of the content, hex: the same bytes have the same one wherever they came from. */
  sha256: string;
}

export interface RenderMedia {
  /**
   * Decoded, upright, sRGB, and not larger than its use needs.
   * @throws {RenderFailure} `asset_unreachable`, `asset_type` or `asset_too_large`, naming the place.
   */
  picture(source: string, place: FailurePlace, use: PictureUse): Promise<Picture>;
  /** @throws {RenderFailure} as `picture` does; also when the bytes are of another kind than asked. */
  file(source: string, kind: FileKind, place: FailurePlace): Promise<MediaFile>;
  /**
   * What tells the source's content from any other, without reading it where that can be avoided.
   * @returns null when it cannot be had.
   */
  identity(source: string): Promise<string | null>;
}

export interface RenderMediaDeps {
  store: ObjectStore;
  /** Rows of a batch often share a few pictures. */
  pictures: SizeBoundCache<Picture>;
  fetchAsset: FetchAsset;
  /** Uploaded assets by name: those of the template version and those the row's values name. */
  assets: Record<string, AssetReference>;
  /** Within it a URL is fetched once: the batch's id. */
  scope: string;
}

export function createRenderMedia(deps: RenderMediaDeps): RenderMedia {
  return {
    async picture(source, place, use) {
      const sentence = assetFailureSentence(place, 'picture', source);
      const origin = await locate(deps, source, sentence);
      const key = `${origin.identity}|${use.fit}|${Math.ceil(use.box.width)}x${Math.ceil(use.box.height)}`;
      return deps.pictures.get(key, async () => decodePicture(await origin.read(), use, sentence));
    },
    async file(source, kind, place) {
      const sentence = assetFailureSentence(place, FILE_KINDS[kind].called, source);
      const origin = await locate(deps, source, sentence);
      const path = await origin.localFile();
      const contentType = await sniffedType(origin.identity, path);
      if (contentType === '' || !FILE_KINDS[kind].types.test(contentType))
        throw sentence('asset_type', `is not ${FILE_KINDS[kind].wanted} that can be used`);
      return { path, contentType, sha256: origin.sha256 ?? (await contentHash(path)) };
    },
    async identity(source) {
      const name = assetName(source);
      if (name !== null) return Object.hasOwn(deps.assets, name) ? deps.assets[name]!.sha256 : null;
      const fetched = await deps.fetchAsset({ url: source, scope: deps.scope });
      return fetched.ok ? contentHash(fetched.path) : null;
    },
  };
}

type FileKind = keyof typeof FILE_KINDS;

const FILE_KINDS = {
  video: { called: 'clip', wanted: 'a video', types: /^video\/|^image\/gif$/ },
  // The sound of a film is sound too.
  audio: { called: 'sound', wanted: 'a sound file', types: /^audio\/|^video\// },
  font: { called: 'font', wanted: 'a TTF, OTF or WOFF2 font', types: /^font\// },
  captions: { called: 'caption file', wanted: 'an SRT or WebVTT file', types: /^text\/vtt$|subrip/ },
};

/** Where the bytes lie. Nothing is read before it is needed: a decoded picture may be in memory still. */
interface Origin {
  /** Equal for equal content. */
  identity: string;
  sha256: string | null;
  read(): Promise<Buffer>;
  localFile(): Promise<string>;
}

async function locate(
  deps: RenderMediaDeps,
  source: string,
  sentence: AssetFailureSentence,
): Promise<Origin> {
  const name = assetName(source);
  if (name !== null) return locateUpload(deps, name, sentence);
  const fetched = await deps.fetchAsset({ url: source, scope: deps.scope });
  if (!fetched.ok) throw sentence(fetched.code, fetched.problem);
  const { path } = fetched;
  return { identity: path, sha256: null, read: () => readFile(path), localFile: async () => path };
}

function locateUpload(
  { store, assets }: RenderMediaDeps,
  name: string,
  sentence: AssetFailureSentence,
): Origin {
  const reference = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (!reference) throw sentence('asset_unreachable', 'does not exist: no asset of that name was uploaded');
  const orMissing = async <T>(reading: Promise<T>): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof ObjectMissing) throw sentence('asset_unreachable', 'is no longer stored', error);
      throw error;
    }
  };
  return {
    identity: reference.sha256,
    sha256: reference.sha256,
    read: () => orMissing(store.get(reference.objectKey)),
    localFile: () => orMissing(store.localFile(reference.objectKey)),
  };
}

/** Rows of a batch share their clips and sounds: what was learnt of one of these is remembered. */
const MOST_REMEMBERED = 1_000;
const types = createSizeBoundCache<string>(MOST_REMEMBERED, () => 1);

/** Blank for what is no media at all. */
function sniffedType(identity: string, path: string): Promise<string> {
  return types.get(identity, async () => sniffMedia(await readStart(path)) ?? '');
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What was fetched is never written again. */
const contentHashes = createSizeBoundCache<string>(MOST_REMEMBERED, () => 1);

function contentHash(path: string): Promise<string> {
  return contentHashes.get(path, () => hashFile(path));
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
