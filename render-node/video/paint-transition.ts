/** How one scene takes the place of another: both stand on canvases of the video's size. */
import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas';
import type { Scene } from '../../contract/template/scene.ts';
import { STEPS } from './animate.ts';
import type { VisibleScene } from './events.ts';

type Transition = Scene['transition'];

/** Whether layers show elsewhere, or beyond their bounds, while the scene comes in. */
export function movesLayers({ span: { scene }, entered }: VisibleScene): boolean {
  return entered < 1 && MOVES_LAYERS[scene.transition.type];
}

const MOVES_LAYERS: Record<Transition['type'], boolean> = {
  cut: false,
  fade: false,
  dissolve: false,
  wipe: false,
  circle: false,
  slide: true,
  push: true,
  zoom: true,
  blur: true,
};

/**
 * Paints the incoming scene over the one before, which `context` shows already.
 * @param entered how far it has come in, 0–1.
 */
export function paintTransition(
  context: SKRSContext2D,
  incoming: Canvas,
  { type: kind, direction }: Transition,
  entered: number,
): void {
  const { width, height } = incoming;
  const share = Math.min(1, Math.max(0, entered));
  context.save();
  switch (kind) {
    case 'cut':
    case 'fade':
      context.globalAlpha = share;
      context.drawImage(incoming, 0, 0);
      break;
    case 'dissolve':
      context.drawImage(dissolved(incoming, share), 0, 0);
      break;
    case 'wipe': {
      const [across, down] = STEPS[direction];
      const x = across < 0 ? (1 - share) * width : 0;
      const y = down < 0 ? (1 - share) * height : 0;
      clipTo(context, x, y, across === 0 ? width : share * width, down === 0 ? height : share * height);
      context.drawImage(incoming, 0, 0);
      break;
    }
    case 'circle': {
      context.beginPath();
      context.arc(width / 2, height / 2, (share * Math.hypot(width, height)) / 2, 0, 2 * Math.PI);
      context.clip();
      context.drawImage(incoming, 0, 0);
      break;
    }
    case 'slide':
    case 'push': {
      const [across, down] = STEPS[direction];
      if (kind === 'push') moveGround(context, across * share * width, down * share * height);
      context.drawImage(incoming, -across * (1 - share) * width, -down * (1 - share) * height);
      break;
    }
    case 'zoom': {
      const scale = 1 + ZOOM * share;
      const before = copyOf(context);
      context.imageSmoothingQuality = 'high';
      context.drawImage(
        before,
        ((1 - scale) * width) / 2,
        ((1 - scale) * height) / 2,
        width * scale,
        height * scale,
      );
      context.globalAlpha = share;
      context.drawImage(incoming, 0, 0);
      break;
    }
    case 'blur': {
      const most = BLUR * Math.min(width, height);
      blurInPlace(context, most * share);
      blurInPlace(incoming.getContext('2d'), most * (1 - share));
      context.globalAlpha = share;
      context.drawImage(incoming, 0, 0);
      break;
    }
    default:
      kind satisfies never;
  }
  context.restore();
}

/** The scene before comes nearer by so much. */
const ZOOM = 0.5;
/** Of the video's shorter side. */
const BLUR = 0.03;

function clipTo(context: SKRSContext2D, x: number, y: number, width: number, height: number): void {
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
}

function moveGround(context: SKRSContext2D, dx: number, dy: number): void {
  context.drawImage(copyOf(context), dx, dy);
}

let copies: Canvas | null = null;

/** Renders take turns within a process, and no copy is looked at after the next. */
function copyOf({ canvas }: SKRSContext2D): Canvas {
  const { width, height } = canvas;
  if (copies?.width !== width || copies.height !== height) copies = createCanvas(width, height);
  copies.getContext('2d').drawImage(canvas, 0, 0);
  return copies;
}

/** Beyond its edges a canvas is transparent, and a blur takes that in: the sharp picture below makes up for it. */
function blurInPlace(context: SKRSContext2D, deviation: number): void {
  if (deviation < 0.3) return;
  context.save();
  context.filter = `blur(${deviation}px)`;
  context.drawImage(copyOf(context), 0, 0);
  context.restore();
}

/** Grains are this part of the shorter side. */
const GRAIN = 1 / 180;

let grains: { cells: Canvas; thresholds: Uint8Array; sheet: Canvas } | null = null;

/** The scene with holes in it, which close grain by grain. */
function dissolved(scene: Canvas, share: number): Canvas {
  const { cells, thresholds, sheet } = grainsFor(scene);
  const mask = new ImageData(cells.width, cells.height);
  for (const [cell, threshold] of thresholds.entries())
    mask.data[cell * 4 + 3] = threshold < share * 256 ? 255 : 0;
  cells.getContext('2d').putImageData(mask, 0, 0);
  const context = sheet.getContext('2d');
  context.globalCompositeOperation = 'copy';
  context.imageSmoothingEnabled = false;
  context.drawImage(cells, 0, 0, scene.width, scene.height);
  context.globalCompositeOperation = 'source-in';
  context.drawImage(scene, 0, 0);
  return sheet;
}

function grainsFor({ width, height }: Canvas) {
  if (grains?.sheet.width === width && grains.sheet.height === height) return grains;
  const side = Math.max(2, Math.round(Math.min(width, height) * GRAIN));
  const cells = createCanvas(Math.ceil(width / side), Math.ceil(height / side));
  const thresholds = new Uint8Array(cells.width * cells.height);
  // A fixed sequence (numerical recipes' generator): every row's grains fall alike.
  let state = 1;
  for (let cell = 0; cell < thresholds.length; cell++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    thresholds[cell] = state >>> 24;
  }
  grains = { cells, thresholds, sheet: createCanvas(width, height) };
  return grains;
}
