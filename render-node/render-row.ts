/** One row's way through a slot, from the message to the stored output, as a list of steps. */
import { mkdir, mkdtemp, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Canvas } from '@napi-rs/canvas';
import { outputKey, outputThumbnailKey, templatePreviewKey } from '../contract/object-keys.ts';
import { RenderFailure } from '../contract/render-failure.ts';
import type { RenderWork, RowWork } from '../contract/render-work.ts';
import type { VideoTemplate } from '../contract/template/video-template.ts';
import type { Logger } from '../runtime/logger.ts';
import { createRenderMedia } from './assets/render-media.ts';
import type { ImagePlan } from './compile/compile-image.ts';
import { type CompiledTemplate, type LoadTemplateDeps, loadTemplate } from './compile/load-template.ts';
import { videoTimeLimitMs } from './compile/video-time-limit.ts';
import { drawImage } from './image/draw-image.ts';
import { encodeImage } from './image/encode-image.ts';
import { encodePreview } from './image/small-picture.ts';
import { writePng } from './image/write-png.ts';
import type { RenderOutcome } from './render-outcome.ts';
import type { RenderTools } from './render-tools.ts';
import { drawStill } from './video/draw-still.ts';
import { renderVideo, type VideoTools } from './video/render-video.ts';

export interface RenderDeps extends LoadTemplateDeps, Omit<VideoTools, keyof RenderTools> {
  cacheFolder: string;
  /** Where renders make their own folders. On the object store's disk, so that a finished file only moves. */
  workFolder: string;
  threads: number;
  /** Tells how long the row may take from now on. */
  limitTime(ms: number): void;
  log: Logger;
}

type Output = Omit<Extract<RenderOutcome, { result: 'rendered' }>, 'result' | 'renderMs' | 'notes'>;
type RowTools = Pick<RenderTools, 'fonts' | 'media' | 'notes'>;

/** Never throws: what goes wrong is an outcome, and a row's trouble is that row's alone. */
export async function renderRow(deps: RenderDeps, work: RenderWork): Promise<RenderOutcome> {
  const began = performance.now();
  try {
    const compiled = await loadTemplate(deps, work.templateVersionId);
    const tools = rowTools(deps, work, compiled);
    const output = await renderCompiled(deps, work, compiled, tools);
    const renderMs = Math.round(performance.now() - began);
    return { result: 'rendered', ...output, renderMs, notes: [...tools.notes] };
  } catch (error) {
    return failedOutcome(error, work, deps.log);
  }
}

function rowTools(deps: RenderDeps, work: RenderWork, { assets, fonts }: CompiledTemplate): RowTools {
  const scope = work.purpose === 'row' ? work.batchId : work.templateVersionId;
  const media = createRenderMedia({ ...deps, assets: { ...assets, ...work.assets }, scope });
  return { fonts, media, notes: new Set() };
}

function renderCompiled(
  deps: RenderDeps,
  work: RenderWork,
  compiled: CompiledTemplate,
  tools: RowTools,
): Promise<Output> {
  switch (compiled.kind) {
    case 'image':
      return renderImageWork(deps, work, compiled, tools);
    case 'video':
      return renderVideoWork(deps, work, compiled.template, tools);
    default:
      return compiled satisfies never;
  }
}

async function renderImageWork(
  deps: RenderDeps,
  work: RenderWork,
  plan: ImagePlan,
  tools: RowTools,
): Promise<Output> {
  const canvas = await drawImage(plan, new Map(Object.entries(work.values)), tools);
  if (work.purpose === 'template_preview') return storePreview(deps, work, encodePreview(canvas));
  const { output } = plan.template;
  const encoding = encodeImage(canvas, output, plan.opaque);
  deps.turn.leave();
  const bytes = await encoding;
  const key = outputKey(work.rowId, work.attempt, output.format);
  await storing(deps.store.put(key, bytes));
  return { outputKey: key, thumbnailKey: null, bytes: bytes.length, encoder: output.format };
}

async function renderVideoWork(
  deps: RenderDeps,
  work: RenderWork,
  template: VideoTemplate,
  rowTools: RowTools,
): Promise<Output> {
  deps.limitTime(videoTimeLimitMs(template));
  const workFolder = await makeWorkFolder(deps.workFolder);
  // A slot is never told to stop in mid-row: its whole process is ended then.
  const tools = { ...deps, ...rowTools, workFolder, signal: new AbortController().signal };
  const job = { template, values: new Map(Object.entries(work.values)) };
  try {
    if (work.purpose === 'template_preview')
      return await storePreview(deps, work, encodePreview(await drawStill(tools, job)));
    if (work.stillSeconds !== undefined)
      return await storeStill(deps, work, await drawStill(tools, job, work.stillSeconds));
    const { file, thumbnail, encoder } = await renderVideo(tools, job);
    const { size } = await stat(file);
    const key = outputKey(work.rowId, work.attempt, template.output.format);
    const thumbnailKey = outputThumbnailKey(work.rowId, work.attempt);
    await storing(Promise.all([deps.store.put(thumbnailKey, thumbnail), deps.store.putFile(key, file)]));
    return { outputKey: key, thumbnailKey, bytes: size, encoder };
  } finally {
    await removeWorkFolder(workFolder);
  }
}

async function makeWorkFolder(within: string): Promise<string> {
  const make = () => mkdtemp(join(within, 'row-'));
  try {
    return await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await mkdir(within, { recursive: true });
    return make();
  }
}

/** Empty, mostly: then that is one call instead of five. */
async function removeWorkFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => rm(folder, { recursive: true, force: true }));
}

async function storeStill(
  { store }: RenderDeps,
  { rowId, attempt }: RowWork,
  canvas: Canvas,
): Promise<Output> {
  const { width, height } = canvas;
  const bytes = writePng({ data: canvas.data(), width, height, opaque: true });
  const key = outputKey(rowId, attempt, 'png');
  await storing(store.put(key, bytes));
  return { outputKey: key, thumbnailKey: null, bytes: bytes.length, encoder: 'png' };
}

async function storePreview(
  { store }: RenderDeps,
  { templateVersionId }: RenderWork,
  bytes: Buffer,
): Promise<Output> {
  const key = templatePreviewKey(templateVersionId);
  await storing(store.put(key, bytes));
  return { outputKey: key, thumbnailKey: key, bytes: bytes.length, encoder: 'jpg' };
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
