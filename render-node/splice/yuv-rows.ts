/** Some rows of a video's picture in planar YUV, as they are and as they were: what painting one picture after the other takes. */

import type { PixelBox } from '../layers/box.ts';
import { type PictureArea, type PictureSize, yuvBytes } from '../pixels/convert-to-yuv.ts';
import { detachSketch, type Sketch } from './sketch.ts';

/** Rows of a picture, whole or from somewhere on to its right edge; the last ones may lie below it. */
export interface PictureRows {
  /** Pixels from the picture's left edge, even. */
  left: number;
  /** Pixels from the picture's top, even. */
  top: number;
  /** Pixels, even. */
  height: number;
}

export interface ShownPicture {
  sketch: Sketch;
  yuv: Uint8Array;
}

export interface YuvRows {
  size: PictureSize;
  left: number;
  top: number;
  /** Of `size.height`, what lies in the picture; below it the last row is repeated. */
  painted: number;
  /** What was shown last, by this row or the one before. */
  readonly shown: ShownPicture | null;
  /** Pictures to start from. */
  known(): ShownPicture[];
  /** Keeps a picture for rows to come. */
  keep(picture: ShownPicture): void;
  /** Bytes to write the next picture into. */
  next(): Promise<Uint8Array>;
  /** Shows what was written. @returns false when no byte differs from what was shown. */
  show(picture: ShownPicture): boolean;
  /** The bytes that show now are needed until this is done. */
  freeAfter(taken: Promise<void>): void;
  /** A box of the picture as it lies in these rows. */
  local(area: PixelBox): PictureArea;
  /** Repeats the picture's last row below it. */
  pad(yuv: Uint8Array): void;
}

/** One that is painted, one that the encoder takes, one that waits for it. */
const BUFFERS = 3;

/** @param mostKept pictures that are kept for rows to come. */
export function createYuvRows(
  frame: PictureSize,
  { left, top, height }: PictureRows,
  mostKept: number,
): YuvRows {
  const size = { width: frame.width - left, height };
  const bytes = yuvBytes(size);
  const painted = Math.min(height, frame.height - top);
  const kept: ShownPicture[] = [];
  const buffers = Array.from({ length: BUFFERS }, () => ({
    yuv: new Uint8Array(bytes),
    free: Promise.resolve(),
  }));
  let current = buffers[0]!;
  let shown: ShownPicture | null = null;

  return {
    size,
    left,
    top,
    painted,
    get shown() {
      return shown;
    },
    known: () => (shown ? [shown, ...kept] : kept),
    keep({ sketch, yuv }) {
      kept.push({ sketch: detachSketch(sketch), yuv: yuv.slice() });
      if (kept.length > mostKept) kept.shift();
    },
    async next() {
      const next = buffers[(buffers.indexOf(current) + 1) % buffers.length]!;
      await next.free;
      return next.yuv;
    },
    show({ sketch, yuv }) {
      const changed = !shown || Buffer.compare(yuv, shown.yuv) !== 0;
      if (changed) current = buffers.find((buffer) => buffer.yuv === yuv)!;
      shown = { sketch, yuv: current.yuv };
      return changed;
    },
    freeAfter(taken) {
      const sent = current;
      sent.free = Promise.allSettled([sent.free, taken]).then(() => undefined);
    },
    local: (area) => ({ ...area, x: area.x - left, y: area.y - top }),
    pad(yuv) {
      if (painted === height) return;
      const chroma = size.width * height;
      repeatRow(yuv.subarray(0, chroma), size.width, painted);
      repeatRow(yuv.subarray(chroma, chroma * 1.25), size.width / 2, painted / 2);
      repeatRow(yuv.subarray(chroma * 1.25), size.width / 2, painted / 2);
    },
  };
}

/** From the row before `from` down to the end. */
function repeatRow(plane: Uint8Array, width: number, from: number): void {
  for (let at = from * width; at < plane.length; at += width)
    plane.copyWithin(at, (from - 1) * width, from * width);
}
