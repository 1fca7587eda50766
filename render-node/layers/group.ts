/** Groups: layers that move, turn, fade and are cut off together, and rows and columns that close up. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { LayerOf, StillLayer } from '../../contract/template/layers.ts';
import { around, type Box, grown, type Placement, unrotatedWindow, wholeOf } from './box.ts';
import { shownBox, targetsIn } from './follow.ts';
import type { LayerContent } from './look.ts';
import { blendsWithGround, moveLayer, type PreparedLayer, paintLayer } from './paint-layer.ts';
import type { PrepareEnvironment } from './prepare-environment.ts';
import { cornerRadii, type Radii, roundedBoxPath } from './rounded-box.ts';

export interface PreparedGroup extends Omit<LayerContent, 'draw'> {
  box: Box;
  radii: Radii;
  clip: boolean;
  children: PreparedLayer[];
}

type PrepareLayer = (layer: StillLayer, environment: PrepareEnvironment) => Promise<PreparedLayer | null>;

/** Null when none of its layers shows anything. */
export async function prepareGroup(
  group: LayerOf<'group'>,
  box: Placement,
  environment: PrepareEnvironment,
  prepareLayer: PrepareLayer,
): Promise<PreparedGroup | null> {
  const children = placedChildren(group, box, await prepareChildren(group, box, environment, prepareLayer));
  if (children.length === 0) return null;
  const reach = children.map(({ bounds }) => bounds).reduce(around);
  const shown = children.map((child) => shownBox(child)!).reduce(around);
  return {
    box,
    radii: cornerRadii(group.radius, box, environment.frame),
    clip: group.clip,
    children,
    reach: group.clip ? box : reach,
    isolated: children.some(blendsWithGround),
    ...(group.layout === 'none' ? {} : { shown }),
  };
}

export function drawGroup(context: SKRSContext2D, { box, radii, clip, children }: PreparedGroup): void {
  context.save();
  if (clip) {
    roundedBoxPath(context, box, radii);
    context.clip();
  }
  for (const child of children) paintLayer(context, child);
  context.restore();
}

async function prepareChildren(
  group: LayerOf<'group'>,
  box: Placement,
  environment: PrepareEnvironment,
  prepareLayer: PrepareLayer,
): Promise<PreparedLayer[]> {
  const { frame, place } = environment;
  const seen = unrotatedWindow(box, environment.window ?? wholeOf(frame));
  // A row's layers are prepared before it is known where they go.
  const window = group.layout === 'none' ? seen : grown(seen, Math.max(frame.width, frame.height));
  const pending: Promise<PreparedLayer | null>[] = [];
  const prepared = (index: number): Promise<PreparedLayer | null> => {
    pending[index] ??= prepareLayer(inLayout(group, group.layers[index]!), {
      ...environment,
      parent: box,
      window,
      place: place.inner?.[index] ?? place,
      target,
    });
    return pending[index];
  };
  const target = targetsIn(group.layers, frame, box, async (index) => shownBox(await prepared(index)));
  const all = await Promise.all(group.layers.map((_, index) => prepared(index)));
  return all.filter((child) => child !== null);
}

/** In a row or column the layout says where a layer stands. */
function inLayout({ layout }: LayerOf<'group'>, layer: StillLayer): StillLayer {
  return layout === 'none' ? layer : { ...layer, x: 0, y: 0, anchor: 'top-left', place_after: null };
}

function placedChildren(group: LayerOf<'group'>, box: Box, children: PreparedLayer[]): PreparedLayer[] {
  if (group.layout === 'none' || children.length === 0) return children;
  const isRow = group.layout === 'row';
  const spans = children.map((child) => {
    const shown = shownBox(child)!;
    return isRow ? { at: shown.x, length: shown.width } : { at: shown.y, length: shown.height };
  });
  const total = spans.reduce((sum, { length }) => sum + length, 0) + group.gap * (children.length - 1);
  const room = (isRow ? box.width : box.height) - total;
  let next = (isRow ? box.x : box.y) + room * SHARE_BEFORE[group.justify];
  return children.map((child, index) => {
    const { at, length } = spans[index]!;
    const along = Math.round(next - at);
    next += length + group.gap;
    const across = Math.round(acrossOffset(group.align, shownBox(child)!, box, isRow));
    return isRow ? moveLayer(child, along, across) : moveLayer(child, across, along);
  });
}

const SHARE_BEFORE = { start: 0, center: 0.5, end: 1 };

function acrossOffset(align: LayerOf<'group'>['align'], shown: Box, box: Box, isRow: boolean): number {
  const share = SHARE_BEFORE[align];
  return isRow
    ? box.y + (box.height - shown.height) * share - shown.y
    : box.x + (box.width - shown.width) * share - shown.x;
}
