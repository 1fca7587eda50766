/**
 * A render node without a farm: rows go straight into slots, the same child processes that render for the gateway, and
 * the object store is a folder of its own in the data folder. Nothing listens, nothing is connected to.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { templateVersionKey } from '../contract/object-keys.ts';
import type { AssetReference, StoredTemplateVersion } from '../contract/render-work.ts';
import type { Template } from '../contract/template/template.ts';
import { cleanFolder } from '../render-node/assets/clean-folder.ts';
import { createAssetFetcher } from '../render-node/assets/fetch-asset.ts';
import { chooseEncoder } from '../render-node/encoder/choose-encoder.ts';
import { readSettings } from '../render-node/env.ts';
import { checkFontPack } from '../render-node/fonts/font-pack.ts';
import type { RenderOutcome } from '../render-node/render-outcome.ts';
import { createSlotPool } from '../render-node/slots/slot-pool.ts';
import { createGuardedRequest } from '../runtime/guarded-request.ts';
import { dataFolder } from '../runtime/local-instance.ts';
import { createLogger } from '../runtime/logger.ts';
import { createDiskStore, type ObjectStore } from '../runtime/object-store.ts';
import { createLocalAssets, LOCAL_WORKSPACE, type LocalAssets } from './local-assets.ts';

export interface LocalRenderer {
  store: ObjectStore;
  /** The files beside a template. */
  assetsBeside(templateFolder: string): LocalAssets;
  /** Stores a template where slots read it, with the assets that it names itself. */
  load(
    template: { document: object; kind: Template['kind'] },
    assets: Record<string, AssetReference>,
  ): Promise<LoadedTemplate>;
  /** Never throws: what goes wrong is an outcome. Its keys lie in `store`. */
  render(template: LoadedTemplate, row: RenderRequest): Promise<RenderOutcome>;
  /** Ends the slots; what is being rendered comes back as withdrawn. */
  close(): Promise<void>;
}

export interface LoadedTemplate {
  id: string;
  kind: Template['kind'];
}

export interface RenderRequest {
  values: Record<string, string>;
  /** The assets that its values name. */
  assets: Record<string, AssetReference>;
  /** A moment of a video in place of the video. */
  stillSeconds?: number;
}

/** What no run has used for so long is removed by the next one. */
const UNUSED_MS = 6 * 60 * 60 * 1_000;

/** @throws {FontPackDamaged} @throws {InvalidEnvironment} */
export async function openLocalRenderer(options: {
  jobs: number;
  /** Only then is it worth finding out which encoder works. */
  encodesVideo: boolean;
}): Promise<LocalRenderer> {
  const env = {
    ...process.env,
    DATA_DIR: join(dataFolder(), 'playground'),
    SLOTS: String(options.jobs),
    // Only faults of ours are worth a line between the author's own.
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  };
  const settings = readSettings(env);
  // What is drawn here is what a farm draws.
  checkFontPack();
  const { objectsFolder, downloadsFolder, madeFolder, workFolder } = settings;
  const assetsFolder = join(objectsFolder, 'assets', LOCAL_WORKSPACE);
  const outputsFolder = join(objectsFolder, 'outputs');
  const templatesFolder = join(objectsFolder, 'templates');
  for (const folder of [
    downloadsFolder,
    madeFolder,
    workFolder,
    assetsFolder,
    outputsFolder,
    templatesFolder,
  ])
    await cleanFolder(folder, UNUSED_MS);

  const encoder = options.encodesVideo ? (await chooseEncoder(settings.encoder)).name : 'libx264';
  const store = createDiskStore(objectsFolder);
  let isBroken = false;
  const slots = createSlotPool({
    size: options.jobs,
    noneStarts: () => {
      isBroken = true;
    },
    env: { ...env, ENCODER: encoder },
    fetchAsset: createAssetFetcher({
      request: createGuardedRequest({ allow: settings.outboundAllow }),
      cacheFolder: downloadsFolder,
    }),
    log: createLogger('playground', env.LOG_LEVEL),
  });
  // Within a run a URL is fetched once, as within a batch.
  const runId = randomUUID();

  return {
    store,
    assetsBeside: (folder) => createLocalAssets({ store, objectsFolder }, folder),
    async load({ document, kind }, assets) {
      const id = randomUUID();
      const version: StoredTemplateVersion = { templateVersionId: id, document, assets };
      await store.put(templateVersionKey(id), Buffer.from(JSON.stringify(version)));
      return { id, kind };
    },
    async render({ id, kind }, { values, assets, stillSeconds }) {
      const outcome = await slots.render(
        {
          purpose: 'row',
          rowId: randomUUID(),
          batchId: runId,
          rowIndex: 0,
          attempt: 1,
          workspaceId: LOCAL_WORKSPACE,
          kind,
          templateVersionId: id,
          values,
          assets,
          stillSeconds,
        },
        () => undefined,
      );
      if (outcome.result !== 'withdrawn' || !isBroken) return outcome;
      const message = 'The renderer does not start; its own message stands above.';
      return { result: 'failed', code: 'node_lost', message };
    },
    close: () => slots.stop(0),
  };
}
