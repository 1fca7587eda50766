/** Small JPEGs of pictures, for lists. */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { grown, type PixelBox, type Size, wholeOf } from '../layers/box.ts';
import type { PaintedFrame } from './painted-frame.ts';

const PREVIEW_WIDTH = 640;
/** One for each of 20,000 rows: its time is a good part of a row's. */
const THUMBNAIL_WIDTH = 480;
const QUALITY = 82;

/** Of what a template makes: at most 640 pixels wide. */
export function encodePreview(canvas: Canvas): Buffer {
  return encodeOnce(canvas, PREVIEW_WIDTH);
}

/** Of a row's video: at most 480 pixels wide. */
export function encodeThumbnail(canvas: Canvas): Buffer {
  return encodeOnce(canvas, THUMBNAIL_WIDTH);
}

function encodeOnce(canvas: Canvas, width: number): Buffer {
  const small = createSmallPicture(canvas, width);
  small.draw({ canvas, area: wholeOf(canvas) });
  return small.encode();
}

export interface SmallPicture {
  /**
   * @param from the picture in full size, or what of it has changed and at least 12 pixels around.
   * @param area what of it has changed since the last time. Default: all.
   */
  draw(from: PaintedFrame, area?: PixelBox): void;
  encode(): Buffer;
}

export const SEEN_AROUND = 12;

/** @param from in full size. */
export function createThumbnail(from: Size): SmallPicture {
  return createSmallPicture(from, THUMBNAIL_WIDTH);
}

function createSmallPicture(from: Size, width: number): SmallPicture {
  const scale = Math.min(1, width / from.width);
  const size = {
    width: Math.max(1, Math.round(from.width * scale)),
    height: Math.max(1, Math.round(from.height * scale)),
  };
  const steps = halvings(from, size).map((step) => createCanvas(step.width, step.height));
  return {
    draw(picture, area) {
      let larger = picture;
      for (const step of steps) {
        drawStep(step, from, larger, area && seenIn(step, from, area));
        larger = { canvas: step, area: wholeOf(from) };
      }
    },
    encode: () => steps.at(-1)!.encodeSync('jpeg', QUALITY),
  };
}

/** Sizes on the way to a small one, none less than half of the one before. */
function halvings(from: Size, to: Size): Size[] {
  if (to.width * 2 >= from.width && to.height * 2 >= from.height) return [to];
  const half = {
    width: Math.max(to.width, Math.ceil(from.width / 2)),
    height: Math.max(to.height, Math.ceil(from.height / 2)),
  };
  return [half, ...halvings(half, to)];
}

/** Whole pixels that an area shows in, and those that a pixel of it is mixed into. */
function seenIn(step: Size, from: Size, area: PixelBox): PixelBox {
  const [x, y] = [step.width / from.width, step.height / from.height];
  const { x: left, y: top, width, height } = grown(area, SEEN_AROUND / 2);
  const [right, bottom] = [left + width, top + height];
  const [startX, startY] = [Math.floor(left * x), Math.floor(top * y)];
  return {
    x: startX,
    y: startY,
    width: Math.ceil(right * x) - startX,
    height: Math.ceil(bottom * y) - startY,
  };
}

function drawStep(step: Canvas, from: Size, larger: PaintedFrame, area: PixelBox | undefined): void {
  const context = step.getContext('2d');
  context.save();
  if (area) {
    context.beginPath();
    context.rect(area.x, area.y, area.width, area.height);
    context.clip();
  }
  // JPEG knows no transparency, and the canvas still shows the last one.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, step.width, step.height);
  // Down to a half each pixel counts; that is all that the costlier ways would be for.
  context.imageSmoothingQuality = 'low';
  const { x, y, width, height } = larger.area;
  const across = (pixels: number) => (pixels * step.width) / from.width;
  const down = (pixels: number) => (pixels * step.height) / from.height;
  context.drawImage(larger.canvas, across(x), down(y), across(width), down(height));
  context.restore();
}
