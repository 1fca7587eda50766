import type { LayerOf } from '../../contract/template/layers.ts';
import type { Box, Size } from './box.ts';

export type Fit = LayerOf<'image'>['fit'];

/** Where the whole of a picture or clip goes so that it shows in the box as CSS `object-fit` and `object-position` say. */
export function fitMedia(media: Size, box: Box, fit: Fit, focus: string): Box {
  const { width, height } = fittedSize(media, box, fit);
  const [across = 0.5, down = 0.5] = focus.split(/\s+/).map((percent) => Number.parseFloat(percent) / 100);
  return { x: box.x + (box.width - width) * across, y: box.y + (box.height - height) * down, width, height };
}

/**
 * A fitted picture seen from nearer.
 * @param scale 1 leaves it as it is.
 * @param centre the point of the box that stays where it is, in percent.
 */
export function zoomInto(target: Box, box: Box, scale: number, centre: { x: string; y: string }): Box {
  const x = box.x + (box.width * Number.parseFloat(centre.x)) / 100;
  const y = box.y + (box.height * Number.parseFloat(centre.y)) / 100;
  return {
    x: x + (target.x - x) * scale,
    y: y + (target.y - y) * scale,
    width: target.width * scale,
    height: target.height * scale,
  };
}

function fittedSize(media: Size, box: Size, fit: Fit): Size {
  const [byWidth, byHeight] = [box.width / media.width, box.height / media.height];
  switch (fit) {
    case 'fill':
      return { width: box.width, height: box.height };
    case 'none':
      return media;
    case 'cover':
      return scaled(media, Math.max(byWidth, byHeight));
    case 'contain':
    case 'contain-blur':
      return scaled(media, Math.min(byWidth, byHeight));
    default:
      return fit satisfies never;
  }
}

function scaled({ width, height }: Size, factor: number): Size {
  return { width: width * factor, height: height * factor };
}
