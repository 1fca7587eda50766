import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { RenderFailure } from '../../contract/render-failure.ts';
import type { LayerOf } from '../../contract/template/layers.ts';
import type { Picture } from '../assets/render-media.ts';
import { type Box, isEmptyBox, type Placement } from './box.ts';
import { fitMedia, zoomInto } from './fit-media.ts';
import { drawBorder } from './look.ts';
import { filterPicture, softGround } from './picture-filters.ts';
import { drawPlaceholder } from './placeholder.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { cornerRadii, type Radii, roundedBoxPath } from './rounded-box.ts';

export interface PreparedImage {
  layer: LayerOf<'image'>;
  /** Filtered; null where a placeholder stands for it. */
  picture: Pick<Picture, 'image' | 'width' | 'height'> | null;
  /** What lies behind a picture that leaves room in its box. */
  ground: Canvas | null;
  box: Box;
  /** Where the whole picture goes; what lies outside the box is cut off. */
  target: Box;
  radii: Radii;
  reach: Box;
  smoothing: 'high' | 'low';
}

/** Null when the picture is missing and the layer says to hide it then. */
export async function prepareImage(
  layer: LayerOf<'image'>,
  box: Placement,
  { frame, place, media, notes, detail = 1, smoothing = 'high' }: PrepareEnvironment,
): Promise<PreparedImage | null> {
  if (isEmptyBox(box)) return null;
  const radii = cornerRadii(layer.radius, box, frame);
  const zoom = layer.zoom?.from ?? 1;
  try {
    const size = { width: box.width * detail * zoom, height: box.height * detail * zoom };
    const attention = layer.focus === 'attention';
    const fit = attention && layer.fit === 'cover' ? 'attention' : layer.fit;
    const decoded = await media.picture(layer.src, place, { box: size, fit });
    const picture = layer.filters ? filterPicture(decoded, layer.filters) : decoded;
    const fitted = fitMedia(picture, box, layer.fit, attention ? '50% 50%' : layer.focus);
    const target = layer.zoom ? zoomInto(fitted, box, zoom, layer.zoom) : fitted;
    const ground = layer.fit === 'contain-blur' ? softGround(picture, box) : null;
    return { layer, picture, ground, box, target, radii, reach: box, smoothing };
  } catch (error) {
    // What another try may mend is no fault of the picture.
    if (layer.on_error === 'fail' || !(error instanceof RenderFailure) || error.retryable) throw error;
    const placeholder = layer.on_error === 'placeholder';
    notes.add(`${error.message}. ${placeholder ? 'A placeholder stands for it' : 'The layer was left out'}.`);
    return placeholder
      ? { layer, picture: null, ground: null, box, target: box, radii, reach: box, smoothing }
      : null;
  }
}

export function drawImage(
  context: SKRSContext2D,
  { layer, picture, ground, box, target, radii, smoothing }: PreparedImage,
): void {
  const border = layer.border?.width ?? 0;
  context.save();
  // Under the middle of its border the picture ends, so that no edge of it shines through outside.
  roundedBoxPath(context, box, radii, border / 2);
  context.clip();
  context.imageSmoothingQuality = smoothing;
  if (ground) context.drawImage(ground, box.x, box.y, box.width, box.height);
  if (picture) context.drawImage(picture.image, target.x, target.y, target.width, target.height);
  else drawPlaceholder(context, box);
  context.restore();
  if (layer.border && border > 0) drawBorder(context, layer.border, box, radii);
}
