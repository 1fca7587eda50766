/**
 * Painted pictures as the encoder takes them. From one to the next mostly little changes, and so it is between the same
 * moments of two rows: only what can differ is painted and converted, the rest is taken from the picture before or from a
 * row before.
 */
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { collectYoung } from '../ffmpeg/collect-young.ts';
import { onDitherCells, opaquePixels, type PaintedFrame } from '../image/painted-frame.ts';
import { isEmptyBox, isSameBox, overlap, type PixelBox } from '../layers/box.ts';
import { convertToYuv, onEvenPixels } from '../pixels/convert-to-yuv.ts';
import type { Picture } from '../video/events.ts';
import type { FramePainter } from '../video/frame-painter.ts';
import type { PaintedPicture } from './encode-span.ts';
import { difference, type Sketch } from './sketch.ts';
import type { ShownPicture, YuvRows } from './yuv-rows.ts';

export interface YuvPainter {
  /** @param isFirst it begins a span: the same moment of the next row may be like it. */
  paint(picture: Picture, sketch: Sketch, isFirst: boolean): Promise<PaintedPicture>;
  /** The picture, or at least an area of it. */
  look(picture: Picture, area?: PixelBox): Promise<PaintedFrame>;
}

export function createYuvPainter(painter: Pick<FramePainter, 'paint'>, rows: YuvRows): YuvPainter {
  const { size } = rows;
  const everything: PixelBox = { x: rows.left, y: rows.top, width: size.width, height: rows.painted };
  /** Pixels of what shows, when it was painted. */
  let lastRead: PixelsRead | null = null;

  /** The known picture that is most like it, and what is left to paint. */
  function startFrom(sketch: Sketch): { from: ShownPicture | null; area: PixelBox | null } {
    const starts = rows.known().flatMap((from) => {
      const area = difference(from.sketch, sketch);
      if (area === 'everywhere') return [];
      return [{ from, area: area === 'nowhere' ? null : within(area) }];
    });
    const [nearest] = starts.sort((one, other) => pixels(one.area) - pixels(other.area));
    return nearest ?? { from: null, area: everything };
  }

  function within(area: PixelBox): PixelBox | null {
    const seen = overlap(onDitherCells(onEvenPixels(area)), everything);
    return isEmptyBox(seen) ? null : seen;
  }

  async function repaint(picture: Picture, sketch: Sketch, isFirst: boolean): Promise<ShownPicture> {
    const { from, area } = startFrom(sketch);
    const follows = from !== null && from === rows.shown;
    if (!area && follows) return { sketch, yuv: from.yuv };
    const yuv = await rows.next();
    if (from) yuv.set(from.yuv);
    // What was read shows no longer.
    if (!area) lastRead = null;
    else {
      const read = { area, rgba: readPixels(await painter.paint(picture, area), area) };
      const part = follows ? changedPart(lastRead, read) : area;
      if (part) convertToYuv(read.rgba, size, yuv, rows.local(area), rows.local(part));
      rows.pad(yuv);
      lastRead = read;
      // The same moment of a row to come is most like this one.
      if (isFirst && !from) rows.keep({ sketch, yuv });
    }
    return { sketch, yuv };
  }

  return {
    async paint(picture, sketch, isFirst) {
      // Pixels that were read are given back when the event loop turns; new memory would cost ten times as much.
      await eventLoopTurn();
      const changed = rows.show(await repaint(picture, sketch, isFirst));
      return { yuv: rows.shown!.yuv, changed, freeAfter: rows.freeAfter };
    },
    look: (picture, area) => painter.paint(picture, area),
  };
}

interface PixelsRead {
  area: PixelBox;
  /** Of the area alone. */
  rgba: Uint8Array;
}

function readPixels(painted: PaintedFrame, area: PixelBox): Uint8Array {
  const rgba = opaquePixels(painted, area);
  collectYoung(rgba.length);
  return rgba;
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

function asBytes(rgba: Uint8Array, start: number, end: number): Uint8Array {
  return rgba.subarray(start, end);
}

function asPixels(rgba: Uint8Array): Int32Array {
  return new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
}

function pixels(area: PixelBox | null): number {
  return area ? area.width * area.height : 0;
}
