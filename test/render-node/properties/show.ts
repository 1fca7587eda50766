import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { Canvas } from '@napi-rs/canvas';
import { RenderFailure } from '../../../contract/render-failure.ts';
import { lintTemplate } from '../../../contract/template/lint-template.ts';
import type { Template } from '../../../contract/template/template.ts';
import type { VideoTemplate } from '../../../contract/template/video-template.ts';
import { renderVideoSound } from '../../../render-node/audio/render-video-sound.ts';
import { compileImage, type ImagePlan } from '../../../render-node/compile/compile-image.ts';
import { templateFonts } from '../../../render-node/fonts/template-fonts.ts';
import { drawImage } from '../../../render-node/image/draw-image.ts';
import { encodeImage } from '../../../render-node/image/encode-image.ts';
import { pictureAt } from '../../../render-node/video/events.ts';
import { createFramePainter, type FramePainter } from '../../../render-node/video/frame-painter.ts';
import { type PreparedVideo, prepareVideo } from '../../../render-node/video/prepare-video.ts';
import { type RenderedVideo, renderVideo, type VideoTools } from '../../../render-node/video/render-video.ts';
import type { RawImage } from '../../support/image.ts';
import { createTestObjectStore } from '../../support/object-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { videoToolsIn } from '../video/render-test-video.ts';

export interface Shown {
  template(): Template;
  /** @param frame of a video, counted from its beginning. @throws {RenderFailure} */
  picture(frame?: number): Promise<RawImage>;
  /** The image as it is handed out. */
  encoded(): Promise<Buffer>;
  /** Of a video: its row before the first frame. */
  prepared(): Promise<PreparedVideo>;
  /** Of a video: the sound alone, as a file; null when it has none. */
  sound(): Promise<string | null>;
  /** Of a video: the whole of it. */
  film(): Promise<RenderedVideo>;
  notes(): Promise<string[]>;
  /** Why the document is not stored or the row fails; empty when neither is so. */
  refusal(): Promise<string>;
  /** Stops its clips; they begin anew when another frame is asked for. */
  close(): Promise<void>;
}

export type Row = Record<string, string>;

/** @param media by asset name. Everything written is removed when the process ends. */
export async function createStage(media: Record<string, Uint8Array>): Promise<Stage> {
  const tools = await stageTools(media);
  const known = new Map<string, Shown>();
  return (document, row) => {
    const key = JSON.stringify([document, row]);
    const shown = known.get(key) ?? show(tools, document, row);
    known.set(key, shown);
    return shown;
  };
}

/** The same for the same document and row. */
export type Stage = (document: object, row: Row) => Shown;

async function stageTools(media: Record<string, Uint8Array>): Promise<VideoTools> {
  return videoToolsIn(temporaryFolder('stage').path, createTestObjectStore().store, media, 1_000);
}

function show(stage: VideoTools, document: object, row: Row): Shown {
  const values = new Map(Object.entries(row));
  const notes = new Set<string>();

  const accepted = once(() => {
    const lint = lintTemplate(document);
    if (!lint.ok)
      throw new NotStored(lint.faults.map(({ path, message }) => `${path}: ${message}`).join('; '));
    return lint.template;
  });
  const acceptedVideo = (): VideoTemplate => {
    const template = accepted();
    if (template.kind !== 'video') throw new Error('A picture has no time');
    return template;
  };
  const tools = once(async () => ({
    ...stage,
    notes,
    workFolder: mkdtempSync(join(stage.workFolder, 'row-')),
    fonts: await templateFonts(stage.fonts, accepted(), stage.media),
  }));
  const video = once(async () => {
    return prepareVideo(await tools(), { template: acceptedVideo(), values });
  });
  const image = once(async (): Promise<{ plan: ImagePlan; canvas: Canvas }> => {
    const template = accepted();
    if (template.kind !== 'image') throw new Error('A video has frames');
    const plan = await compileImage(template, await tools());
    return { plan, canvas: await drawImage(plan, values, await tools()) };
  });
  const painter = once(async () => {
    const prepared = await video();
    const { fps } = prepared.timeline;
    return createFramePainter(prepared, { fps, threads: 1, signal: stage.signal });
  });

  async function paint(frame: number): Promise<Canvas> {
    if (accepted().kind === 'image') return (await image()).canvas;
    const { timeline, clipFrames } = await video();
    playing = await painter();
    return (await playing.paint(pictureAt(timeline, clipFrames, frame))).canvas;
  }

  let playing: FramePainter | null = null;
  const painted = new Map<number, Promise<RawImage>>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    template: accepted,
    picture(frame = 0) {
      // One after the other: a painter has one canvas.
      const picture = painted.get(frame) ?? last.then(async () => pixelsOf(await paint(frame)));
      last = picture.catch(() => undefined);
      painted.set(frame, picture);
      return picture;
    },
    async encoded() {
      const { plan, canvas } = await image();
      return encodeImage(canvas, plan.template.output, plan.opaque);
    },
    prepared: video,
    sound: once(async () => renderVideoSound(await tools(), acceptedVideo(), video())),
    film: once(async () => renderVideo(await tools(), { template: acceptedVideo(), values })),
    async notes() {
      await this.picture();
      return [...notes];
    },
    close: async () => playing?.close(),
    async refusal() {
      try {
        await this.picture();
        return '';
      } catch (error) {
        if (error instanceof NotStored || error instanceof RenderFailure) return error.message;
        throw error;
      }
    },
  };
}

class NotStored extends Error {}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function pixelsOf(canvas: Canvas): RawImage {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return { data: data as Uint8ClampedArray, width, height };
}
