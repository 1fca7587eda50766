/** The certificate's frame, 2000 × 1414, with crest, rosette and seal, and two signatures on transparent ground. */
import type { Canvas } from '@napi-rs/canvas';
import {
  type Brush,
  blurred,
  disc,
  glow,
  horizontalGradient,
  line,
  type Point,
  paint,
  shape,
} from './paint.ts';

const WIDTH = 2000;
const HEIGHT = 1414;
const NAVY = '#16264a';
const GOLD = '#b08a3e';

export const CERTIFICATE_FRAME = (): Canvas => paint(WIDTH, HEIGHT, paintFrame);

/** Strokes of a pen in a box of 640 × 220. */
const SIGNATURES: Record<string, string[]> = {
  'signature-okafor': [
    'M40 158 C70 60 128 20 132 66 C136 112 96 168 78 160 C58 150 120 108 176 112 C150 126 142 156 158 156 C174 156 184 124 186 116 C180 142 182 158 194 154 C208 148 214 122 226 120 C236 120 224 152 236 152 C250 150 252 118 268 118 C280 120 262 150 280 150 C300 148 300 122 318 120 C332 120 316 150 334 148 C356 144 372 90 366 66 C360 46 344 120 350 144 C358 160 384 128 392 120',
    'M404 138 C412 112 436 110 438 128 C440 148 410 156 408 138 C410 118 452 116 470 108 C484 80 496 40 478 48 C462 60 450 150 448 188 C446 214 470 170 478 132 C492 112 512 118 506 134 C500 150 484 150 498 150 C522 148 534 116 556 118 C574 120 556 152 578 148 C596 142 604 126 616 116',
    'M60 186 C200 170 420 172 600 178',
  ],
  'signature-lind': [
    'M96 40 C88 90 92 140 70 168 C50 186 30 160 56 146 C92 128 130 150 156 128 C140 122 122 150 142 154 C160 152 166 128 158 124 C168 142 186 132 192 126 C188 140 184 152 190 150 C202 140 210 122 220 126 C226 134 216 152 230 150 C246 142 250 124 262 126 C248 130 246 152 260 150 C274 148 272 128 266 126',
    'M330 36 C318 84 312 130 316 152 C322 168 362 156 392 138 C396 122 386 150 398 150 C408 148 412 128 420 126 C424 134 414 152 428 150 C444 140 446 124 456 126 C462 134 450 152 466 150 C486 140 520 80 516 46 C508 36 492 120 498 146 C506 160 540 132 590 118',
    'M402 106 L406 104',
    'M90 190 C230 204 430 188 560 170',
  ],
};

export const SIGNATURE_PICTURES: Record<string, () => Canvas> = Object.fromEntries(
  Object.entries(SIGNATURES).map(([name, strokes]) => [
    name,
    () =>
      paint(640, 220, (brush) => {
        for (const [index, stroke] of strokes.entries())
          line(brush, stroke, index === strokes.length - 1 ? 4 : 6, '#1b2f6b');
      }),
  ]),
);

function paintFrame(brush: Brush): void {
  brush.fillStyle = '#fdfaf2';
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  glow(brush, [WIDTH / 2, 620], 1200, [
    [0, '#ffffff'],
    [1, 'rgba(246,238,220,0.9)'],
  ]);
  rosette(brush, [WIDTH / 2, 690], 430, 'rgba(176,138,62,0.085)');
  border(brush);
  crest(brush, [WIDTH / 2, 196]);
  seal(brush, [WIDTH / 2, 1178]);
}

/** Interlaced waves as on bank notes. */
function rosette(brush: Brush, [x, y]: Point, radius: number, colour: string): void {
  brush.strokeStyle = colour;
  brush.lineWidth = 1.6;
  for (let wave = 0; wave < 22; wave++) {
    brush.beginPath();
    for (let step = 0; step <= 720; step++) {
      const turn = (step / 720) * Math.PI * 2;
      const reach =
        radius * (0.66 + 0.34 * Math.sin(turn * 12 + (wave / 22) * Math.PI * 2) * (0.4 + wave / 36));
      brush.lineTo(x + Math.cos(turn) * reach * 1.5, y + Math.sin(turn) * reach);
    }
    brush.stroke();
  }
}

function border(brush: Brush): void {
  brush.strokeStyle = NAVY;
  brush.lineWidth = 54;
  brush.strokeRect(63, 63, WIDTH - 126, HEIGHT - 126);
  guilloche(brush);
  brush.strokeStyle = GOLD;
  brush.lineWidth = 5;
  brush.strokeRect(33, 33, WIDTH - 66, HEIGHT - 66);
  brush.strokeRect(93, 93, WIDTH - 186, HEIGHT - 186);
  brush.lineWidth = 1.5;
  brush.strokeRect(108, 108, WIDTH - 216, HEIGHT - 216);
  for (const [x, y, turn] of [
    [63, 63, 0],
    [WIDTH - 63, 63, 1],
    [WIDTH - 63, HEIGHT - 63, 2],
    [63, HEIGHT - 63, 3],
  ] as const)
    corner(brush, [x, y], turn);
}

function guilloche(brush: Brush): void {
  brush.strokeStyle = 'rgba(233,205,140,0.75)';
  brush.lineWidth = 1.6;
  const sides = [
    { from: [63, 63], along: [1, 0], length: WIDTH - 126 },
    { from: [63, HEIGHT - 63], along: [1, 0], length: WIDTH - 126 },
    { from: [63, 63], along: [0, 1], length: HEIGHT - 126 },
    { from: [WIDTH - 63, 63], along: [0, 1], length: HEIGHT - 126 },
  ] as const;
  for (const { from, along, length } of sides)
    for (let wave = 0; wave < 4; wave++) {
      brush.beginPath();
      // Whole periods along each side, so that the corners meet alike.
      const periods = Math.round(length / 46);
      for (let at = 0; at <= length; at += 2) {
        const across = 17 * Math.sin((at / length) * periods * Math.PI * 2 + (wave * Math.PI) / 4);
        brush.lineTo(
          from[0] + along[0] * at + along[1] * across,
          from[1] + along[1] * at + along[0] * across,
        );
      }
      brush.stroke();
    }
}

function corner(brush: Brush, [x, y]: Point, quarters: number): void {
  brush.save();
  brush.translate(x, y);
  brush.rotate((quarters * Math.PI) / 2);
  brush.fillStyle = NAVY;
  brush.fillRect(-34, -34, 104, 104);
  brush.strokeStyle = GOLD;
  brush.lineWidth = 5;
  brush.strokeRect(-30, -30, 96, 96);
  for (let petal = 0; petal < 8; petal++) {
    brush.save();
    brush.translate(18, 18);
    brush.rotate((petal * Math.PI) / 4);
    shape(brush, 'M0 0 C-13 -12 -9 -32 0 -38 C9 -32 13 -12 0 0 Z', petal % 2 ? '#8d6d2d' : '#d9b86a');
    brush.restore();
  }
  disc(brush, [18, 18], 9, NAVY);
  disc(brush, [18, 18], 5, '#e9cd8c');
  brush.restore();
}

/** A shield with an open book under a rising lark's wing. */
function crest(brush: Brush, [x, y]: Point): void {
  brush.save();
  brush.translate(x, y);
  const shield = 'M-66 -72 C-30 -62 30 -62 66 -72 L66 6 C66 46 30 70 0 84 C-30 70 -66 46 -66 6 Z';
  shape(brush, shield, NAVY);
  line(brush, shield, 5, GOLD);
  shape(
    brush,
    'M0 20 C-16 8 -36 8 -50 14 L-50 46 C-36 40 -16 42 0 54 C16 42 36 40 50 46 L50 14 C36 8 16 8 0 20 Z',
    '#fdfaf2',
  );
  line(brush, 'M0 22 L0 52', 3, GOLD);
  for (const side of [-1, 1])
    line(
      brush,
      `M${side * 40} 24 C${side * 30} 20 ${side * 18} 22 ${side * 9} 28 M${side * 40} 34 C${side * 30} 30 ${side * 18} 32 ${side * 9} 38`,
      2,
      '#9aa4bb',
    );
  shape(
    brush,
    'M-40 -14 C-20 -18 -10 -30 2 -50 C6 -36 16 -34 32 -38 C24 -30 22 -20 12 -10 C0 0 -18 -4 -40 -14 Z',
    '#e9cd8c',
  );
  disc(brush, [20, -31], 2.4, NAVY);
  line(brush, 'M31 -38 L41 -36', 4, '#e9cd8c');
  brush.restore();
  for (const side of [-1, 1]) {
    line(brush, `M${x + side * 100} ${y} L${x + side * 420} ${y}`, 2, GOLD);
    for (const at of [100, 420]) disc(brush, [x + side * at, y], 5, GOLD);
  }
}

function seal(brush: Brush, [x, y]: Point): void {
  for (const side of [-1, 1])
    shape(
      brush,
      `M${x + side * 12} ${y + 40} L${x + side * 66} ${y + 34} L${x + side * 82} ${y + 146} L${x + side * 50} ${y + 122} L${x + side * 26} ${y + 152} Z`,
      side < 0 ? '#1d3262' : NAVY,
    );
  blurred(brush, 8, () => disc(brush, [x + 3, y + 6], 88, 'rgba(60,40,10,0.30)'));
  const gold = horizontalGradient(brush, x - 92, x + 92, [
    [0, '#c49b4a'],
    [0.3, '#f3dfa6'],
    [0.6, '#c9a253'],
    [1, '#8d6a28'],
  ]);
  brush.fillStyle = gold;
  brush.beginPath();
  for (let tooth = 0; tooth < 72; tooth++) {
    const turn = (tooth / 72) * Math.PI * 2;
    const reach = tooth % 2 ? 92 : 84;
    brush.lineTo(x + Math.cos(turn) * reach, y + Math.sin(turn) * reach);
  }
  brush.fill();
  ring(brush, [x, y], 72, 3, 'rgba(110,80,24,0.65)');
  ring(brush, [x, y], 64, 1.5, 'rgba(110,80,24,0.55)');
  star(brush, [x, y], 44, '#8d6a28');
  star(brush, [x - 1.5, y - 2], 42, '#f7e8bd');
}

function ring(brush: Brush, [x, y]: Point, radius: number, width: number, colour: string): void {
  brush.strokeStyle = colour;
  brush.lineWidth = width;
  brush.beginPath();
  brush.arc(x, y, radius, 0, Math.PI * 2);
  brush.stroke();
}

function star(brush: Brush, [x, y]: Point, radius: number, colour: string): void {
  brush.fillStyle = colour;
  brush.beginPath();
  for (let point = 0; point < 10; point++) {
    const turn = (point / 10) * Math.PI * 2 - Math.PI / 2;
    const reach = point % 2 ? radius * 0.42 : radius;
    brush.lineTo(x + Math.cos(turn) * reach, y + Math.sin(turn) * reach);
  }
  brush.fill();
}
