/** Draws an image template in this process, with the real fonts and with media given as bytes. */
import { createHash } from 'node:crypto';
import type { AssetReference } from '../../contract/render-work.ts';
import type { ImageTemplate } from '../../contract/template/image-template.ts';
import type { FetchAsset } from '../../render-node/assets/fetch-asset.ts';
import { createRenderMedia, type Picture } from '../../render-node/assets/render-media.ts';
import { compileImage } from '../../render-node/compile/compile-image.ts';
import { loadFontSet } from '../../render-node/fonts/font-set.ts';
import { templateFonts } from '../../render-node/fonts/template-fonts.ts';
import { drawImage } from '../../render-node/image/draw-image.ts';
import { createSizeBoundCache } from '../../render-node/size-bound-cache.ts';
import type { RawImage } from '../support/image.ts';
import { createTestObjectStore } from '../support/object-store.ts';

export const fonts = loadFontSet();

export interface DrawOptions {
  /** Uploaded assets by name. */
  uploads?: Record<string, Uint8Array>;
  /** Answers for https URLs; by default nothing can be reached. */
  fetchAsset?: FetchAsset;
}

export async function drawTemplate(
  template: ImageTemplate,
  values: Record<string, string> = {},
  { uploads = {}, fetchAsset = unreachable }: DrawOptions = {},
): Promise<{ image: RawImage; notes: string[] }> {
  const { store, remove } = createTestObjectStore();
  try {
    const assets: Record<string, AssetReference> = {};
    for (const [name, bytes] of Object.entries(uploads)) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      assets[name] = { objectKey: `assets/test/${sha256}`, contentType: 'image/png', sha256 };
      await store.put(`assets/test/${sha256}`, bytes);
    }
    const pictures = createSizeBoundCache<Picture>(1, () => 1);
    const media = createRenderMedia({ store, pictures, fetchAsset, assets, scope: 'batch' });
    const notes = new Set<string>();
    const own = await templateFonts(fonts, template, media);
    const plan = await compileImage(template, { fonts: own, media });
    const canvas = await drawImage(plan, new Map(Object.entries(values)), { fonts: own, media, notes });
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return {
      image: { data: data as Uint8ClampedArray, width: canvas.width, height: canvas.height },
      notes: [...notes],
    };
  } finally {
    remove();
  }
}

const unreachable: FetchAsset = async () => ({
  ok: false,
  code: 'asset_unreachable',
  problem: 'could not be fetched: 404',
});
