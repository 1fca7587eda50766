/** Paints what a sample of a video is compared with, ahead of the comparison. */
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { collectYoung, collectYoungNow } from '../ffmpeg/collect-young.ts';
import { opaquePixels } from '../image/painted-frame.ts';
import { brightnessOf } from '../pixels/per-pixel.ts';
import type { PlaybackOptions } from '../video/clip-reader.ts';
import type { Picture } from '../video/events.ts';
import { createFramePainter } from '../video/frame-painter.ts';
import type { PreparedVideo } from '../video/prepare-video.ts';

export interface Look {
  picture: Picture;
  /** Of those that show it. */
  frames: number[];
}

export interface PaintedLooks {
  /** The brightness of its pixels. Looks are asked for in their order. */
  next(look: Look): Promise<Uint8Array>;
  /** Resolves when what is painted of clips before it is asked for is painted, or failed. */
  clipsAhead: Promise<unknown>;
  close(): Promise<void>;
}

export interface PaintLooksOptions extends Omit<PlaybackOptions, 'fps'> {
  /** At most so many of a kind are painted before they are asked for. */
  ahead: { clips: number; stills: number };
  /** Of memory, rather than of time. */
  sparing: boolean;
}

export function paintLooks(
  looks: Look[],
  video: PreparedVideo,
  { ahead, sparing, ...options }: PaintLooksOptions,
): PaintedLooks {
  const playback = { ...options, fps: video.timeline.fps };
  let isOpen = true;
  // A clip waits for its decoder: what stands still is painted meanwhile.
  const clips = askAhead(paintEach(looks.filter(showsClip)), ahead.clips);
  const stills = askAhead(paintEach(looks.filter((look) => !showsClip(look))), ahead.stills);

  async function* paintEach(some: Look[]): AsyncGenerator<Uint8Array, undefined> {
    const painter = createFramePainter(video, playback);
    try {
      for (const [index, { picture }] of some.entries()) {
        // What decoders send is read between two pictures, and a canvas gives back what was read of it.
        await eventLoopTurn();
        if (!isOpen) return;
        const plane = brightnessOf(opaquePixels(await painter.paint(picture)), video.timeline);
        if (sparing) collectYoungNow();
        else collectYoung(plane.length * BYTES_PER_PIXEL);
        // Nobody may ask for more; its decoder is to end all the same.
        if (index === some.length - 1) await painter.close();
        yield plane;
      }
    } finally {
      await painter.close();
    }
  }

  return {
    clipsAhead: clips.ahead,
    async next(look) {
      const { value } = await (showsClip(look) ? clips : stills).next();
      if (!value) throw new Error('There are no more looks of this kind.');
      return value;
    },
    async close() {
      isOpen = false;
      await Promise.all([clips.close(), stills.close()]);
    },
  };
}

function showsClip({ picture }: Look): boolean {
  return picture.scenes.some(({ layers }) => layers.some(({ clipFrame }) => clipFrame !== null));
}

/** Read of a canvas. */
const BYTES_PER_PIXEL = 4;

/** Asks for so many at once: they are made while the first one is looked at. */
function askAhead(items: AsyncGenerator<Uint8Array, undefined>, most: number) {
  const ask = () => {
    const asked = items.next();
    // Whoever compares may have seen enough before; then nobody looks at this one.
    asked.catch(() => undefined);
    return asked;
  };
  const asked = Array.from({ length: most }, ask);
  return {
    ahead: Promise.allSettled(asked),
    next() {
      asked.push(ask());
      return asked.shift()!;
    },
    close: () => items.return(undefined),
  };
}
