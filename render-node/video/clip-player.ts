import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { PreparedLayer } from '../layers/layer.ts';
import { applyLook } from '../layers/look.ts';
import { createClipReader, type PlaybackOptions } from './clip-reader.ts';
import type { Clip } from './prepare-clip.ts';

export interface ClipPlayer {
  /** The clip standing at one of its frames, painted as any other layer; valid until the next call. */
  show(frame: number): Promise<PreparedLayer>;
  close(): Promise<void>;
}

export function createClipPlayer(clip: Clip, options: PlaybackOptions): ClipPlayer {
  const { cut, placement, layer, look, bounds } = clip;
  const { kept, target } = cut;
  const screen = createCanvas(kept.width, kept.height);
  const reader = createClipReader(clip, options);
  let shown = -1;

  return {
    async show(frame) {
      if (frame !== shown) {
        const picture = await reader.frame(frame);
        screen.getContext('2d').putImageData(new ImageData(picture, kept.width, kept.height), 0, 0);
        shown = frame;
      }
      // Anew for each frame: a shadow or mask is painted once for the look it is given.
      const { draw } = applyLook(
        {
          reach: placement,
          rounded: placement,
          draw(context) {
            context.imageSmoothingQuality = 'high';
            context.drawImage(screen, target.x, target.y, target.width, target.height);
          },
        },
        look,
      );
      const { opacity, blend } = layer;
      return { bounds, opacity, blend, placement, draw };
    },
    close: () => reader.close(),
  };
}
