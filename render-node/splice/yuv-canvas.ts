/** What a slot keeps from row to row for one size of video: canvases, painted grounds, and pictures to start from. */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { type PictureSize, yuvBytes } from '../pixels/convert-to-yuv.ts';
import { createSizeBoundCache } from '../size-bound-cache.ts';
import type { PainterMemory } from '../video/frame-painter.ts';
import type { VideoDescription } from './describe-video.ts';
import { createThumbnailPainter, type ThumbnailPainter } from './thumbnail-painter.ts';
import { createYuvRows, type PictureRows, type YuvRows } from './yuv-rows.ts';

export interface YuvCanvas {
  /** Rows of the batch take turns with them. @param part of the picture. Default: all of it. */
  rows(part?: PictureRows): YuvRows;
  /** A row begins: what its own painter may take over from rows before. */
  memory(description: VideoDescription): PainterMemory;
  thumbnails: ThumbnailPainter;
}

/** Whole pictures of rows before that others start from; the same again for their grounds, and for parts of pictures. */
const KEPT_BYTES = 10 * 1024 * 1024;
/** A part belongs to one scene, mostly. */
const KEPT_OF_PART = 2;
/** Whole pictures that so many rows have not painted are none that rows to come will: all of theirs is known, or strips. */
const MOST_IDLE_ROWS = 10;

export function createYuvCanvas(size: PictureSize): YuvCanvas {
  const painted = createSizeBoundCache<Canvas>(KEPT_BYTES, ({ width, height }) => width * height * 4);
  const parts = createSizeBoundCache<YuvRows>(KEPT_BYTES, (rows) => (3 + KEPT_OF_PART) * yuvBytes(rows.size));
  let whole: YuvRows | null = null;
  let frame: Canvas | null = null;
  let idleRows = 0;

  function rowsOf(part?: PictureRows): YuvRows {
    if (!part) {
      idleRows = 0;
      whole ??= createYuvRows(
        size,
        { left: 0, top: 0, height: size.height },
        Math.max(1, Math.floor(KEPT_BYTES / yuvBytes(size))),
      );
      return whole;
    }
    const key = `${part.left} ${part.top} ${part.height}`;
    const rows = parts.find(key) ?? createYuvRows(size, part, KEPT_OF_PART);
    parts.keep(key, rows);
    return rows;
  }

  return {
    memory(description) {
      if (++idleRows > MOST_IDLE_ROWS) [whole, frame] = [null, null];
      return {
        frame() {
          frame ??= createCanvas(size.width, size.height);
          return frame;
        },
        ground(scene, layers, paint) {
          const key = [scene, ...layers].map((span) => description.of(span)).join('\n');
          const ground = painted.find(key) ?? paint();
          painted.keep(key, ground);
          return ground;
        },
      };
    },
    rows: rowsOf,
    thumbnails: createThumbnailPainter(size),
  };
}
