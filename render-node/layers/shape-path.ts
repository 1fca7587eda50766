/** Outlines as paths, in the layer's coordinates. Each begins at its top (or its start) and runs clockwise. */
import { Path2D } from '@napi-rs/canvas';
import type { Box } from './box.ts';
import type { Radii } from './rounded-box.ts';

export function roundedBox(box: Box, radii: Radii, inset = 0): Path2D {
  const path = new Path2D();
  const [width, height] = [Math.max(0, box.width - 2 * inset), Math.max(0, box.height - 2 * inset)];
  const corner = { x: Math.max(0, radii.x - inset), y: Math.max(0, radii.y - inset) };
  if (corner.x === 0 || corner.y === 0) path.rect(box.x + inset, box.y + inset, width, height);
  else path.roundRect(box.x + inset, box.y + inset, width, height, [corner as unknown as number]);
  return path;
}

export function ellipsePath(box: Box, inset = 0): Path2D {
  const path = new Path2D();
  const [radiusX, radiusY] = [Math.max(0, box.width / 2 - inset), Math.max(0, box.height / 2 - inset)];
  const top = -Math.PI / 2;
  path.ellipse(box.x + box.width / 2, box.y + box.height / 2, radiusX, radiusY, 0, top, top + 2 * Math.PI);
  path.closePath();
  return path;
}

/** From the middle of the left side to the middle of the right one. */
export function linePath({ x, y, width, height }: Box): Path2D {
  const path = new Path2D();
  path.moveTo(x, y + height / 2);
  path.lineTo(x + width, y + height / 2);
  return path;
}

export function polygonPath(box: Box, sides: number): Path2D {
  return cornersPath(Array.from({ length: sides }, (_, index) => onEllipse(box, index / sides, 1)));
}

/** @param inner how far out the inner corners lie, 0–1. */
export function starPath(box: Box, points: number, inner: number): Path2D {
  const corners = Array.from({ length: points * 2 }, (_, index) =>
    onEllipse(box, index / (points * 2), index % 2 === 0 ? 1 : inner),
  );
  return cornersPath(corners);
}

/** A heart that fills the box. */
export function heartPath({ x, y, width, height }: Box): Path2D {
  const path = new Path2D();
  const [across, down] = [(share: number) => x + share * width, (share: number) => y + share * height];
  path.moveTo(across(0.5), down(0.25));
  path.bezierCurveTo(across(0.55), down(0.02), across(1), down(-0.05), across(1), down(0.32));
  path.bezierCurveTo(across(1), down(0.6), across(0.62), down(0.82), across(0.5), down(1));
  path.bezierCurveTo(across(0.38), down(0.82), across(0), down(0.6), across(0), down(0.32));
  path.bezierCurveTo(across(0), down(-0.05), across(0.45), down(0.02), across(0.5), down(0.25));
  path.closePath();
  return path;
}

/** @param viewBox the part of the path's coordinates that fills the box; null: they are pixels from its corner. */
export function boxedPath(data: string, viewBox: readonly number[] | null, box: Box): Path2D {
  const [left = 0, top = 0, width = box.width, height = box.height] = viewBox ?? [];
  const [a, d] = [box.width / (width || 1), box.height / (height || 1)];
  return new Path2D(data).transform({ a, b: 0, c: 0, d, e: box.x - left * a, f: box.y - top * d });
}

function cornersPath(corners: [x: number, y: number][]): Path2D {
  const path = new Path2D();
  for (const [index, [x, y]] of corners.entries()) index === 0 ? path.moveTo(x, y) : path.lineTo(x, y);
  path.closePath();
  return path;
}

/** @param turn 0 is the top, a quarter the right. */
function onEllipse({ x, y, width, height }: Box, turn: number, reach: number): [x: number, y: number] {
  const angle = turn * 2 * Math.PI;
  return [
    x + width / 2 + (Math.sin(angle) * width * reach) / 2,
    y + height / 2 - (Math.cos(angle) * height * reach) / 2,
  ];
}
