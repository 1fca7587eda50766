/** Pictures of a span whose moving ground all rows share: the ground is read, only what a row lays over it is painted. */
import { onEvenPixels } from '../encoder/convert-to-yuv.ts';
import { applyOverlay, overlayToYuv, type YuvOverlay } from '../encoder/overlay-to-yuv.ts';
import { around, isEmptyBox, type PixelBox, wholeOf } from '../layers/box.ts';
import type { Picture } from '../video/events.ts';
import type { FramePainter } from '../video/frame-painter.ts';
import { visibleBounds } from '../video/visible-bounds.ts';
import type { GroundFilm } from './ground-film.ts';
import { type OverlayPlan, pictureState } from './plan-overlay.ts';
import type { YuvPainter } from './yuv-painter.ts';
import type { YuvRows } from './yuv-rows.ts';

export interface OverlayTools {
  plan: OverlayPlan;
  film: GroundFilm;
  /** Paints what lies above. */
  above: Pick<FramePainter, 'paint'>;
  /** For pictures that cannot be taken apart. */
  inOne: YuvPainter;
  rows: YuvRows;
}

export function createOverlayPainter({ plan, film, above, inOne, rows }: OverlayTools): YuvPainter {
  let last: { state: string; overlay: YuvOverlay | null } | null = null;

  /** What lies above stands still for many pictures, mostly. */
  async function overlayOf(picture: Picture): Promise<YuvOverlay | null> {
    const state = pictureState(picture);
    if (last?.state !== state) last = { state, overlay: await paintOverlay(picture) };
    return last.overlay;
  }

  async function paintOverlay(picture: Picture): Promise<YuvOverlay | null> {
    const touched = touchedArea(picture, plan);
    if (isEmptyBox(touched)) return null;
    const { canvas, area } = await above.paint(picture, touched);
    const { data } = canvas.getContext('2d').getImageData(0, 0, area.width, area.height);
    return overlayToYuv(data as Uint8ClampedArray, rows.size, area);
  }

  return {
    async paint(picture, sketch, isFirst) {
      const parts = plan.parts.get(picture);
      if (!parts) return inOne.paint(picture, sketch, isFirst);
      const yuv = await rows.next();
      await film.read(parts.ground, yuv);
      const overlay = await overlayOf(parts.above);
      if (overlay) applyOverlay(overlay, yuv);
      const changed = rows.show({ sketch, yuv });
      return { yuv: rows.shown!.yuv, changed, freeAfter: rows.freeAfter };
    },
    look: inOne.look,
  };
}

function touchedArea({ scenes }: Picture, { above }: OverlayPlan): PixelBox {
  const boxes = scenes.flatMap(({ layers }) => layers.map((layer) => visibleBounds(layer, above)));
  const known = boxes.filter((box) => box !== null);
  if (known.length < boxes.length) return wholeOf(above.timeline);
  return onEvenPixels(known.reduce(around, { x: 0, y: 0, width: 0, height: 0 }));
}
