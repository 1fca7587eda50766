/** The few brushes that all painted media share. */
import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';

export type Brush = SKRSContext2D;
export type Point = [x: number, y: number];
type Stop = [offset: number, colour: string];

/** A picture of this size in pixels, painted by `draw`. */
export function paint(width: number, height: number, draw: (brush: Brush) => void): Canvas {
  const canvas = createCanvas(width, height);
  draw(canvas.getContext('2d'));
  return canvas;
}

export function verticalGradient(brush: Brush, top: number, bottom: number, stops: Stop[]) {
  const gradient = brush.createLinearGradient(0, top, 0, bottom);
  for (const [offset, colour] of stops) gradient.addColorStop(offset, colour);
  return gradient;
}

export function horizontalGradient(brush: Brush, left: number, right: number, stops: Stop[]) {
  const gradient = brush.createLinearGradient(left, 0, right, 0);
  for (const [offset, colour] of stops) gradient.addColorStop(offset, colour);
  return gradient;
}

/** Light that falls off in all directions. */
export function glow(brush: Brush, [x, y]: Point, radius: number, stops: Stop[]): void {
  const gradient = brush.createRadialGradient(x, y, 0, x, y, radius);
  for (const [offset, colour] of stops) gradient.addColorStop(offset, colour);
  brush.fillStyle = gradient;
  brush.fillRect(x - radius, y - radius, radius * 2, radius * 2);
}

export function disc(brush: Brush, [x, y]: Point, radius: number, fill: Brush['fillStyle']): void {
  ellipse(brush, [x, y], radius, radius, fill);
}

export function ellipse(
  brush: Brush,
  [x, y]: Point,
  rx: number,
  ry: number,
  fill: Brush['fillStyle'],
  turn = 0,
): void {
  brush.fillStyle = fill;
  brush.beginPath();
  brush.ellipse(x, y, rx, ry, turn, 0, Math.PI * 2);
  brush.fill();
}

/** An SVG path, filled. */
export function shape(brush: Brush, path: string, fill: Brush['fillStyle']): void {
  brush.fillStyle = fill;
  brush.fill(new Path2D(path));
}

/** An SVG path as a line with round ends. */
export function line(brush: Brush, path: string, width: number, colour: Brush['strokeStyle']): void {
  brush.strokeStyle = colour;
  brush.lineWidth = width;
  brush.lineCap = 'round';
  brush.lineJoin = 'round';
  brush.stroke(new Path2D(path));
}

/** Paints `draw` blurred by this many pixels: shadows, haze. */
export function blurred(brush: Brush, pixels: number, draw: () => void): void {
  brush.save();
  brush.filter = `blur(${pixels}px)`;
  draw();
  brush.restore();
}
