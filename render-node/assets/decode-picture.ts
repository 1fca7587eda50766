/** Bytes of a picture → pixels a canvas can draw: upright, sRGB, first frame, no larger than needed. */
import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { Box } from '../layers/box.ts';
import type { Fit } from '../layers/fit-media.ts';
import type { AssetFailureSentence } from './asset-failure.ts';
import { SNIFFED_BYTES, sniffMedia } from './sniff-media.ts';

export interface Picture {
  /** Drawn with `drawImage`. */
  image: Canvas;
  width: number;
  height: number;
}

/** The box that the picture goes into, and how: a 12-megapixel photo in a 200 px circle is decoded small. */
export interface PictureUse {
  box: Pick<Box, 'width' | 'height'>;
  /** `attention`: already cut to the box's shape, around the part that draws the eye. */
  fit: Fit | 'attention';
}

/** Enough for any camera's photo; a few kilobytes can claim a thousand times as many. */
const MOST_PIXELS = 50_000_000;
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/svg+xml'];

// One render at a time per process, and pictures have a cache of their own.
sharp.cache(false);
sharp.concurrency(1);

/** @throws {RenderFailure} `asset_type` or `asset_too_large`, in the words of `sentence`. */
export async function decodePicture(
  bytes: Buffer,
  use: PictureUse,
  sentence: AssetFailureSentence,
): Promise<Picture> {
  const type = sniffMedia(bytes.subarray(0, SNIFFED_BYTES));
  if (!type || !PICTURE_TYPES.includes(type))
    throw sentence('asset_type', 'is not a picture (JPEG, PNG, WebP, GIF or SVG)');
  try {
    const { data, info } = await readPixels(bytes, type, use);
    return toCanvas(data, info);
  } catch (error) {
    if (/pixel limit/i.test((error as Error).message))
      throw sentence('asset_too_large', 'has more than 50 million pixels', error);
    throw sentence('asset_type', 'is damaged and cannot be decoded', error);
  }
}

async function readPixels(bytes: Buffer, type: string, use: PictureUse) {
  const options: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 };
  const input =
    type === 'image/svg+xml'
      ? sharp(bytes, { ...options, density: await svgDensity(bytes, options, use) })
      : sharp(bytes, options);
  const upright = input.autoOrient();
  return (await sized(upright, use))
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

async function sized(picture: Sharp, { box, fit }: PictureUse): Promise<Sharp> {
  if (fit === 'none') return picture;
  if (fit === 'attention') {
    const { autoOrient: whole } = await picture.metadata();
    // A picture smaller than the box is cut to its shape and not enlarged.
    const scale = Math.min(1, whole.width / box.width, whole.height / box.height);
    const [width, height] = [box.width, box.height].map((side) => Math.max(1, Math.round(side * scale)));
    return picture.resize({
      width: width!,
      height: height!,
      fit: 'cover',
      position: sharp.strategy.attention,
    });
  }
  return picture.resize({
    width: Math.max(1, Math.ceil(box.width)),
    height: Math.max(1, Math.ceil(box.height)),
    fit: fit === 'contain' ? 'inside' : 'outside',
    withoutEnlargement: true,
  });
}

/** SVG is drawn at the size it is needed; 72 is its own size. */
async function svgDensity(bytes: Buffer, options: SharpOptions, { box, fit }: PictureUse): Promise<number> {
  const { width, height }: Metadata = await sharp(bytes, options).metadata();
  if (fit === 'none') return 72;
  const factor = Math.max(box.width / width, box.height / height);
  return Math.min(Math.max(72 * factor, 1), 7_200);
}

function toCanvas(pixels: Buffer, { width, height }: { width: number; height: number }): Picture {
  const image = createCanvas(width, height);
  const straight = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  image.getContext('2d').putImageData(new ImageData(straight, width, height), 0, 0);
  return { image, width, height };
}
