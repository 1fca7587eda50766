import type { Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import type { ImageTemplate } from '../../contract/template/image-template.ts';
import { withoutAlpha } from '../pixels/per-pixel.ts';
import { writePng } from './write-png.ts';

/**
 * The canvas may be painted on again as soon as this returns: its pixels are taken at once.
 * @param opaque no pixel of the canvas is transparent.
 */
export async function encodeImage(
  canvas: Canvas,
  output: Pick<ImageTemplate['output'], 'format' | 'quality'>,
  opaque: boolean,
): Promise<Buffer> {
  switch (output.format) {
    case 'jpg':
      return encodeJpeg(canvas, output.quality);
    case 'webp':
      return canvas.encodeSync('webp', output.quality);
    case 'png': {
      const { width, height } = canvas;
      // data() is premultiplied, which only opaque pixels do not mind; it is ten times as fast.
      const data = opaque ? canvas.data() : canvas.getContext('2d').getImageData(0, 0, width, height).data;
      return writePng({ data, width, height, opaque });
    }
    default:
      return output.format satisfies never;
  }
}

/** Pixels from which on sharp is the faster one: it takes half as long for each, but has to start its threads. */
const SHARP_FROM = 150_000;

/** Both writers are libjpeg and decode to the same pixels. The canvas' own looks for the shortest codes, sharp need not. */
async function encodeJpeg(canvas: Canvas, quality: number): Promise<Buffer> {
  const { width, height } = canvas;
  if (width * height < SHARP_FROM) return canvas.encodeSync('jpeg', quality);
  // sharp would drop it, too, in twice the time.
  const rgb = takeRoom(3 * width * height);
  withoutAlpha(canvas.data(), { width, height }, rgb);
  try {
    return await sharp(rgb, { raw: { width, height, channels: 3 } })
      .jpeg({ quality, optimiseCoding: false })
      .toBuffer();
  } finally {
    if (rgb.length <= MOST_FREE_BYTES) free.push(rgb);
    if (free.length > MOST_FREE) free.shift();
  }
}

/** Kept between images: to get fresh memory takes as long as to fill it. One image is painted while another is encoded. */
const free: Buffer[] = [];
const MOST_FREE = 2;
/** Posters are rare, and take a slot's memory of their own. */
const MOST_FREE_BYTES = 8 * 1024 * 1024;

function takeRoom(bytes: number): Buffer {
  const index = free.findIndex(({ length }) => length === bytes);
  return (index === -1 ? undefined : free.splice(index, 1)[0]) ?? Buffer.allocUnsafeSlow(bytes);
}
