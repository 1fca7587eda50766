/** A cup by the window at dawn, 1280 × 720: the third scene of the greeting. */
import type { Canvas } from '@napi-rs/canvas';
import {
  type Brush,
  blurred,
  ellipse,
  glow,
  horizontalGradient,
  line,
  paint,
  shape,
  verticalGradient,
} from './paint.ts';
import { noiseLine } from './seeded-random.ts';

const WIDTH = 1280;
const HEIGHT = 720;
const TABLE = 520;

export const COFFEE_SCENE = (): Canvas =>
  paint(WIDTH, HEIGHT, (brush) => {
    wall(brush);
    view(brush);
    table(brush);
    cup(brush);
    croissant(brush);
    glow(brush, [980, 120], 760, [
      [0, 'rgba(255,214,150,0.42)'],
      [1, 'rgba(255,200,140,0)'],
    ]);
  });

function wall(brush: Brush): void {
  brush.fillStyle = horizontalGradient(brush, 0, WIDTH, [
    [0, '#3b2c2a'],
    [0.5, '#6b4a3c'],
    [1, '#a97b5a'],
  ]);
  brush.fillRect(0, 0, WIDTH, HEIGHT);
}

/** The window with the marsh behind it. */
function view(brush: Brush): void {
  const [left, top, right, bottom] = [690, -20, 1220, 452];
  brush.fillStyle = '#4a3327';
  brush.fillRect(left - 26, top, right - left + 52, bottom - top + 26);
  brush.save();
  brush.beginPath();
  brush.rect(left, top, right - left, bottom - top);
  brush.clip();
  brush.fillStyle = verticalGradient(brush, top, bottom, [
    [0, '#8fb4c9'],
    [0.55, '#ffd7a1'],
    [1, '#f2a877'],
  ]);
  brush.fillRect(left, top, right - left, bottom - top);
  glow(brush, [1010, 285], 240, [
    [0, 'rgba(255,250,225,1)'],
    [0.2, 'rgba(255,230,170,0.8)'],
    [1, 'rgba(255,220,160,0)'],
  ]);
  const hills = noiseLine(8, 4);
  for (const [index, colour] of ['#b98a7c', '#8a6a6c', '#56505c'].entries()) {
    brush.fillStyle = colour;
    brush.beginPath();
    brush.moveTo(left, bottom);
    for (let x = left; x <= right; x += 2)
      brush.lineTo(x, 330 + index * 38 - hills(x / (150 - index * 20) + index * 9) * 34);
    brush.lineTo(right, bottom);
    brush.fill();
  }
  brush.restore();
  brush.fillStyle = '#4a3327';
  brush.fillRect(948, top, 16, bottom - top);
  brush.fillRect(left, 210, right - left, 14);
  brush.fillStyle = '#7b563f';
  brush.fillRect(left - 48, bottom, right - left + 96, 30);
}

function table(brush: Brush): void {
  brush.fillStyle = verticalGradient(brush, TABLE, HEIGHT, [
    [0, '#a8714a'],
    [0.2, '#8f5b39'],
    [1, '#563220'],
  ]);
  brush.fillRect(0, TABLE, WIDTH, HEIGHT - TABLE);
  const grain = noiseLine(19, 3);
  for (let y = TABLE + 8; y < HEIGHT; y += 9) {
    brush.strokeStyle = `rgba(40,20,10,${(0.1 + Math.abs(grain(y)) * 0.16).toFixed(3)})`;
    brush.lineWidth = 1.6;
    brush.beginPath();
    for (let x = 0; x <= WIDTH; x += 16) brush.lineTo(x, y + grain(x / 190 + y * 3) * 5);
    brush.stroke();
  }
  blurred(brush, 30, () => shape(brush, 'M720 520 L1240 520 L980 720 L380 720 Z', 'rgba(255,214,150,0.34)'));
}

function cup(brush: Brush): void {
  const glaze = horizontalGradient(brush, 800, 1060, [
    [0, '#d9cbb8'],
    [0.45, '#fff8ec'],
    [0.8, '#fffaf0'],
    [1, '#e2d2bb'],
  ]);
  blurred(brush, 18, () => ellipse(brush, [880, 640], 210, 30, 'rgba(30,12,6,0.55)'));
  ellipse(brush, [930, 622], 205, 38, '#cbb699');
  ellipse(brush, [930, 616], 205, 38, '#f4e8d4');
  ellipse(brush, [930, 614], 130, 21, '#dccbb0');
  line(brush, 'M806 480 C700 470 716 590 838 568', 24, '#e0d1bb');
  shape(brush, 'M798 440 C798 540 838 612 890 618 L970 618 C1022 612 1062 540 1062 440 Z', glaze);
  ellipse(brush, [930, 440], 132, 31, '#fffaf1');
  ellipse(brush, [930, 443], 119, 25, '#5b3421');
  ellipse(brush, [930, 447], 112, 21, '#8a5734');
  shape(
    brush,
    'M930 464 C880 452 884 432 908 434 C920 434 930 442 930 446 C930 442 942 434 954 434 C976 432 980 452 930 464 Z',
    '#f3dcb8',
  );
  blurred(brush, 14, () => {
    line(brush, 'M892 410 C840 340 930 300 884 220', 18, 'rgba(255,255,255,0.50)');
    line(brush, 'M968 404 C920 330 1010 280 962 190', 18, 'rgba(255,255,255,0.42)');
  });
}

function croissant(brush: Brush): void {
  brush.save();
  brush.translate(322, 190);
  brush.scale(0.72, 0.72);
  blurred(brush, 12, () => ellipse(brush, [1170, 660], 110, 18, 'rgba(30,12,6,0.5)'));
  const crust = verticalGradient(brush, 580, 670, [
    [0, '#eebb6f'],
    [0.5, '#cf8a3e'],
    [1, '#8e5422'],
  ]);
  for (const [x, y, rx, ry, turn] of [
    [1090, 644, 40, 24, 0.5],
    [1252, 644, 40, 24, -0.5],
    [1120, 626, 46, 36, 0.35],
    [1222, 626, 46, 36, -0.35],
    [1171, 618, 50, 44, 0],
  ] as const) {
    ellipse(brush, [x, y], rx, ry, crust, turn);
    line(
      brush,
      `M${x - rx * 0.5} ${y - ry * 0.62} C${x - 8} ${y - ry * 0.95} ${x + 8} ${y - ry * 0.95} ${x + rx * 0.5} ${y - ry * 0.62}`,
      4,
      'rgba(255,232,180,0.6)',
    );
  }
  brush.restore();
}
