import { createCanvas, ImageData } from '@napi-rs/canvas';
import type { PreparedLayer } from '../layers/layer.ts';
import { roundedBoxPath } from '../layers/rounded-box.ts';
import { createClipReader, type PlaybackOptions } from './clip-reader.ts';
import type { Clip } from './prepare-clip.ts';

export interface ClipPlayer {
  /** The clip standing at one of its frames, painted as any other layer; valid until the next call. */
  show(frame: number): Promise<PreparedLayer>;
  close(): Promise<void>;
}

export function createClipPlayer(clip: Clip, options: PlaybackOptions): ClipPlayer {
  const { kept, target } = clip.cut;
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
      return {
        bounds: clip.bounds,
        opacity: clip.layer.opacity,
        placement: clip.placement,
        draw(context) {
          context.save();
          roundedBoxPath(context, clip.placement, clip.radii);
          context.clip();
          context.imageSmoothingQuality = 'high';
          context.drawImage(screen, target.x, target.y, target.width, target.height);
          context.restore();
        },
      };
    },
    close: () => reader.close(),
  };
}
