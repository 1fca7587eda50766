/** What painted landscapes are made of. Lengths are pixels of the picture. */
import { type Brush, disc, ellipse, verticalGradient } from './paint.ts';
import { noiseLine, seededRandom } from './seeded-random.ts';

/** Fills the picture's whole width from its top to `bottom`, its foot unless given. */
export function sky(
  brush: Brush,
  colours: [string, string, string, string],
  bottom = brush.canvas.height,
): void {
  brush.fillStyle = verticalGradient(brush, 0, bottom, [
    [0, colours[0]],
    [0.4, colours[1]],
    [0.78, colours[2]],
    [1, colours[3]],
  ]);
  brush.fillRect(0, 0, brush.canvas.width, bottom);
}

interface Ridge {
  seed: number;
  /** Height of the middle line, in pixels from the top. */
  base: number;
  rise: number;
  /** Pixels between two peaks. */
  stretch: number;
  octaves: number;
  colour: string;
  /** Colour of the haze at the foot. */
  mist: string | null;
  /** Pixels by which the hills have wandered to the left. */
  shift?: number;
}

/** Hills from one side of the picture to the other, down to its foot. */
export function ridge(brush: Brush, hill: Ridge): void {
  const { seed, base, rise, stretch, octaves, colour, mist, shift = 0 } = hill;
  const { width, height } = brush.canvas;
  const noise = noiseLine(seed, octaves);
  brush.beginPath();
  brush.moveTo(0, height);
  for (let x = 0; x <= width; x += 2) brush.lineTo(x, base - noise((x + shift) / stretch) * rise);
  brush.lineTo(width, height);
  brush.closePath();
  brush.fillStyle = mist
    ? verticalGradient(brush, base - rise, base + rise, [
        [0, colour],
        [0.45, colour],
        [1, mixOver(colour, mist)],
      ])
    : colour;
  brush.fill();
}

/** The solid colour that `veil`, an rgba() text, makes of a `#rrggbb` ground. */
function mixOver(ground: string, veil: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 0] = veil.match(/[\d.]+/g)?.map(Number) ?? [];
  const mixed = [red, green, blue].map((value, channel) => {
    const under = Number.parseInt(ground.slice(1 + channel * 2, 3 + channel * 2), 16);
    return Math.round(under + (value - under) * Math.min(1, alpha * 2.2));
  });
  return `rgb(${mixed.join(',')})`;
}

export function haze(brush: Brush, y: number, colour: string): void {
  brush.fillStyle = verticalGradient(brush, y - 120, y + 90, [
    [0, colour.replace(/[\d.]+\)$/, '0)')],
    [0.6, colour],
    [1, colour.replace(/[\d.]+\)$/, '0)')],
  ]);
  brush.fillRect(0, y - 120, brush.canvas.width, 210);
}

export function clouds(brush: Brush, seed: number, y: number, colour: string): void {
  const random = seededRandom(seed);
  brush.save();
  brush.filter = 'blur(14px)';
  for (let cloud = 0; cloud < 16; cloud++) {
    const [x, top] = [random() * brush.canvas.width, y + (random() - 0.5) * 300];
    for (let puff = 0; puff < 7; puff++)
      ellipse(
        brush,
        [x + (random() - 0.5) * 320, top + random() * 26],
        60 + random() * 150,
        6 + random() * 15,
        colour,
      );
  }
  brush.restore();
}

export function stars(brush: Brush, seed: number, count: number, bottom: number): void {
  const random = seededRandom(seed);
  for (let star = 0; star < count; star++)
    disc(
      brush,
      [random() * brush.canvas.width, random() ** 1.4 * bottom],
      0.6 + random() ** 4 * 2,
      `rgba(255,255,255,${(0.25 + random() * 0.7).toFixed(2)})`,
    );
}

export function glitter(
  brush: Brush,
  { x, top, spread, colour }: { x: number; top: number; spread: number; colour: [number, number, number] },
): void {
  const random = seededRandom(17);
  for (let y = top; y < brush.canvas.height; y += 5) {
    const near = (y - top) / (brush.canvas.height - top);
    for (let spark = 0; spark < 11; spark++) {
      const offset = (random() + random() + random() - 1.5) * spread * (1.2 + near * 3.4);
      const strength = Math.max(0, 0.75 - Math.abs(offset) / (spread * 4)) * random();
      ellipse(
        brush,
        [x + offset, y],
        6 + near * 46 * random(),
        1 + near * 2.4,
        `rgba(${colour.join(',')},${strength.toFixed(2)})`,
      );
    }
  }
}

export function firTree(brush: Brush, x: number, foot: number, height: number, colour: string): void {
  brush.fillStyle = colour;
  for (let tier = 0; tier < 5; tier++) {
    const top = foot - height * (1 - tier * 0.17);
    const half = height * (0.07 + tier * 0.048);
    brush.beginPath();
    brush.moveTo(x, top);
    brush.lineTo(x + half, top + height * 0.3);
    brush.lineTo(x - half, top + height * 0.3);
    brush.closePath();
    brush.fill();
  }
  brush.fillRect(x - height * 0.02, foot - height * 0.1, height * 0.04, height * 0.12);
}
