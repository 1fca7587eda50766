/** Lays what stands still for many pictures, mostly, over one after the other: it is painted again only when it changes. */

import { around, isEmptyBox, type PixelBox, wholeOf } from '../layers/box.ts';
import { onEvenPixels } from '../pixels/convert-to-yuv.ts';
import { createYuvOverlay } from '../pixels/yuv-overlay.ts';
import type { PlaybackOptions } from '../video/clip-reader.ts';
import type { Picture } from '../video/events.ts';
import { createFramePainter } from '../video/frame-painter.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';
import { visibleBounds } from '../video/visible-bounds.ts';
import { pictureState } from './plan-overlay.ts';

export interface StillOverlay {
  /** @param yuv all bytes of the picture that it is laid over. */
  layOver(picture: Picture, yuv: Uint8Array): Promise<void>;
}

/** @param video of which nothing is painted but layers without clips. */
export function createStillOverlay(video: PreparedVideo, playback: PlaybackOptions): StillOverlay {
  const painter = createFramePainter(video, playback);
  const overlay = createYuvOverlay(video.timeline);
  let shown: { state: string; isEmpty: boolean } | null = null;

  async function show(picture: Picture): Promise<{ isEmpty: boolean }> {
    const touched = touchedArea(picture, video);
    if (isEmptyBox(touched)) return { isEmpty: true };
    const { canvas, area } = await painter.paint(picture, touched);
    const { data } = canvas.getContext('2d').getImageData(0, 0, area.width, area.height);
    overlay.show(data as Uint8ClampedArray, area);
    return { isEmpty: false };
  }

  return {
    async layOver(picture, yuv) {
      const state = pictureState(picture);
      if (shown?.state !== state) shown = { state, ...(await show(picture)) };
      if (!shown.isEmpty) overlay.layOver(yuv);
    },
  };
}

function touchedArea({ scenes }: Picture, video: PreparedVideo): PixelBox {
  const boxes = scenes.flatMap(({ layers }) => layers.map((layer) => visibleBounds(layer, video)));
  const known = boxes.filter((box) => box !== null);
  if (known.length < boxes.length) return wholeOf(video.timeline);
  return onEvenPixels(known.reduce(around, { x: 0, y: 0, width: 0, height: 0 }));
}
