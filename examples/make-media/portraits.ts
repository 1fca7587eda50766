/** Painted people for avatars, 480 × 480: nobody's photo. */
import type { Canvas } from '@napi-rs/canvas';
import { type Brush, blurred, disc, ellipse, glow, line, paint, shape, verticalGradient } from './paint.ts';

const SIZE = 480;

interface Person {
  ground: [top: string, bottom: string];
  skin: { light: string; shade: string; blush: string };
  hair: { style: keyof typeof HAIR; colour: string; gloss: string };
  clothes: { colour: string; shade: string; neck: keyof typeof NECKLINE };
  glasses?: string;
  beard?: boolean;
  earrings?: string;
}

const SKIN = {
  fair: { light: '#f7d3bd', shade: '#e2ab90', blush: 'rgba(232,120,110,0.28)' },
  warm: { light: '#e9b78f', shade: '#cc9068', blush: 'rgba(205,90,70,0.26)' },
  olive: { light: '#d6a277', shade: '#b37d54', blush: 'rgba(185,80,60,0.24)' },
  brown: { light: '#a9714b', shade: '#865334', blush: 'rgba(150,50,40,0.25)' },
  deep: { light: '#7b4b32', shade: '#5c3522', blush: 'rgba(120,35,30,0.28)' },
};

const PEOPLE: Record<string, Person> = {
  ada: {
    ground: ['#ffd9c2', '#f6a58b'],
    skin: SKIN.deep,
    hair: { style: 'curls', colour: '#241714', gloss: '#3f2a25' },
    clothes: { colour: '#f4efe6', shade: '#d9cfbf', neck: 'round' },
    earrings: '#f3c25b',
  },
  bruno: {
    ground: ['#cfe5f2', '#86b6d3'],
    skin: SKIN.fair,
    hair: { style: 'short', colour: '#6b4227', gloss: '#8a5a39' },
    clothes: { colour: '#2b4a6f', shade: '#1e3653', neck: 'shirt' },
    beard: true,
  },
  chen: {
    ground: ['#e5dcf5', '#b29bdc'],
    skin: SKIN.warm,
    hair: { style: 'bob', colour: '#1c1a22', gloss: '#3b3947' },
    clothes: { colour: '#3a3358', shade: '#2a2443', neck: 'roll' },
  },
  dalia: {
    ground: ['#d3ece0', '#82c0a4'],
    skin: SKIN.olive,
    hair: { style: 'scarf', colour: '#2f6f63', gloss: '#45897b' },
    clothes: { colour: '#f0e4d0', shade: '#d5c4a6', neck: 'round' },
  },
  emil: {
    ground: ['#f8e6b8', '#e9bd5e'],
    skin: SKIN.fair,
    hair: { style: 'grey', colour: '#c9c7c4', gloss: '#e6e4e1' },
    clothes: { colour: '#7a3b36', shade: '#5c2a27', neck: 'roll' },
    glasses: '#3a3330',
  },
  farah: {
    ground: ['#fbd7dd', '#e88fa2'],
    skin: SKIN.brown,
    hair: { style: 'long', colour: '#2b1a16', gloss: '#4a2f27' },
    clothes: { colour: '#8a2c4f', shade: '#691f3b', neck: 'round' },
    glasses: '#57202f',
  },
  goro: {
    ground: ['#d9e2ea', '#98abbd'],
    skin: SKIN.warm,
    hair: { style: 'short', colour: '#1a1b20', gloss: '#34363f' },
    clothes: { colour: '#e9ecef', shade: '#c4cbd2', neck: 'shirt' },
    glasses: '#23262d',
  },
  hana: {
    ground: ['#ffe2b8', '#f2a65a'],
    skin: SKIN.fair,
    hair: { style: 'bun', colour: '#b5572c', gloss: '#d17a48' },
    clothes: { colour: '#1f5f66', shade: '#16464c', neck: 'round' },
    earrings: '#fff3d6',
  },
};

export const PORTRAITS: Record<string, () => Canvas> = Object.fromEntries(
  Object.entries(PEOPLE).map(([name, person]) => [name, () => paintPortrait(person)]),
);

function paintPortrait(person: Person): Canvas {
  return paint(SIZE, SIZE, (brush) => {
    brush.fillStyle = verticalGradient(brush, 0, SIZE, [
      [0, person.ground[0]],
      [1, person.ground[1]],
    ]);
    brush.fillRect(0, 0, SIZE, SIZE);
    glow(brush, [150, 120], 300, [
      [0, 'rgba(255,255,255,0.45)'],
      [1, 'rgba(255,255,255,0)'],
    ]);
    HAIR[person.hair.style].behind(brush, person.hair);
    body(brush, person);
    head(brush, person);
    face(brush, person);
    HAIR[person.hair.style].front(brush, person.hair);
    if (person.glasses) glasses(brush, person.glasses);
  });
}

function body(brush: Brush, { skin, clothes }: Person): void {
  shape(brush, 'M200 268 L280 268 L284 372 L196 372 Z', skin.shade);
  brush.fillStyle = verticalGradient(brush, 350, SIZE, [
    [0, clothes.colour],
    [1, clothes.shade],
  ]);
  shape(
    brush,
    'M50 480 C56 410 96 380 168 362 C190 356 200 350 204 338 C220 366 260 366 276 338 C280 350 290 356 312 362 C384 380 424 410 430 480 Z',
    brush.fillStyle,
  );
  NECKLINE[clothes.neck](brush, { skin, clothes });
}

interface Wear {
  skin: Person['skin'];
  clothes: Person['clothes'];
}

const NECKLINE = {
  round: (brush, { skin, clothes }) => {
    shape(brush, 'M196 336 L284 336 L284 344 C276 392 204 392 196 344 Z', skin.shade);
    line(brush, 'M190 354 C204 402 276 402 290 354', 7, clothes.shade);
  },
  shirt: (brush, { skin, clothes }) => {
    shape(brush, 'M202 336 L240 404 L278 336 Z', skin.shade);
    shape(brush, 'M200 334 L176 362 L214 418 L240 396 Z', clothes.colour);
    shape(brush, 'M280 334 L304 362 L266 418 L240 396 Z', clothes.colour);
    line(brush, 'M200 336 L178 362 L214 416 L240 396 L266 416 L302 362 L280 336', 3, clothes.shade);
    line(brush, 'M240 398 L240 480', 3, clothes.shade);
  },
  roll: (brush, { clothes }) => {
    shape(brush, 'M190 322 C210 340 270 340 290 322 L296 366 C270 388 210 388 184 366 Z', clothes.colour);
    line(brush, 'M186 364 C212 386 268 386 294 364', 4, clothes.shade);
  },
} satisfies Record<string, (brush: Brush, wear: Wear) => void>;

function head(brush: Brush, { skin, earrings }: Person): void {
  ellipse(brush, [156, 226], 17, 25, skin.shade);
  ellipse(brush, [324, 226], 17, 25, skin.shade);
  if (earrings) for (const x of [154, 326]) disc(brush, [x, 258], 8, earrings);
  blurred(brush, 7, () => ellipse(brush, [240, 322], 34, 13, 'rgba(60,20,10,0.36)'));
  shape(
    brush,
    'M156 190 C156 118 194 92 240 92 C286 92 324 118 324 190 C324 262 296 326 240 326 C184 326 156 262 156 190 Z',
    skin.light,
  );
}

function face(brush: Brush, { skin, hair, beard }: Person): void {
  blurred(brush, 9, () => {
    ellipse(brush, [186, 258], 22, 15, skin.blush);
    ellipse(brush, [294, 258], 22, 15, skin.blush);
  });
  const brow = hair.style === 'scarf' ? '#3a2a22' : hair.colour;
  line(brush, 'M182 192 C194 182 208 182 218 188', 7, brow);
  line(brush, 'M262 188 C272 182 286 182 298 192', 7, brow);
  for (const x of [202, 278]) {
    ellipse(brush, [x, 216], 10, 12, '#2a1d1a');
    disc(brush, [x + 3.5, 211.5], 3.4, '#ffffff');
  }
  if (beard) {
    shape(
      brush,
      'M157 214 C160 268 186 328 240 328 C294 328 320 268 323 214 C312 252 296 262 240 256 C184 262 168 252 157 214 Z',
      hair.colour,
    );
    shape(brush, 'M204 270 C222 258 258 258 276 270 C262 266 218 266 204 270 Z', hair.gloss);
  }
  line(brush, 'M240 222 C236 238 232 246 232 250 C236 256 246 256 250 252', 4.5, skin.shade);
  shape(brush, 'M208 274 C222 280 258 280 272 274 C266 300 214 300 208 274 Z', beard ? '#7a3a34' : '#a8473f');
  shape(brush, 'M213 277 C226 281 254 281 267 277 C264 285 216 285 213 277 Z', '#ffffff');
}

function glasses(brush: Brush, colour: string): void {
  for (const x of [200, 280]) {
    disc(brush, [x, 216], 31, 'rgba(255,255,255,0.16)');
    brush.strokeStyle = colour;
    brush.lineWidth = 6;
    brush.beginPath();
    brush.arc(x, 216, 31, 0, Math.PI * 2);
    brush.stroke();
  }
  line(brush, 'M231 212 C237 207 243 207 249 212', 6, colour);
  line(brush, 'M169 211 L157 207', 6, colour);
  line(brush, 'M311 211 L323 207', 6, colour);
}

interface Hair {
  colour: string;
  gloss: string;
}
type HairPainter = (brush: Brush, hair: Hair) => void;

const FRINGE =
  'M150 214 C138 120 180 70 244 70 C310 70 344 122 330 214 C326 186 318 166 304 150 C268 158 214 150 190 138 C178 158 158 176 150 214 Z';

const HAIR = {
  short: {
    behind: () => undefined,
    front: (brush, { colour, gloss }) => {
      shape(
        brush,
        'M150 206 C140 150 150 100 196 84 C220 64 300 62 322 102 C342 126 336 172 330 206 C324 190 322 172 314 158 C290 150 250 146 216 128 C204 148 184 156 168 160 C160 174 156 188 150 206 Z',
        colour,
      );
      line(brush, 'M206 100 C236 84 282 88 304 112', 7, gloss);
    },
  },
  grey: {
    behind: () => undefined,
    front: (brush, { colour, gloss }) => {
      shape(
        brush,
        'M148 218 C134 160 150 116 186 104 C174 126 166 150 164 180 C160 192 154 204 148 218 Z',
        colour,
      );
      shape(
        brush,
        'M332 218 C346 160 330 116 294 104 C306 126 314 150 316 180 C320 192 326 204 332 218 Z',
        colour,
      );
      shape(brush, 'M184 106 C206 78 276 78 296 106 C262 96 218 96 184 106 Z', gloss);
    },
  },
  bob: {
    behind: (brush, { colour }) =>
      shape(
        brush,
        'M128 318 C112 190 140 70 240 70 C340 70 368 190 352 318 C330 334 150 334 128 318 Z',
        colour,
      ),
    front: (brush, { colour, gloss }) => {
      shape(
        brush,
        'M142 306 C120 170 150 66 240 66 C330 66 360 170 338 306 C332 262 328 220 320 174 C270 178 210 178 160 174 C152 220 148 262 142 306 Z',
        colour,
      );
      line(brush, 'M180 112 C210 90 270 90 300 112', 8, gloss);
    },
  },
  long: {
    behind: (brush, { colour }) =>
      shape(
        brush,
        'M112 440 C104 300 96 72 240 68 C384 72 376 300 368 440 C330 462 150 462 112 440 Z',
        colour,
      ),
    front: (brush, { colour, gloss }) => {
      shape(
        brush,
        'M146 300 C124 170 150 66 240 66 C330 66 356 170 334 300 C334 240 328 190 300 142 C276 120 258 110 250 100 C232 140 190 160 162 180 C152 220 150 260 146 300 Z',
        colour,
      );
      line(brush, 'M252 100 C282 110 306 130 318 172', 6, gloss);
    },
  },
  bun: {
    behind: (brush, { colour, gloss }) => {
      disc(brush, [240, 60], 44, colour);
      line(brush, 'M214 54 C226 36 254 36 266 54', 6, gloss);
    },
    front: (brush, { colour, gloss }) => {
      shape(brush, FRINGE, colour);
      line(brush, 'M196 106 C222 88 268 88 294 108', 7, gloss);
    },
  },
  curls: {
    behind: (brush, { colour, gloss }) => {
      for (let curl = 0; curl < 17; curl++) {
        const turn = Math.PI * (0.83 + (curl / 16) * 1.34);
        const at: [number, number] = [240 + Math.cos(turn) * 128, 196 + Math.sin(turn) * 122];
        disc(brush, at, 40, colour);
        disc(brush, [at[0] - 9, at[1] - 10], 14, gloss);
      }
    },
    front: (brush, { colour, gloss }) => {
      for (let curl = 0; curl < 9; curl++) {
        const turn = Math.PI * (1.06 + (curl / 8) * 0.88);
        const at: [number, number] = [240 + Math.cos(turn) * 88, 186 + Math.sin(turn) * 84];
        disc(brush, at, 30, colour);
        disc(brush, [at[0] - 5, at[1] - 9], 9, gloss);
      }
    },
  },
  scarf: {
    behind: (brush, { colour }) =>
      shape(brush, 'M120 400 C98 250 116 62 240 60 C364 62 382 250 360 400 Z', colour),
    front: (brush, { colour, gloss }) => {
      brush.save();
      brush.fillStyle = colour;
      brush.beginPath();
      brush.ellipse(240, 232, 134, 176, 0, 0, Math.PI * 2);
      brush.ellipse(240, 224, 78, 100, 0, 0, Math.PI * 2);
      brush.fill('evenodd');
      brush.restore();
      shape(
        brush,
        'M128 330 C180 392 300 392 352 330 C372 372 366 420 330 440 C270 456 190 452 150 436 C112 418 112 370 128 330 Z',
        colour,
      );
      line(brush, 'M148 348 C196 396 290 398 334 350', 6, gloss);
      line(brush, 'M150 150 C178 92 300 92 330 150', 7, gloss);
    },
  },
} satisfies Record<string, { behind: HairPainter; front: HairPainter }>;
