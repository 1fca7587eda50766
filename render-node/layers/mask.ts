/** Masks: a layer shows where its mask does. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Layer } from '../../contract/template/layers.ts';
import { type Box, isEmptyBox, type Placement } from './box.ts';
import { fitMedia } from './fit-media.ts';
import { placeOfProperty } from './layer-place.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { cornerRadii } from './rounded-box.ts';
import { boxedPath, ellipsePath, roundedBox } from './shape-path.ts';

export interface Mask {
  /** Paints what it lets through, opaque, over all that the context shows. */
  draw(context: SKRSContext2D): void;
}

type MaskFields = NonNullable<Layer['mask']>;

/** @throws {RenderFailure} when its picture cannot be had. */
export async function prepareMask(
  mask: MaskFields,
  box: Placement,
  environment: PrepareEnvironment,
): Promise<Mask | null> {
  const path = maskPath(mask, box, environment.frame);
  if (!path) return pictureMask(mask, box, environment);
  return {
    draw(context) {
      context.fillStyle = '#000000';
      context.fill(path);
    },
  };
}

function maskPath(mask: MaskFields, box: Box, frame: PrepareEnvironment['frame']) {
  switch (mask.shape) {
    case null:
      return null;
    case 'ellipse':
      return ellipsePath(box);
    case 'rect':
      return roundedBox(box, cornerRadii(mask.radius, box, frame));
    case 'path':
      return boxedPath(mask.path, mask.view_box, box);
    default:
      return mask.shape satisfies never;
  }
}

/** A box may be far larger than what is seen of it. */
const MOST_SIDE = 4_096;

async function pictureMask(
  { src, mode, fit }: MaskFields,
  box: Box,
  { media, place, detail = 1 }: PrepareEnvironment,
): Promise<Mask | null> {
  if (src === '' || isEmptyBox(box)) return null;
  const scale = Math.min(detail, MOST_SIDE / Math.max(box.width, box.height));
  const size = { width: Math.ceil(box.width * scale), height: Math.ceil(box.height * scale) };
  const picture = await media.picture(src, placeOfProperty(place, 'mask.src'), { box: size, fit });
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  const target = fitMedia(picture, { x: 0, y: 0, ...size }, fit, '50% 50%');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.image, target.x, target.y, target.width, target.height);
  if (mode === 'luma') brightnessToOpacity(context, size);
  return { draw: (onto) => onto.drawImage(canvas, box.x, box.y, box.width, box.height) };
}

function brightnessToOpacity(
  context: SKRSContext2D,
  { width, height }: { width: number; height: number },
): void {
  const pixels = context.getImageData(0, 0, width, height);
  const { data } = pixels;
  // Weights of Rec. 709, as CSS mask-mode: luminance.
  for (let at = 0; at < data.length; at += 4)
    data[at + 3] =
      ((0.2126 * data[at]! + 0.7152 * data[at + 1]! + 0.0722 * data[at + 2]!) * data[at + 3]!) / 255;
  context.putImageData(pixels, 0, 0);
}
