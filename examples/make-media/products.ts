/** Six painted things of a home shop for the catalogue promo, 900 × 900 each, on a studio backdrop. */
import type { Canvas } from '@napi-rs/canvas';
import {
  type Brush,
  blurred,
  disc,
  ellipse,
  glow,
  horizontalGradient,
  line,
  paint,
  shape,
  verticalGradient,
} from './paint.ts';

const SIZE = 900;
const FLOOR = 690;

export const PRODUCTS: Record<string, () => Canvas> = {
  mug: () => studio(['#f3e6d8', '#e2c7ab'], mug),
  lamp: () => studio(['#e8e4f2', '#c5bbdf'], lamp),
  vase: () => studio(['#e3ece4', '#b9cfbd'], vase),
  armchair: () => studio(['#f6e2d9', '#e8b9a3'], armchair),
  clock: () => studio(['#dfe9ee', '#afc6d2'], clock),
  kettle: () => studio(['#f7ecd0', '#e6cd92'], kettle),
};

function studio([wall, floor]: [wall: string, floor: string], product: (brush: Brush) => void): Canvas {
  return paint(SIZE, SIZE, (brush) => {
    brush.fillStyle = verticalGradient(brush, 0, SIZE, [
      [0, wall],
      [0.7, wall],
      [0.78, floor],
      [1, floor],
    ]);
    brush.fillRect(0, 0, SIZE, SIZE);
    glow(brush, [330, 300], 560, [
      [0, 'rgba(255,255,255,0.75)'],
      [1, 'rgba(255,255,255,0)'],
    ]);
    product(brush);
  });
}

/** Where a thing stands: dark and narrow close to it, light and wide around. */
function standingShadow(brush: Brush, half: number, y = FLOOR): void {
  blurred(brush, 26, () => ellipse(brush, [474, y + 8], half * 1.25, 34, 'rgba(50,30,20,0.28)'));
  blurred(brush, 9, () => ellipse(brush, [452, y], half, 13, 'rgba(40,22,14,0.45)'));
}

/** A round body lit from the left. */
function rounded(brush: Brush, left: number, right: number, [light, middle, dark]: [string, string, string]) {
  return horizontalGradient(brush, left, right, [
    [0, middle],
    [0.24, light],
    [0.6, middle],
    [1, dark],
  ]);
}

function mug(brush: Brush): void {
  const glaze: [string, string, string] = ['#f0a287', '#d2694a', '#963f29'];
  standingShadow(brush, 175);
  line(brush, 'M604 414 C726 396 736 590 588 584', 40, glaze[2]);
  line(brush, 'M604 408 C716 392 726 578 590 574', 24, glaze[1]);
  shape(
    brush,
    'M268 330 C262 450 272 600 300 668 C320 700 580 700 600 668 C628 600 638 450 632 330 Z',
    rounded(brush, 268, 632, glaze),
  );
  brush.save();
  brush.beginPath();
  brush.rect(250, 560, 400, 160);
  brush.clip();
  shape(
    brush,
    'M268 330 C262 450 272 600 300 668 C320 700 580 700 600 668 C628 600 638 450 632 330 Z',
    rounded(brush, 268, 632, ['#fbeede', '#ecd6bd', '#b9987a']),
  );
  brush.restore();
  line(brush, 'M283 560 C380 574 520 574 617 560', 6, '#fff4e6');
  ellipse(brush, [450, 330], 182, 42, '#f3b39b');
  ellipse(brush, [450, 333], 166, 34, '#7c3320');
  ellipse(brush, [450, 341], 156, 26, '#4a2415');
  ellipse(brush, [420, 338], 70, 9, 'rgba(255,214,170,0.30)');
  blurred(brush, 12, () => {
    line(brush, 'M400 280 C360 230 440 200 402 140', 16, 'rgba(255,255,255,0.75)');
    line(brush, 'M486 270 C446 216 528 180 488 112', 16, 'rgba(255,255,255,0.70)');
  });
  blurred(brush, 5, () => line(brush, 'M318 392 C316 460 322 510 330 540', 15, 'rgba(255,255,255,0.5)'));
}

function lamp(brush: Brush): void {
  standingShadow(brush, 130);
  glow(brush, [450, 330], 400, [
    [0, 'rgba(255,222,150,0.65)'],
    [1, 'rgba(255,222,150,0)'],
  ]);
  shape(
    brush,
    'M436 400 L464 400 L466 650 L434 650 Z',
    rounded(brush, 430, 470, ['#e8c98a', '#b78f47', '#7a5a25']),
  );
  shape(
    brush,
    'M330 690 C330 656 400 646 450 646 C500 646 570 656 570 690 C540 704 360 704 330 690 Z',
    rounded(brush, 330, 570, ['#e8c98a', '#b78f47', '#6e5020']),
  );
  shape(
    brush,
    'M352 190 L548 190 L636 432 C560 462 340 462 264 432 Z',
    rounded(brush, 264, 636, ['#fffaf0', '#ffe9c0', '#e3b873']),
  );
  ellipse(brush, [450, 432], 186, 26, '#fff0cc');
  ellipse(brush, [450, 434], 168, 19, '#ffd98c');
  ellipse(brush, [450, 190], 98, 13, '#f6dcae');
  for (let fold = 1; fold < 9; fold++) {
    const t = fold / 9;
    line(
      brush,
      `M${352 + 196 * t} 196 L${264 + 372 * t} ${436 + Math.sin(t * Math.PI) * 18}`,
      2,
      'rgba(170,120,50,0.16)',
    );
  }
  line(brush, 'M520 456 L520 520', 3, '#8a6a33');
  disc(brush, [520, 528], 9, '#b78f47');
}

function vase(brush: Brush): void {
  standingShadow(brush, 120);
  branch(brush, 'M450 330 C436 250 400 190 372 110', [
    [390, 160, 0.6],
    [408, 205, -0.9],
    [372, 110, 0.1],
    [424, 262, 0.7],
  ]);
  branch(brush, 'M452 330 C470 240 500 190 560 130', [
    [474, 250, -0.2],
    [500, 205, 1.2],
    [530, 165, -0.1],
    [560, 130, 0.7],
  ]);
  branch(brush, 'M448 330 C440 240 452 170 462 80', [
    [446, 230, 0.9],
    [450, 180, -0.6],
    [455, 130, 0.7],
    [462, 80, 0],
  ]);
  shape(
    brush,
    'M404 318 C414 380 300 440 306 550 C312 640 370 692 450 692 C530 692 588 640 594 550 C600 440 486 380 496 318 Z',
    rounded(brush, 306, 594, ['#8fb3c4', '#3f6f88', '#1f4053']),
  );
  brush.save();
  brush.globalAlpha = 0.55;
  line(brush, 'M322 486 C380 512 520 512 578 486', 7, '#e8f1f4');
  line(brush, 'M311 530 C374 560 526 560 589 530', 3.5, '#e8f1f4');
  line(brush, 'M312 590 C374 622 526 622 588 590', 7, '#e8f1f4');
  brush.restore();
  ellipse(brush, [450, 318], 47, 11, '#6d98ac');
  ellipse(brush, [450, 320], 38, 7, '#142c3a');
  line(brush, 'M449 320 L450 330', 6, '#142c3a');
  blurred(brush, 6, () => line(brush, 'M352 470 C334 520 338 570 356 610', 16, 'rgba(255,255,255,0.5)'));
}

/** A twig with leaves at [x, y, turn in radians]. */
function branch(brush: Brush, path: string, leaves: [number, number, number][]): void {
  line(brush, path, 5, '#5d5238');
  for (const [x, y, turn] of leaves)
    for (const side of [-1, 1]) {
      brush.save();
      brush.translate(x, y);
      brush.rotate(turn * 0.5 + side * 0.9);
      shape(brush, 'M0 0 C-22 -18 -20 -58 0 -78 C20 -58 22 -18 0 0 Z', side < 0 ? '#6f9560' : '#547a4b');
      line(brush, 'M0 -4 L0 -66', 2, 'rgba(240,250,225,0.4)');
      brush.restore();
    }
}

function armchair(brush: Brush): void {
  standingShadow(brush, 235, 716);
  for (const [x, lean] of [
    [268, -18],
    [632, 18],
    [330, -6],
    [570, 6],
  ] as const)
    line(brush, `M${x} 620 L${x + lean} 712`, 17, '#8a5a34');
  shape(
    brush,
    'M240 470 C228 270 300 190 450 190 C600 190 672 270 660 470 L640 560 L260 560 Z',
    rounded(brush, 236, 664, ['#4f9a8d', '#2c7368', '#174640']),
  );
  for (let seam = -2; seam <= 2; seam++)
    line(
      brush,
      `M${450 + seam * 62} ${236 + Math.abs(seam) * 16} L${450 + seam * 54} 470`,
      4,
      'rgba(8,40,36,0.30)',
    );
  shape(
    brush,
    'M286 476 C340 456 560 456 614 476 C640 500 640 560 614 576 L286 576 C260 560 260 500 286 476 Z',
    verticalGradient(brush, 456, 576, [
      [0, '#5aa99b'],
      [1, '#2a6d62'],
    ]),
  );
  shape(brush, 'M270 566 L630 566 L622 634 C540 646 360 646 278 634 Z', '#1f5a51');
  for (const mirror of [1, -1]) {
    brush.save();
    brush.translate(450, 0);
    brush.scale(mirror, 1);
    shape(
      brush,
      'M-252 430 C-252 396 -182 396 -178 430 C-170 500 -172 580 -176 630 C-196 644 -234 640 -242 622 C-254 560 -256 490 -252 430 Z',
      verticalGradient(
        brush,
        400,
        640,
        mirror > 0
          ? [
              [0, '#64b3a5'],
              [1, '#256459'],
            ]
          : [
              [0, '#41897d'],
              [1, '#163f39'],
            ],
      ),
    );
    brush.restore();
  }
  shape(
    brush,
    'M384 372 C420 384 480 376 518 358 C512 400 514 440 532 478 C490 476 440 482 400 498 C402 450 398 410 384 372 Z',
    '#eac07a',
  );
  line(
    brush,
    'M402 392 C440 400 480 392 506 378 M412 478 C440 468 490 462 514 462',
    3,
    'rgba(150,100,30,0.35)',
  );
}

function clock(brush: Brush): void {
  standingShadow(brush, 150, 700);
  line(brush, 'M366 650 L336 698 M534 650 L564 698', 20, '#7a5233');
  disc(brush, [450, 430], 262, rounded(brush, 188, 712, ['#d9a872', '#a8713f', '#6b4323']));
  disc(brush, [450, 430], 232, '#5e3b20');
  disc(
    brush,
    [450, 434],
    228,
    verticalGradient(brush, 200, 660, [
      [0, '#ffffff'],
      [1, '#ece6dc'],
    ]),
  );
  for (let hour = 0; hour < 60; hour++) {
    const turn = (hour / 60) * Math.PI * 2;
    const [inner, width] = hour % 5 === 0 ? [182, 9] : [198, 3];
    const [dx, dy] = [Math.sin(turn), -Math.cos(turn)];
    line(
      brush,
      `M${450 + dx * inner} ${434 + dy * inner} L${450 + dx * 206} ${434 + dy * 206}`,
      width,
      '#2c2a2e',
    );
  }
  blurred(brush, 5, () => line(brush, 'M456 446 L364 366 M456 446 L560 302', 12, 'rgba(0,0,0,0.22)'));
  line(brush, 'M450 434 L358 354', 15, '#2c2a2e');
  line(brush, 'M450 434 L554 290', 10, '#2c2a2e');
  line(brush, 'M430 478 L510 310', 4, '#d8572a');
  disc(brush, [450, 434], 15, '#2c2a2e');
  disc(brush, [450, 434], 7, '#d8572a');
}

function kettle(brush: Brush): void {
  const steel: [string, string, string] = ['#5b6b8c', '#2c3a5c', '#141d35'];
  standingShadow(brush, 190);
  line(brush, 'M300 350 C260 180 640 180 600 350', 34, '#6b4323');
  line(brush, 'M304 340 C276 196 624 196 596 340', 10, '#a8713f');
  shape(
    brush,
    'M600 470 C680 460 700 380 748 350 L776 376 C742 440 720 540 606 580 Z',
    rounded(brush, 600, 780, ['#46557a', '#26335a', '#141d35']),
  );
  ellipse(brush, [763, 362], 21, 9, '#0e1428', 0.75);
  shape(
    brush,
    'M286 400 C300 350 380 330 450 330 C520 330 600 350 614 400 C650 520 640 640 610 672 C580 700 320 700 290 672 C260 640 250 520 286 400 Z',
    rounded(brush, 262, 640, steel),
  );
  ellipse(brush, [450, 348], 100, 22, '#46557a');
  ellipse(brush, [450, 340], 92, 20, rounded(brush, 358, 542, ['#7788ab', '#3a4a70', '#1c2746']));
  disc(brush, [450, 308], 21, rounded(brush, 429, 471, ['#d9a872', '#a8713f', '#6b4323']));
  line(brush, 'M276 640 C360 664 540 664 626 640', 6, '#d9a872');
  blurred(brush, 7, () => line(brush, 'M322 430 C296 500 300 560 316 606', 20, 'rgba(255,255,255,0.42)'));
}
