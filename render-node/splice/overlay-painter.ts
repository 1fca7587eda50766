/** Pictures of a span whose moving ground all rows share: the ground is read, only what a row lays over it is painted. */
import type { GroundFilm } from './ground-film.ts';
import type { OverlayPlan } from './plan-overlay.ts';
import type { StillOverlay } from './still-overlay.ts';
import type { YuvPainter } from './yuv-painter.ts';
import type { YuvRows } from './yuv-rows.ts';

export interface OverlayTools {
  plan: OverlayPlan;
  film: GroundFilm;
  /** What lies above. */
  above: StillOverlay;
  /** For pictures that cannot be taken apart. */
  inOne: YuvPainter;
  rows: YuvRows;
}

export function createOverlayPainter({ plan, film, above, inOne, rows }: OverlayTools): YuvPainter {
  return {
    async paint(picture, sketch, isFirst) {
      const parts = plan.parts.get(picture);
      if (!parts) return inOne.paint(picture, sketch, isFirst);
      const yuv = await rows.next();
      await film.read(parts.ground, yuv);
      await above.layOver(parts.above, yuv);
      const changed = rows.show({ sketch, yuv });
      return { yuv: rows.shown!.yuv, changed, freeAfter: rows.freeAfter };
    },
    look: inOne.look,
  };
}
