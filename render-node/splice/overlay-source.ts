/** Opens what a span's pictures are laid over, and what paints all that lies above. */

import { opaquePixels } from '../image/painted-frame.ts';
import { convertToYuv, yuvBytes } from '../pixels/convert-to-yuv.ts';
import { type ClipReader, createClipReader, type PlaybackOptions } from '../video/clip-reader.ts';
import { createFramePainter, type FramePainter } from '../video/frame-painter.ts';
import type { Clip } from '../video/prepare-clip.ts';
import { describeVideo } from './describe-video.ts';
import { openGroundFilm } from './ground-film.ts';
import { createOverlayPainter } from './overlay-painter.ts';
import type { FilmGround, OverlayPlan } from './plan-overlay.ts';
import { spanKey } from './span-key.ts';
import type { SpliceJob, SpliceTools } from './splice-job.ts';
import { createStillOverlay } from './still-overlay.ts';
import { createYuvPainter, type YuvPainter } from './yuv-painter.ts';

export interface OverlaySource {
  pictures: YuvPainter;
  close(): Promise<void>;
}

/**
 * @param whole paints whole pictures, where one is asked for or cannot be taken apart.
 * @param keep rows to come may read the ground.
 */
export async function openOverlaySource(
  { canvas, shared, media, signal, threads }: SpliceTools,
  { video }: SpliceJob,
  plan: OverlayPlan,
  { whole, keep }: { whole: FramePainter; keep: boolean },
): Promise<OverlaySource> {
  const { timeline } = video;
  const playback = { fps: timeline.fps, threads, signal };
  const ground = plan.film ? filmGround(plan.film, playback) : paintedGround(plan, playback);
  const groundOptions = { pictures: plan.ground.pictures.length, pictureBytes: yuvBytes(timeline) };
  const film =
    keep && shared
      ? await openGroundFilm({
          ...shared,
          ...groundOptions,
          paint: ground.paint,
          key: spanKey(plan.ground, {
            timeline,
            description: await describeVideo(plan.below.timeline, media),
            engine: [...shared.engine, 'ground'],
            thumbnailFrame: null,
          }),
        })
      : { read: ground.paint, close: () => Promise.resolve() };
  const rows = canvas.rows();
  const above = createStillOverlay(plan.above, playback);
  const inOne = createYuvPainter(whole, rows);
  return {
    pictures: createOverlayPainter({ plan, film, above, inOne, rows }),
    async close() {
      await ground.close();
      await film.close();
    },
  };
}

interface Ground {
  paint(index: number, into: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

function paintedGround({ below, ground }: OverlayPlan, playback: PlaybackOptions): Ground {
  const painter = createFramePainter(below, playback);
  const { timeline } = below;
  return {
    async paint(index, into) {
      convertToYuv(opaquePixels(await painter.paint(ground.pictures[index]!)), timeline, into);
    },
    close: () => painter.close(),
  };
}

/** Pictures come in order: one clip plays at a time. */
function filmGround({ above, pictures }: FilmGround, playback: PlaybackOptions): Ground {
  const overlay = createStillOverlay(above, playback);
  let playing: { clip: Clip; reader: ClipReader } | null = null;
  return {
    async paint(index, into) {
      const { clip, frame, above: over } = pictures[index]!;
      if (playing?.clip !== clip) {
        await playing?.reader.close();
        playing = { clip, reader: createClipReader(clip, playback, 'yuv420p') };
      }
      into.set(await playing.reader.frame(frame));
      await overlay.layOver(over, into);
    },
    async close() {
      await playing?.reader.close();
    },
  };
}
