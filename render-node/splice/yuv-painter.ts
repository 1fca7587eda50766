/**
 * Painted pictures as the encoder takes them. From one to the next mostly little changes, and so it is between the same
 * moments of two rows: only what can differ is painted and converted, the rest is taken from the picture before or from a
 * row before.
 */
import { createCanvas } from '@napi-rs/canvas';
import { convertToYuv, type PictureSize, yuvBytes } from '../encoder/convert-to-yuv.ts';
import type { PixelBox } from '../layers/box.ts';
import { createSizeBoundCache } from '../size-bound-cache.ts';
import type { Picture } from '../video/events.ts';
import type { FramePainter, PainterMemory } from '../video/frame-painter.ts';
import type { VideoDescription } from './describe-video.ts';
import type { PaintedPicture } from './encode-span.ts';
import { detachSketch, difference, type Sketch } from './sketch.ts';

type Canvas = Awaited<ReturnType<FramePainter['paint']>>;

export interface YuvPainter {
  paint(picture: Picture, sketch: Sketch, options: PaintOptions): Promise<PaintedPicture>;
}

export interface PaintOptions {
  /** It begins a span: the same moment of the next row may be like it. */
  isFirst: boolean;
  /** Is shown the whole picture when it is painted. */
  look: ((canvas: Canvas) => void) | null;
}

/** What a slot keeps from row to row for one size of video. */
export interface YuvCanvas {
  /** For one row. Rows take turns. */
  painter(of: Pick<FramePainter, 'paint'>): YuvPainter;
  /** What the row's own painter may take over from rows before. */
  memory(description: VideoDescription): PainterMemory;
}

/** One that is painted, one that the encoder takes, one that waits for it. */
const BUFFERS = 3;
/** Scenes of rows before that others start from; the same again for their grounds. */
const KEPT_BYTES = 24 * 1024 * 1024;

/** A picture of which more than this had to be painted is kept. */
const MOST_PAINTED = 0.5;

interface Shown {
  sketch: Sketch;
  yuv: Uint8Array;
}

export function createYuvCanvas(size: PictureSize): YuvCanvas {
  const bytes = yuvBytes(size);
  const grounds: Shown[] = [];
  const mostGrounds = Math.max(1, Math.floor(KEPT_BYTES / bytes));
  const painted = createSizeBoundCache<Canvas>(KEPT_BYTES, ({ width, height }) => width * height * 4);
  const frame = createCanvas(size.width, size.height);
  const buffers = Array.from({ length: BUFFERS }, () => ({
    yuv: new Uint8Array(bytes),
    free: Promise.resolve(),
  }));
  let current = buffers[0]!;
  let shown: Shown | null = null;
  /** Pixels of `shown`, as they were painted. */
  let lastRead: PixelsRead | null = null;

  /** The known picture that is most like it, and what is left to paint. */
  function startFrom(sketch: Sketch, isFirst: boolean): { from: Shown | null; area: PixelBox | null } {
    const known = shown ? [shown, ...grounds] : grounds;
    const starts = known.flatMap((from) => {
      const area = difference(from.sketch, sketch, from === shown && !isFirst);
      if (area === 'everywhere') return [];
      return [{ from, area: area === 'nowhere' ? null : onEvenPixels(area) }];
    });
    const [nearest] = starts.sort((one, other) => pixels(one.area) - pixels(other.area));
    return nearest ?? { from: null, area: { x: 0, y: 0, ...size } };
  }

  /** A picture that is like none before may be like one of the next row. */
  function keepGround({ sketch, yuv }: Shown) {
    grounds.push({ sketch: detachSketch(sketch), yuv: yuv.slice() });
    if (grounds.length > mostGrounds) grounds.shift();
  }

  return {
    memory: (description) => ({
      frame,
      ground(scene, layers, paint) {
        const key = [scene, ...layers].map((span) => description.of(span)).join('\n');
        const ground = painted.find(key) ?? paint();
        painted.keep(key, ground);
        return ground;
      },
    }),
    painter: (painter) => ({
      async paint(picture, sketch, { look, isFirst }) {
        const { from, area } = startFrom(sketch, isFirst);
        const canvas =
          look || area ? await painter.paint(picture, look ? undefined : (area ?? undefined)) : null;
        if (canvas) look?.(canvas);
        let changed = false;
        if (area || from !== shown) {
          const next = buffers[(buffers.indexOf(current) + 1) % buffers.length]!;
          await next.free;
          if (from) next.yuv.set(from.yuv);
          if (canvas && area) {
            const read = { area, rgba: readPixels(canvas, area) };
            const part = from && from === shown ? changedPart(lastRead, read) : area;
            if (part) convertToYuv(read.rgba, size, next.yuv, area, part);
            lastRead = read;
          }
          changed = !shown || Buffer.compare(next.yuv, shown.yuv) !== 0;
          if (changed) current = next;
        }
        const taken = current;
        shown = { sketch, yuv: taken.yuv };
        if (isFirst && pixels(area) > MOST_PAINTED * size.width * size.height) keepGround(shown);
        return {
          yuv: taken.yuv,
          changed,
          freeAfter(sent) {
            taken.free = Promise.allSettled([taken.free, sent]).then(() => undefined);
          },
        };
      },
    }),
  };
}

interface PixelsRead {
  area: PixelBox;
  /** Of the area alone. */
  rgba: Uint8ClampedArray;
}

function readPixels(canvas: Canvas, { x, y, width, height }: PixelBox): Uint8ClampedArray {
  // Not `data()`, which takes new memory for the whole canvas and is ten times slower for it.
  return canvas.getContext('2d').getImageData(x, y, width, height).data as Uint8ClampedArray;
}

/** A text's box is larger than its letters: around the pixels that really differ. Null when none does. */
function changedPart(before: PixelsRead | null, { area, rgba }: PixelsRead): PixelBox | null {
  if (!before || !isSameBox(before.area, area)) return area;
  const differs = (row: number) => {
    const [start, end] = [row * area.width * 4, (row + 1) * area.width * 4];
    return Buffer.compare(asBytes(rgba, start, end), asBytes(before.rgba, start, end)) !== 0;
  };
  let top = 0;
  while (top < area.height && !differs(top)) top++;
  if (top === area.height) return null;
  let bottom = area.height;
  while (!differs(bottom - 1)) bottom--;
  const { left, right } = changedColumns(asPixels(before.rgba), asPixels(rgba), area.width, top, bottom);
  return onEvenPixels({ x: area.x + left, y: area.y + top, width: right - left, height: bottom - top });
}

function changedColumns(before: Int32Array, now: Int32Array, width: number, top: number, bottom: number) {
  let left = width;
  let right = 0;
  for (let row = top; row < bottom; row++) {
    const start = row * width;
    let x = 0;
    while (x < left && before[start + x] === now[start + x]) x++;
    left = x;
    x = width;
    while (x > right && before[start + x - 1] === now[start + x - 1]) x--;
    right = x;
  }
  return { left, right };
}

function asBytes(rgba: Uint8ClampedArray, start: number, end: number): Uint8Array {
  return new Uint8Array(rgba.buffer, rgba.byteOffset + start, end - start);
}

function asPixels(rgba: Uint8ClampedArray): Int32Array {
  return new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
}

function isSameBox(one: PixelBox, other: PixelBox): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

function pixels(area: PixelBox | null): number {
  return area ? area.width * area.height : 0;
}

/** Colour is kept once for two by two pixels. */
function onEvenPixels({ x, y, width, height }: PixelBox): PixelBox {
  const [left, top] = [x - (x % 2), y - (y % 2)];
  const [right, bottom] = [x + width, y + height];
  return { x: left, y: top, width: right + (right % 2) - left, height: bottom + (bottom % 2) - top };
}
