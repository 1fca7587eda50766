import { templateVersionKey } from '../../contract/object-keys.ts';
import { RenderFailure } from '../../contract/render-failure.ts';
import { type AssetReference, storedTemplateVersionSchema } from '../../contract/render-work.ts';
import { type Template, templateSchema } from '../../contract/template/template.ts';
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import { ObjectMissing, type ObjectStore } from '../../runtime/object-store.ts';
import { createRenderMedia, type RenderMediaDeps } from '../assets/render-media.ts';
import type { FontSet } from '../fonts/font-set.ts';
import { templateFonts } from '../fonts/template-fonts.ts';
import type { SizeBoundCache } from '../size-bound-cache.ts';
import { compileImage, type ImagePlan } from './compile-image.ts';

export type CompiledTemplate = {
  /** The assets that the template itself names. */
  assets: Record<string, AssetReference>;
  /** The shipped ones and the template's own. */
  fonts: FontSet;
} & (ImagePlan | { kind: 'video'; template: VideoTemplate });

export interface LoadTemplateDeps extends Pick<RenderMediaDeps, 'store' | 'pictures' | 'fetchAsset'> {
  templates: SizeBoundCache<CompiledTemplate>;
  fonts: FontSet;
}

/** The template version, ready for its rows. Versions never change, so each is read and compiled once. */
export function loadTemplate(deps: LoadTemplateDeps, templateVersionId: string): Promise<CompiledTemplate> {
  return deps.templates.get(templateVersionId, async () => {
    const { assets, template } = await readVersion(deps.store, templateVersionId);
    const media = createRenderMedia({ ...deps, assets, scope: templateVersionId });
    const fonts = await templateFonts(deps.fonts, template, media);
    switch (template.kind) {
      case 'image':
        return { assets, fonts, ...(await compileImage(template, { fonts, media })) };
      case 'video':
        return { assets, fonts, kind: 'video', template };
      default:
        return template satisfies never;
    }
  });
}

const BYTES_PER_PIXEL = 4;

/** Memory that a compiled template holds: its ground, its cover and its canvas. */
export function compiledBytes({ kind, template }: CompiledTemplate): number {
  if (kind !== 'image') return 0;
  return template.width * template.height * template.output.scale ** 2 * BYTES_PER_PIXEL * 3;
}

async function readVersion(
  store: ObjectStore,
  templateVersionId: string,
): Promise<{ template: Template; assets: Record<string, AssetReference> }> {
  try {
    const bytes = await store.get(templateVersionKey(templateVersionId));
    const version = storedTemplateVersionSchema.parse(JSON.parse(bytes.toString('utf8')));
    return { template: templateSchema.parse(version.document), assets: version.assets };
  } catch (error) {
    if (error instanceof ObjectMissing)
      throw new RenderFailure('template_invalid', 'The stored template version is gone.', { cause: error });
    if (error instanceof SyntaxError || (error as Error).name === 'ZodError')
      throw new RenderFailure('template_invalid', 'The stored template version cannot be read.', {
        cause: error,
      });
    throw new RenderFailure('storage', 'The stored template version cannot be reached.', { cause: error });
  }
}
