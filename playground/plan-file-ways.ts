/** How a row of a template file would be spliced; nothing is painted or encoded. */
import { createRenderMedia } from '../render-node/assets/render-media.ts';
import { loadFontSet } from '../render-node/fonts/font-set.ts';
import { templateFonts } from '../render-node/fonts/template-fonts.ts';
import { createSizeBoundCache } from '../render-node/size-bound-cache.ts';
import { createDiskStore } from '../runtime/object-store.ts';
import { createLocalAssets } from './local-assets.ts';
import { type PlannedWays, planWays } from './plan-ways.ts';
import type { TemplateFile } from './template-file.ts';

/**
 * @param workFolder may be removed afterwards.
 * @throws {RenderFailure} as rendering the row would, and for media from elsewhere: nothing is fetched.
 */
export async function planFileWays(
  { folder, document, template }: TemplateFile,
  values: Record<string, string>,
  workFolder: string,
): Promise<PlannedWays> {
  if (template.kind !== 'video') throw new Error(`${folder} is no video`);
  const store = createDiskStore(workFolder);
  const assets = createLocalAssets({ store, objectsFolder: workFolder }, folder);
  const media = createRenderMedia({
    store,
    pictures: createSizeBoundCache(1, () => 1),
    fetchAsset: async () => ({ ok: false, code: 'asset_unreachable', problem: 'is not beside the template' }),
    assets: await assets.referencesIn([document, values]),
    scope: folder,
  });
  const tools = {
    fonts: await templateFonts(loadFontSet(), template, media),
    media,
    notes: new Set<string>(),
    workFolder,
    cacheFolder: workFolder,
    threads: 1,
    signal: new AbortController().signal,
  };
  return planWays(tools, { template, values: new Map(Object.entries(values)) });
}
