/** The greeting's moving background: the sun comes up over a marsh. 1280 × 720, 30 fps, 4 s, no sound. */

import { ridge, sky } from './landscape-brushes.ts';
import { type Brush, disc, ellipse, glow, line, paint, verticalGradient } from './paint.ts';
import { noiseLine, seededRandom } from './seeded-random.ts';

export const SUNRISE = { width: 1280, height: 720, fps: 30, frames: 120 };
const { width: WIDTH, height: HEIGHT } = SUNRISE;
const HORIZON = 470;

/** Raw RGBA pixels of each frame, one after the other. */
export function* sunriseFrames(): Generator<Buffer> {
  for (let frame = 0; frame < SUNRISE.frames; frame++)
    yield paint(WIDTH, HEIGHT, (brush) => paintMoment(brush, frame / SUNRISE.frames)).data();
}

/** `time` runs from 0 to 1. */
function paintMoment(brush: Brush, time: number): void {
  const sunY = HORIZON - 10 - time * 130;
  sky(
    brush,
    [
      mix('#1f3a5c', '#3d77a4', time),
      mix('#4d6a8c', '#86b4cc', time),
      mix('#d98f78', '#f6c79a', time),
      mix('#f5b07e', '#ffdda8', time),
    ],
    HORIZON,
  );
  glow(brush, [820, sunY], 520, [
    [0, 'rgba(255,246,220,1)'],
    [0.14, 'rgba(255,220,150,0.8)'],
    [1, 'rgba(255,200,140,0)'],
  ]);
  disc(brush, [820, sunY], 52, '#fffaf0');
  drift(brush, time);
  for (const [index, colour] of ['#8a7f95', '#5f6480', '#3d4a63'].entries())
    ridge(brush, {
      seed: 60 + index,
      base: HORIZON - 42 + index * 22,
      rise: 64 - index * 14,
      stretch: 250 - index * 40,
      octaves: 4,
      colour,
      mist: 'rgba(255,214,170,0.25)',
      shift: time * (14 + index * 18),
    });
  water(brush, time);
  for (let bird = 0; bird < 5; bird++) flyingBird(brush, time, bird);
  reeds(brush, time);
}

function drift(brush: Brush, time: number): void {
  const random = seededRandom(29);
  brush.save();
  brush.filter = 'blur(12px)';
  for (let cloud = 0; cloud < 9; cloud++) {
    const x = random() * (WIDTH + 300) - 150 + time * 60;
    const y = 70 + random() * 210;
    for (let puff = 0; puff < 5; puff++)
      ellipse(
        brush,
        [x + (random() - 0.5) * 240, y + random() * 18],
        50 + random() * 110,
        5 + random() * 11,
        'rgba(255,226,204,0.30)',
      );
  }
  brush.restore();
}

function water(brush: Brush, time: number): void {
  brush.fillStyle = verticalGradient(brush, HORIZON, HEIGHT, [
    [0, mix('#d99e80', '#f2c79c', time)],
    [0.25, mix('#7f8da0', '#9db9c4', time)],
    [1, mix('#24435f', '#3a6b87', time)],
  ]);
  brush.fillRect(0, HORIZON, WIDTH, HEIGHT - HORIZON);
  const random = seededRandom(41);
  for (let y = HORIZON + 4; y < HEIGHT; y += 6) {
    const near = (y - HORIZON) / (HEIGHT - HORIZON);
    for (let spark = 0; spark < 9; spark++) {
      const offset = (random() + random() + random() - 1.5) * 90 * (1 + near * 3);
      const twinkle = 0.5 + 0.5 * Math.sin(time * 16 + random() * 20);
      const strength = Math.max(0, 0.85 - Math.abs(offset) / 380) * twinkle * random();
      ellipse(
        brush,
        [820 + offset + time * 8, y],
        5 + near * 34 * random(),
        1 + near * 2,
        `rgba(255,236,196,${strength.toFixed(3)})`,
      );
    }
  }
}

function flyingBird(brush: Brush, time: number, index: number): void {
  const x = 260 + index * 46 + time * 240;
  const y = 180 + ((index * 37) % 60) - time * 40;
  const lift = Math.sin(time * 34 + index * 1.9) * 7;
  line(
    brush,
    `M${x - 15} ${y - lift} Q${x - 6} ${y - 4} ${x} ${y} Q${x + 6} ${y - 4} ${x + 15} ${y - lift}`,
    3,
    '#2b3346',
  );
}

function reeds(brush: Brush, time: number): void {
  const random = seededRandom(53);
  const wind = noiseLine(88, 2);
  for (let reed = 0; reed < 130; reed++) {
    // Denser towards both sides: the middle stays free for the text.
    const side = random() < 0.5 ? -1 : 1;
    const x = WIDTH / 2 + side * (WIDTH / 2 + 20 - random() ** 1.7 * 420);
    const tall = 90 + random() * 190 * (Math.abs(x - WIDTH / 2) / (WIDTH / 2));
    const sway = wind(x / 130 + time * 2.4) * 26;
    line(
      brush,
      `M${x} ${HEIGHT + 10} Q${x + 4} ${HEIGHT - tall * 0.5} ${x + sway} ${HEIGHT - tall}`,
      2.5 + random() * 2,
      random() < 0.5 ? '#18283a' : '#22384a',
    );
    if (random() > 0.72) ellipse(brush, [x + sway, HEIGHT - tall], 5, 19, '#2b2420', sway / 120);
  }
}

function mix(from: string, to: string, t: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return `rgb(${[1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * t)).join(',')})`;
}
