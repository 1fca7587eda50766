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

export function layerBox(
  layer: Pick<Layer, 'x' | 'y' | 'width' | 'height' | 'anchor' | 'rotation'>,
  frame: Size,
): Placement {
  const width = pixels(layer.width, frame.width, frame);
  const height = pixels(layer.height, frame.height, frame);
  const [left, top] = ANCHOR_POINTS[layer.anchor];
  return {
    x: pixels(layer.x, frame.width, frame) - left * width,
    y: pixels(layer.y, frame.height, frame) - top * height,
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

/** The pixels of the frame that `reach` touches once it is rotated around the placement's centre. */
export function paintedBox(placement: Placement, reach: Box, frame: Size): PixelBox {
  const { left, top, right, bottom } = rotatedEdges(placement, reach);
  // One pixel more on each side: anti-aliasing paints into the neighbours.
  const x = clamp(Math.floor(left) - 1, 0, frame.width);
  const y = clamp(Math.floor(top) - 1, 0, frame.height);
  return {
    x,
    y,
    width: clamp(Math.ceil(right) + 1, x, frame.width) - x,
    height: clamp(Math.ceil(bottom) + 1, y, frame.height) - y,
  };
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

function rotatedEdges(placement: Placement, reach: Box) {
  const angle = (placement.rotation * Math.PI) / 180;
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
  return {
    left: Math.min(...corners.map(({ x }) => x)),
    top: Math.min(...corners.map(({ y }) => y)),
    right: Math.max(...corners.map(({ x }) => x)),
    bottom: Math.max(...corners.map(({ y }) => y)),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
