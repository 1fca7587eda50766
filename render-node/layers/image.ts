import type { SKRSContext2D } from '@napi-rs/canvas';
import { RenderFailure } from '../../contract/render-failure.ts';
import type { LayerOf } from '../../contract/template/layers.ts';
import type { Picture } from '../assets/render-media.ts';
import { type Box, isEmptyBox, type Placement } from './box.ts';
import { fitMedia } from './fit-media.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { cornerRadii, type Radii, roundedBoxPath } from './rounded-box.ts';

export interface PreparedImage {
  layer: LayerOf<'image'>;
  picture: Picture;
  box: Box;
  /** Where the whole picture goes; what lies outside the box is cut off. */
  target: Box;
  radii: Radii;
  reach: Box;
}

/** Null when the picture is missing and the layer says to hide it then. */
export async function prepareImage(
  layer: LayerOf<'image'>,
  box: Placement,
  { frame, place, media, notes }: PrepareEnvironment,
): Promise<PreparedImage | null> {
  if (isEmptyBox(box)) return null;
  try {
    const picture = await media.picture(layer.src, place, { box, fit: layer.fit });
    const target = fitMedia(picture, box, layer.fit, layer.focus);
    return { layer, picture, box, target, radii: cornerRadii(layer.radius, box, frame), reach: box };
  } catch (error) {
    if (layer.on_error === 'fail' || !(error instanceof RenderFailure)) throw error;
    notes.add(`${error.message}. The layer was left out.`);
    return null;
  }
}

export function drawImage(
  context: SKRSContext2D,
  { layer, picture, box, target, radii }: PreparedImage,
): void {
  const border = layer.border?.width ?? 0;
  context.save();
  // Under the middle of its border the picture ends, so that no edge of it shines through outside.
  roundedBoxPath(context, box, radii, border / 2);
  context.clip();
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.image, target.x, target.y, target.width, target.height);
  context.restore();
  if (!layer.border || border === 0) return;
  roundedBoxPath(context, box, radii, border / 2);
  context.lineWidth = border;
  context.strokeStyle = layer.border.color.trim();
  context.stroke();
}
