/** Where a layer lies: lengths, anchor and rotation of a layer resolved to pixels of the frame. */
import type { Layer } from '../../contract/template/layers.ts';
import type { Length } from '../../contract/template/values.ts';

export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  x: number;
  y: number;
}

/** A box on whole pixels, inside the frame. */
export type PixelBox = Box;

/** The layer's box before rotation, and the rotation around its centre in degrees, clockwise. */
export interface Placement extends Box {
  rotation: number;
}

/** @param parent what the layer stands in: the frame, or its group's box. */
export function layerBox(
  layer: Pick<Layer, 'x' | 'y' | 'width' | 'height' | 'anchor' | 'rotation'>,
  frame: Size,
  parent: Box = wholeOf(frame),
): Placement {
  const width = pixels(layer.width, parent.width, frame);
  const height = pixels(layer.height, parent.height, frame);
  const [left, top] = ANCHOR_POINTS[layer.anchor];
  return {
    x: parent.x + pixels(layer.x, parent.width, frame) - left * width,
    y: parent.y + pixels(layer.y, parent.height, frame) - top * height,
    width,
    height,
    rotation: layer.rotation,
  };
}

/** A length in pixels; `parentSide` is what a percentage refers to. */
export function pixels(length: Length, parentSide: number, frame: Size): number {
  if (typeof length === 'number') return length;
  const amount = Number.parseFloat(length);
  switch (/[a-z%]+$/.exec(length.trim())?.[0]) {
    case '%':
      return (amount / 100) * parentSide;
    case 'vmin':
      return (amount / 100) * Math.min(frame.width, frame.height);
    case 'vmax':
      return (amount / 100) * Math.max(frame.width, frame.height);
    case 'vw':
      return (amount / 100) * frame.width;
    case 'vh':
      return (amount / 100) * frame.height;
    default:
      return amount;
  }
}

/**
 * The pixels that `reach` touches once it is rotated around the placement's centre.
 * @param window what can be seen at all: the frame, from (0, 0) on, unless it says otherwise.
 */
export function paintedBox(placement: Placement, reach: Box, window: Size & Partial<Box>): PixelBox {
  const seen = { x: 0, y: 0, ...window };
  // One pixel more on each side: anti-aliasing paints into the neighbours.
  return overlap(rounded(grown(rotatedBox(placement, reach, placement.rotation), 1)), rounded(seen));
}

/** What can be seen of a layer, in the layer's own unrotated coordinates. */
export function unrotatedWindow(placement: Placement, window: Box): Box {
  return placement.rotation === 0 ? window : rotatedBox(placement, window, -placement.rotation);
}

/** The smallest box of whole pixels around a box. */
export function rounded(box: Box): PixelBox {
  const [x, y] = [Math.floor(box.x), Math.floor(box.y)];
  return { x, y, width: Math.ceil(box.x + box.width) - x, height: Math.ceil(box.y + box.height) - y };
}

/** A box in whole pixels of the output, `detail` of which go to a pixel of the template. */
export function outputPixels(box: Box, detail: number): PixelBox {
  const { x, y, width, height } = box;
  return rounded({ x: x * detail, y: y * detail, width: width * detail, height: height * detail });
}

export function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

export function movedBy<B extends Box>(box: B, dx: number, dy: number): B {
  return { ...box, x: box.x + dx, y: box.y + dy };
}

/** The box around both, of which either may be empty. */
export function around(one: Box, other: Box): Box {
  if (isEmptyBox(one)) return other;
  if (isEmptyBox(other)) return one;
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

/** What both cover; empty when they lie apart. */
export function overlap(one: Box, other: Box): Box {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
  };
}

export function wholeOf({ width, height }: Size): Box {
  return { x: 0, y: 0, width, height };
}

export function isSameBox(one: Box, other: Box): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

export function isEmptyBox({ width, height }: Box): boolean {
  return width <= 0 || height <= 0;
}

const ANCHOR_POINTS: Record<Layer['anchor'], [left: number, top: number]> = {
  'top-left': [0, 0],
  top: [0.5, 0],
  'top-right': [1, 0],
  left: [0, 0.5],
  center: [0.5, 0.5],
  right: [1, 0.5],
  'bottom-left': [0, 1],
  bottom: [0.5, 1],
  'bottom-right': [1, 1],
};

/** The box around `reach` after it was turned by `degrees` around the placement's centre. */
function rotatedBox(placement: Placement, reach: Box, degrees: number): Box {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const centreX = placement.x + placement.width / 2;
  const centreY = placement.y + placement.height / 2;
  const corners = [
    [reach.x, reach.y],
    [reach.x + reach.width, reach.y],
    [reach.x, reach.y + reach.height],
    [reach.x + reach.width, reach.y + reach.height],
  ].map(([x = 0, y = 0]) => ({
    x: centreX + (x - centreX) * cos - (y - centreY) * sin,
    y: centreY + (x - centreX) * sin + (y - centreY) * cos,
  }));
  const left = Math.min(...corners.map(({ x }) => x));
  const top = Math.min(...corners.map(({ y }) => y));
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map(({ x }) => x)) - left,
    height: Math.max(...corners.map(({ y }) => y)) - top,
  };
}
