/** `place_after`: a layer that stands beside what another one really shows. */
import type { Layer } from '../../contract/template/layers.ts';
import { type Box, layerBox, pixels, type Size } from './box.ts';
import type { PreparedLayer } from './paint-layer.ts';
import type { FollowTarget, PrepareEnvironment } from './prepare-environment.ts';

/** How far a layer moves from where it would stand, in whole pixels. */
export async function followOffset(
  { place_after: after }: Pick<Layer, 'place_after'>,
  own: Box,
  { frame, parent, target }: Pick<PrepareEnvironment, 'frame' | 'parent' | 'target'>,
): Promise<{ dx: number; dy: number }> {
  const found = after && target ? await target(after.layer) : null;
  if (!after || !found) return { dx: 0, dy: 0 };
  const { box, blank } = found;
  const along = after.side === 'left' || after.side === 'right' ? 'width' : 'height';
  const gap = pixels(after.gap, (parent ?? frame)[along], frame);
  // After nothing, a layer stands where that nothing would have begun, without a gap.
  const { x, y, width, height } = box;
  const nothing = { dx: 0, dy: 0 };
  switch (after.side) {
    case 'right':
      return { ...nothing, dx: Math.round((blank ? x : x + width + gap) - own.x) };
    case 'left':
      return { ...nothing, dx: Math.round((blank ? x + width : x - gap) - own.x - own.width) };
    case 'bottom':
      return { ...nothing, dy: Math.round((blank ? y : y + height + gap) - own.y) };
    case 'top':
      return { ...nothing, dy: Math.round((blank ? y + height : y - gap) - own.y - own.height) };
    default:
      return after.side satisfies never;
  }
}

/** Finds the layers of one list for each other. @param prepared the layer with this index, once it is ready. */
export function targetsIn(
  layers: Layer[],
  frame: Size,
  parent: Box | undefined,
  shownAt: (index: number) => Promise<Box | null>,
): (name: string) => Promise<FollowTarget | null> {
  return async function target(name): Promise<FollowTarget | null> {
    const index = followed(layers, name);
    const layer = layers[index];
    if (!layer) return null;
    const box = await shownAt(index);
    if (box) return { box, blank: false };
    const before = layer.place_after ? await target(layer.place_after.layer) : null;
    return before ?? { box: layerBox(layer, frame, parent), blank: true };
  };
}

/** The index of the layer that `place_after` names. */
export function followed(layers: Layer[], name: string): number {
  return layers.findIndex((layer) => layer.id === name || layer.name === name);
}

export function shownBox(layer: PreparedLayer | null): Box | null {
  return layer && (layer.shown ?? layer.placement);
}
