import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { ImageTemplate } from '../../contract/template/image-template.ts';
import { writePng } from './write-png.ts';

/** @param opaque no pixel of the canvas is transparent. */
export function encodeImage(
  canvas: Canvas,
  output: Pick<ImageTemplate['output'], 'format' | 'quality'>,
  opaque: boolean,
): Buffer {
  switch (output.format) {
    case 'jpg':
      return canvas.encodeSync('jpeg', output.quality);
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

const PREVIEW_WIDTH = 640;
const PREVIEW_QUALITY = 82;

/** A small JPEG of a picture, for lists. */
export function encodePreview(canvas: Canvas): Buffer {
  const scale = Math.min(1, PREVIEW_WIDTH / canvas.width);
  const preview = createCanvas(
    Math.max(1, Math.round(canvas.width * scale)),
    Math.max(1, Math.round(canvas.height * scale)),
  );
  const context = preview.getContext('2d');
  // JPEG knows no transparency.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, preview.width, preview.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, preview.width, preview.height);
  return preview.encodeSync('jpeg', PREVIEW_QUALITY);
}
