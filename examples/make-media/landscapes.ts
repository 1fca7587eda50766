/** Six painted places, 1600 × 1000: covers of the social card, pictures of slideshow, story and news. */
import type { Canvas } from '@napi-rs/canvas';
import { clouds, firTree, glitter, haze, ridge, sky, stars } from './landscape-brushes.ts';
import { type Brush, disc, glow, paint, shape, verticalGradient } from './paint.ts';
import { noiseLine, seededRandom } from './seeded-random.ts';

const WIDTH = 1600;
const HEIGHT = 1000;

const PLACES = {
  alps: paintAlps,
  sea: paintSea,
  forest: paintForest,
  city: paintCity,
  dunes: paintDunes,
  aurora: paintAurora,
};

export const LANDSCAPES: Record<string, () => Canvas> = Object.fromEntries(
  Object.entries(PLACES).map(([name, draw]) => [name, () => paint(WIDTH, HEIGHT, draw)]),
);

/** A part of a place, at full height and so large that it fills the size. @param middle the column of the wide picture that comes to lie in the middle. */
export function landscapePart(
  place: keyof typeof PLACES,
  middle: number,
  size: { width: number; height: number },
): Canvas {
  const scale = size.height / HEIGHT;
  const wide = paint(Math.round(WIDTH * scale), size.height, (brush) => {
    brush.scale(scale, scale);
    PLACES[place](brush);
  });
  return paint(size.width, size.height, (brush) =>
    brush.drawImage(wide, Math.round(size.width / 2 - middle * scale), 0),
  );
}

function paintAlps(brush: Brush): void {
  sky(brush, ['#24365f', '#7a5c8f', '#ee9a7b', '#ffd9a0']);
  glow(brush, [1110, 520], 620, [
    [0, 'rgba(255,240,205,0.95)'],
    [0.12, 'rgba(255,214,150,0.75)'],
    [1, 'rgba(255,190,140,0)'],
  ]);
  disc(brush, [1110, 520], 58, '#fff6e0');
  clouds(brush, 11, 250, 'rgba(255,205,180,0.20)');
  const ranges = ['#b98aa0', '#8f7096', '#665887', '#40406e', '#242a50', '#141a36'];
  for (const [index, colour] of ranges.entries())
    ridge(brush, {
      seed: 40 + index,
      base: 560 + index * 78,
      rise: 150 - index * 8,
      stretch: 330 - index * 20,
      octaves: 6,
      colour,
      mist: index < 5 ? 'rgba(255,196,160,0.22)' : null,
    });
}

function paintSea(brush: Brush): void {
  const horizon = 560;
  sky(brush, ['#173a63', '#3e6f95', '#f0a070', '#ffd08a'], horizon);
  glow(brush, [560, 500], 560, [
    [0, 'rgba(255,244,214,1)'],
    [0.15, 'rgba(255,206,130,0.7)'],
    [1, 'rgba(255,180,110,0)'],
  ]);
  disc(brush, [560, 500], 66, '#fff8e4');
  clouds(brush, 23, 220, 'rgba(255,190,150,0.25)');
  brush.fillStyle = verticalGradient(brush, horizon, HEIGHT, [
    [0, '#e59a70'],
    [0.12, '#8a7f93'],
    [0.5, '#2f5878'],
    [1, '#0f2c49'],
  ]);
  brush.fillRect(0, horizon, WIDTH, HEIGHT - horizon);
  glitter(brush, { x: 560, top: horizon + 4, spread: 90, colour: [255, 226, 170] });
  headland(brush, horizon);
  sailingBoat(brush, 1090, horizon + 84, 1);
  sailingBoat(brush, 1330, horizon + 34, 0.5);
}

function paintForest(brush: Brush): void {
  sky(brush, ['#dfe9df', '#c3d6cb', '#a9c4b8', '#8fb1a5']);
  glow(brush, [420, 240], 700, [
    [0, 'rgba(255,252,226,0.95)'],
    [1, 'rgba(255,250,220,0)'],
  ]);
  const random = seededRandom(5);
  const depths = ['#a3bfb3', '#7ba396', '#527f74', '#2f5c53', '#173c37', '#0a2422'];
  for (const [index, colour] of depths.entries()) {
    const hill = noiseLine(70 + index, 3);
    const base = 470 + index * 92;
    ridge(brush, { seed: 70 + index, base, rise: 70, stretch: 420, octaves: 3, colour, mist: null });
    const size = 60 + index * 42;
    for (let x = -40; x < WIDTH + 40; x += size * (0.22 + random() * 0.25))
      firTree(brush, x, base - hill(x / 420) * 70 + 12, size * (0.65 + random() * 0.7), colour);
    haze(brush, base + 30, index < 5 ? 'rgba(226,238,228,0.34)' : 'rgba(226,238,228,0)');
  }
}

function paintCity(brush: Brush): void {
  const quay = 760;
  sky(brush, ['#0a1230', '#1c2557', '#4b3a7a', '#c26a86'], quay);
  stars(brush, 31, 160, 380);
  glow(brush, [1240, 210], 260, [
    [0, 'rgba(255,250,230,0.8)'],
    [0.2, 'rgba(220,220,255,0.25)'],
    [1, 'rgba(200,200,255,0)'],
  ]);
  disc(brush, [1240, 210], 44, '#fffbe8');
  towers(brush, { seed: 9, ground: quay, tallest: 380, colour: '#33306a', window: 'rgba(255,214,150,0.35)' });
  towers(brush, {
    seed: 14,
    ground: quay,
    tallest: 300,
    colour: '#1b1c48',
    window: 'rgba(255,206,120,0.75)',
  });
  towers(brush, {
    seed: 21,
    ground: quay,
    tallest: 170,
    colour: '#0c0f2c',
    window: 'rgba(255,222,160,0.95)',
  });
  reflect(brush, quay);
}

function paintDunes(brush: Brush): void {
  sky(brush, ['#3f7fae', '#86b7cd', '#f0d9ae', '#f7c98b'], 620);
  disc(brush, [1230, 250], 62, '#fff5d6');
  glow(brush, [1230, 250], 420, [
    [0, 'rgba(255,240,200,0.7)'],
    [1, 'rgba(255,230,180,0)'],
  ]);
  const dunes: [base: number, rise: number, light: string, shade: string][] = [
    [560, 60, '#e2b07c', '#b9825b'],
    [640, 90, '#dc9f66', '#a56c45'],
    [760, 120, '#d08a50', '#8a5335'],
    [900, 130, '#bd7440', '#6b3d29'],
  ];
  for (const [index, [base, rise, light, shade]] of dunes.entries())
    dune(brush, { seed: 90 + index, base, rise, light, shade });
  caravan(brush, 330, 668);
}

function paintAurora(brush: Brush): void {
  sky(brush, ['#050b1f', '#0a1a38', '#123a52', '#2a6a6e'], 900);
  stars(brush, 3, 420, 640);
  brush.globalCompositeOperation = 'screen';
  curtain(brush, 51, 430, 380, [70, 255, 170]);
  curtain(brush, 57, 330, 300, [90, 200, 255]);
  curtain(brush, 63, 500, 240, [190, 110, 255]);
  brush.globalCompositeOperation = 'source-over';
  const snow = ['#3d6a80', '#254a63', '#12283f', '#081627'];
  for (const [index, colour] of snow.entries())
    ridge(brush, {
      seed: 120 + index,
      base: 730 + index * 70,
      rise: 110 - index * 15,
      stretch: 260,
      octaves: 5,
      colour,
      mist: index < 2 ? 'rgba(120,230,200,0.12)' : null,
    });
  const random = seededRandom(77);
  for (let x = -20; x < WIDTH + 20; x += 26 + random() * 60)
    firTree(brush, x, 985 + random() * 20, 80 + random() * 110, '#040c17');
}

function headland(brush: Brush, horizon: number): void {
  const cliff = noiseLine(33, 5);
  brush.fillStyle = '#22394f';
  brush.beginPath();
  brush.moveTo(WIDTH, horizon + 6);
  for (let x = WIDTH; x >= 1180; x -= 4)
    brush.lineTo(x, horizon + 6 - ((x - 1180) / 420) ** 0.7 * (120 + cliff(x / 70) * 34));
  brush.closePath();
  brush.fill();
}

function sailingBoat(brush: Brush, x: number, y: number, size: number): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(size, size);
  shape(brush, 'M-4 -120 L-4 -14 L-66 -14 Z', '#fdf1dc');
  shape(brush, 'M4 -104 L4 -14 L48 -14 Z', '#f3d3ae');
  shape(brush, 'M-72 -8 L62 -8 L40 14 L-50 14 Z', '#14263a');
  brush.restore();
}

function towers(
  brush: Brush,
  look: { seed: number; ground: number; tallest: number; colour: string; window: string },
): void {
  const random = seededRandom(look.seed);
  const middle = WIDTH * (0.35 + random() * 0.3);
  for (let x = -30; x < WIDTH; ) {
    const width = 48 + random() * 74;
    const near = Math.exp(-(((x + width / 2 - middle) / 520) ** 2));
    const height = look.tallest * (0.35 + 0.65 * near) * (0.55 + random() * 0.45);
    const top = look.ground - height;
    brush.fillStyle = look.colour;
    brush.fillRect(x, top, width, height);
    if (random() > 0.7) brush.fillRect(x + width / 2 - 2, top - 46, 4, 46);
    brush.fillStyle = look.window;
    for (let y = top + 14; y < look.ground - 16; y += 17)
      for (let at = x + 8; at < x + width - 12; at += 14) if (random() > 0.62) brush.fillRect(at, y, 7, 9);
    x += width + random() * 16;
  }
}

/** The picture above `quay` upside down and darkened, as still water shows it. */
function reflect(brush: Brush, quay: number): void {
  const depth = HEIGHT - quay;
  brush.save();
  brush.filter = 'blur(3px)';
  for (let y = 0; y < depth; y += 2) {
    const sway = Math.sin(y * 0.42) * (1 + y / 18);
    brush.drawImage(brush.canvas, 0, quay - y * 1.6 - 2, WIDTH, 2, sway, quay + y, WIDTH, 2.4);
  }
  brush.restore();
  brush.fillStyle = verticalGradient(brush, quay, HEIGHT, [
    [0, 'rgba(10,14,44,0.35)'],
    [1, 'rgba(6,9,30,0.88)'],
  ]);
  brush.fillRect(0, quay, WIDTH, depth);
  brush.fillStyle = '#070920';
  brush.fillRect(0, quay - 5, WIDTH, 8);
}

function dune(
  brush: Brush,
  {
    seed,
    base,
    rise,
    light,
    shade,
  }: { seed: number; base: number; rise: number; light: string; shade: string },
): void {
  const crest = noiseLine(seed, 2);
  const top = (x: number) => base - crest(x / 430) * rise;
  brush.beginPath();
  brush.moveTo(0, HEIGHT);
  for (let x = 0; x <= WIDTH; x += 4) brush.lineTo(x, top(x));
  brush.lineTo(WIDTH, HEIGHT);
  brush.fillStyle = verticalGradient(brush, base - rise, base + rise * 2.2, [
    [0, light],
    [1, shade],
  ]);
  brush.fill();
  // The lee side: where the crest falls to the right it lies in shade, with a soft foot.
  for (let x = 0; x < WIDTH; x += 2) {
    const slope = top(x + 6) - top(x - 6);
    if (slope <= 0) continue;
    const fall = Math.min(1, slope / 5) * rise * 1.1;
    brush.fillStyle = verticalGradient(brush, top(x), top(x) + fall, [
      [0, shade],
      [1, `${shade}00`],
    ]);
    brush.fillRect(x, top(x), 2, fall);
  }
}

function caravan(brush: Brush, x: number, y: number): void {
  for (let animal = 0; animal < 5; animal++) {
    brush.save();
    brush.translate(x + animal * 46, y + Math.sin(animal) * 3);
    shape(
      brush,
      'M0 0 L2 -14 C3 -20 8 -20 10 -16 C12 -22 18 -22 20 -15 C24 -14 27 -20 29 -25 L35 -25 L34 -22 L31 -21 C30 -14 27 -10 23 -9 L24 0 L21.5 0 L20 -8 L6 -8 L4 0 Z',
      '#4a2a1c',
    );
    brush.restore();
  }
}

function curtain(
  brush: Brush,
  seed: number,
  y: number,
  height: number,
  [red, green, blue]: [number, number, number],
): void {
  const fold = noiseLine(seed, 4);
  const ray = noiseLine(seed + 1, 3);
  for (let x = 0; x < WIDTH; x += 2) {
    const foot = y + fold(x / 260) * 150;
    const strength = Math.max(0, 0.3 + ray(x / 26) * 0.32) * (0.4 + 0.6 * Math.sin((x / WIDTH) * Math.PI));
    const reach = height * (0.75 + ray(x / 60) * 0.3);
    brush.fillStyle = verticalGradient(brush, foot - reach, foot + 40, [
      [0, `rgba(${red},${green},${blue},0)`],
      [0.82, `rgba(${red},${green},${blue},${strength.toFixed(3)})`],
      [1, `rgba(${red},${green},${blue},0)`],
    ]);
    brush.fillRect(x, foot - reach, 2.5, reach + 40);
  }
}
