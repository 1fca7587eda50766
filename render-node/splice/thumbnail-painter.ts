/** Thumbnails of rows that come one after the other: only what can differ from the last one is painted and drawn again. */

import type { PaintedFrame } from '../image/painted-frame.ts';
import { createThumbnail, SEEN_AROUND } from '../image/small-picture.ts';
import { grown, overlap, type PixelBox, type Size, wholeOf } from '../layers/box.ts';
import { detachSketch, difference, type Sketch } from './sketch.ts';

type PaintArea = (area?: PixelBox) => Promise<PaintedFrame>;

export interface ThumbnailPainter {
  /**
   * @param paint of the picture at least the area. Default: all of it.
   * @returns a JPEG.
   */
  paint(sketch: Sketch, paint: PaintArea): Promise<Buffer>;
}

export function createThumbnailPainter(size: Size): ThumbnailPainter {
  const small = createThumbnail(size);
  let last: Sketch | null = null;

  async function draw(area: PixelBox | 'everywhere', paint: PaintArea) {
    if (area === 'everywhere') return small.draw(await paint());
    small.draw(await paint(overlap(grown(area, SEEN_AROUND), wholeOf(size))), area);
  }

  return {
    async paint(sketch, paint) {
      const area = last ? difference(last, sketch) : 'everywhere';
      // Should painting fail, it is no longer known what the small picture shows.
      last = null;
      if (area !== 'nowhere') await draw(area, paint);
      last = detachSketch(sketch);
      return small.encode();
    },
  };
}
