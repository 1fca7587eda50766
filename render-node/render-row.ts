/** One row's way through a slot, from the message to the stored output, as a list of steps. */
import { outputKey, templatePreviewKey } from '../contract/object-keys.ts';
import { RenderFailure } from '../contract/render-failure.ts';
import type { RenderWork } from '../contract/render-work.ts';
import type { Logger } from '../runtime/logger.ts';
import { createRenderMedia } from './assets/render-media.ts';
import type { ImagePlan } from './compile/compile-image.ts';
import { type CompiledTemplate, type LoadTemplateDeps, loadTemplate } from './compile/load-template.ts';
import { drawImage } from './image/draw-image.ts';
import { encodeImage, encodePreview } from './image/encode-image.ts';
import type { RenderOutcome } from './render-outcome.ts';
import type { RenderTools } from './render-tools.ts';

export interface RenderDeps extends LoadTemplateDeps {
  log: Logger;
}

type Output = Omit<Extract<RenderOutcome, { result: 'rendered' }>, 'result' | 'renderMs' | 'notes'>;
type ImageTools = Pick<RenderTools, 'fonts' | 'media' | 'notes'>;

/** Never throws: what goes wrong is an outcome, and a row's trouble is that row's alone. */
export async function renderRow(deps: RenderDeps, work: RenderWork): Promise<RenderOutcome> {
  const began = performance.now();
  try {
    const compiled = await loadTemplate(deps, work.templateVersionId);
    const tools = toolsFor(deps, work, compiled);
    const output = await renderCompiled(deps, work, compiled, tools);
    const renderMs = Math.round(performance.now() - began);
    return { result: 'rendered', ...output, renderMs, notes: [...tools.notes] };
  } catch (error) {
    return failedOutcome(error, work, deps.log);
  }
}

function toolsFor(deps: RenderDeps, work: RenderWork, { assets }: CompiledTemplate): ImageTools {
  const scope = work.purpose === 'row' ? work.batchId : work.templateVersionId;
  const media = createRenderMedia({ ...deps, assets: { ...assets, ...work.assets }, scope });
  return { fonts: deps.fonts, media, notes: new Set() };
}

function renderCompiled(
  deps: RenderDeps,
  work: RenderWork,
  compiled: CompiledTemplate,
  tools: ImageTools,
): Promise<Output> {
  switch (compiled.kind) {
    case 'image':
      return renderImage(deps, work, compiled, tools);
    case 'video':
      throw new RenderFailure('template_invalid', 'Video');
    default:
      return compiled satisfies never;
  }
}

async function renderImage(
  { store }: RenderDeps,
  work: RenderWork,
  plan: ImagePlan,
  tools: ImageTools,
): Promise<Output> {
  const canvas = await drawImage(plan, new Map(Object.entries(work.values)), tools);
  const { output } = plan.template;
  const isRow = work.purpose === 'row';
  const bytes = isRow ? encodeImage(canvas, output, plan.opaque) : encodePreview(canvas);
  const key = isRow
    ? outputKey(work.rowId, work.attempt, output.format)
    : templatePreviewKey(work.templateVersionId);
  await storing(store.put(key, bytes));
  return { outputKey: key, thumbnailKey: null, bytes: bytes.length, encoder: isRow ? output.format : 'jpg' };
}

async function storing<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw new RenderFailure('storage', 'The output could not be stored.', { cause: error });
  }
}

function failedOutcome(error: unknown, work: RenderWork, log: Logger): RenderOutcome {
  const facts =
    work.purpose === 'row' ? { rowId: work.rowId, attempt: work.attempt } : { templateId: work.templateId };
  if (error instanceof RenderFailure) {
    log.info({ ...facts, code: error.code, err: error.cause }, 'row failed');
    return { result: 'failed', code: error.code, message: error.message };
  }
  log.error({ ...facts, err: error }, 'the renderer has a fault');
  return { result: 'failed', code: 'node_lost', message: 'The renderer failed on this row.' };
}
