import { type Canvas, createCanvas } from '@napi-rs/canvas';
import type { LayerOf } from '../../contract/template/layers.ts';
import type { Picture } from '../assets/render-media.ts';
import type { Size } from './box.ts';
import { fitMedia } from './fit-media.ts';

type Filters = NonNullable<LayerOf<'image'>['filters']>;

/** The picture with CSS filters over it, then the tint. What is transparent stays so. */
export function filterPicture(picture: Picture, filters: Filters): Picture {
  const { width, height } = picture;
  const image = createCanvas(width, height);
  const context = image.getContext('2d');
  const { brightness, contrast, saturation, grayscale, tint } = filters;
  context.filter = `brightness(${brightness}) contrast(${contrast}) saturate(${saturation}) grayscale(${grayscale})`;
  context.drawImage(picture.image, 0, 0);
  context.filter = 'none';
  context.globalCompositeOperation = 'source-atop';
  context.fillStyle = tint.trim();
  context.fillRect(0, 0, width, height);
  return { image, width, height };
}

/** Blur hides detail: a small canvas does. */
const GROUND_SIDE = 256;
/** Standard deviation, in shares of the longer side. */
const SOFTNESS = 0.03;

/** The picture covering a box of this shape, out of focus and a little darker. */
export function softGround(picture: Picture, box: Size): Canvas {
  const scale = Math.min(1, GROUND_SIDE / Math.max(box.width, box.height));
  const size = {
    width: Math.max(1, Math.round(box.width * scale)),
    height: Math.max(1, Math.round(box.height * scale)),
  };
  const blur = Math.max(size.width, size.height) * SOFTNESS;
  const covered = createCanvas(size.width, size.height);
  const draft = covered.getContext('2d');
  draft.imageSmoothingQuality = 'high';
  const { x, y, width, height } = fitMedia(picture, { x: 0, y: 0, ...size }, 'cover', '50% 50%');
  draft.drawImage(picture.image, x, y, width, height);

  const ground = createCanvas(size.width, size.height);
  const context = ground.getContext('2d');
  context.filter = `blur(${blur}px) brightness(0.85)`;
  // Drawn larger than it is: blur lets the transparent outside in at the edges.
  const over = blur * 3;
  context.drawImage(covered, -over, -over, size.width + 2 * over, size.height + 2 * over);
  return ground;
}
