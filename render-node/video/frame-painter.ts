/** Paints the pictures of a video on canvases. What stands still during a whole scene is painted once for it. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { cleared, onDitherCells, type PaintedFrame } from '../image/painted-frame.ts';
import { around, isSameBox, overlap, type PixelBox, wholeOf } from '../layers/box.ts';
import { type PreparedLayer, paintLayer } from '../layers/layer.ts';
import { canvasFill } from '../layers/paint-fill.ts';
import { blendsWithGround } from '../layers/paint-layer.ts';
import { type ClipPlayer, createClipPlayer } from './clip-player.ts';
import type { PlaybackOptions } from './clip-reader.ts';
import type { Picture, VisibleLayer, VisibleScene } from './events.ts';
import { paintLook } from './paint-look.ts';
import { paintTransition } from './paint-transition.ts';
import type { PreparedVideo } from './prepare-video.ts';
import { isStill, type LayerSpan, type SceneSpan } from './timeline.ts';

export interface FramePainter {
  /**
   * Opaque unless all scenes are overlays. A whole frame is painted over by the next one. Pictures are meant to come in order.
   * @param area of the frame, at least. Default: all.
   */
  paint(picture: Picture, area?: PixelBox): Promise<PaintedFrame>;
  close(): Promise<void>;
}

/** What painters of one size hand on from row to row, one painter at a time. */
export interface PainterMemory {
  /** To paint whole frames on. */
  frame(): Canvas;
  /** The ground of a scene as it was painted before with the same layers on it, or as `paint` paints it now. */
  ground?(scene: SceneSpan, layers: LayerSpan[], paint: () => Canvas): Canvas;
}

export function createFramePainter(
  video: PreparedVideo,
  options: PlaybackOptions,
  memory: PainterMemory | null = null,
): FramePainter {
  const { width, height } = video.timeline;
  const whole = wholeOf(video.timeline);
  let frame: Canvas | null = null;
  // A scene that fades in is painted apart: its layers must not shine through each other.
  let incoming: Canvas | null = null;
  let stages = new Map<SceneSpan, Stage>();
  const players = new Map<LayerSpan, ClipPlayer>();

  async function paintScene(context: SKRSContext2D, { span, layers }: VisibleScene) {
    const stage = stages.get(span) ?? bakeStage(span, video, memory);
    stages.set(span, stage);
    for (const part of stage) {
      if ('baked' in part) {
        context.drawImage(part.baked, part.x, part.y);
        continue;
      }
      const layer = layers.find((visible) => visible.span === part.moving);
      if (layer) await paintVisible(context, layer);
    }
  }

  async function paintVisible(context: SKRSContext2D, visible: VisibleLayer) {
    const { span, opacity, look } = visible;
    const layer = await currentLayer(visible);
    if (!layer) return;
    if (!look) {
      paintLayer(context, layer, { opacity });
      return;
    }
    const { layer: filled } = span;
    const saysWord = filled.type === 'caption' && look.word !== undefined;
    const spoken = saysWord
      ? await video.variants.get(span, { ...look.as, fill: filled.highlight_color })
      : null;
    paintLook(context, layer, opacity, look, spoken);
  }

  async function currentLayer({ span, clipFrame, look }: VisibleLayer): Promise<PreparedLayer | null> {
    if (look?.as) return video.variants.get(span, look.as);
    const clip = video.clips.get(span);
    if (!clip) return video.painted.get(span) ?? null;
    const player = players.get(span) ?? createClipPlayer(clip, options);
    players.set(span, player);
    return player.show(clipFrame ?? 0);
  }

  /** A part has a canvas of its own: of a large one all is copied for each part that is painted and read. */
  function canvasFor(area: PixelBox): Canvas {
    if (!isSameBox(area, whole)) return createCanvas(area.width, area.height);
    frame ??= memory?.frame() ?? createCanvas(width, height);
    return cleared(frame);
  }

  async function leaveScenes(shown: VisibleScene[]) {
    const spans = new Set(shown.map(({ span }) => span));
    stages = new Map([...stages].filter(([span]) => spans.has(span)));
    const layers = new Set(shown.flatMap((scene) => scene.layers.map(({ span }) => span)));
    for (const [span, player] of players) {
      if (layers.has(span)) continue;
      players.delete(span);
      await player.close();
    }
  }

  return {
    async paint({ scenes }, wanted = whole) {
      await leaveScenes(scenes);
      // Scenes take each other's place as a whole.
      const area = scenes.some(isComingIn) ? whole : overlap(onDitherCells(wanted), whole);
      const canvas = canvasFor(area);
      const context = canvas.getContext('2d');
      context.save();
      context.translate(-area.x, -area.y);
      try {
        for (const [index, scene] of scenes.entries()) {
          if (!isComingIn(scene, index)) {
            await paintScene(context, scene);
            continue;
          }
          incoming = cleared(incoming ?? createCanvas(width, height));
          await paintScene(incoming.getContext('2d'), scene);
          paintTransition(context, incoming, scene.span.scene.transition, scene.entered);
        }
      } finally {
        // The canvas may be another row's next.
        context.restore();
      }
      return { canvas, area };
    },
    close: () => leaveScenes([]),
  };
}

/** In place of the scene before it. */
function isComingIn({ span }: VisibleScene, index: number): boolean {
  return index > 0 && !span.overlay;
}

/** A scene from bottom to top: what stands still is one bitmap, what moves is painted each time. */
type Stage = ({ baked: Canvas; x: number; y: number } | { moving: LayerSpan })[];

function bakeStage(
  scene: SceneSpan,
  { timeline, painted }: PreparedVideo,
  memory: PainterMemory | null,
): Stage {
  const [ground = [], ...above] = sheetsOf(scene);
  const paintGround = () => bakeGround(scene, ground, timeline, painted);
  const stage: Stage = [];
  if (!scene.overlay)
    stage.push({ baked: memory?.ground?.(scene, ground, paintGround) ?? paintGround(), x: 0, y: 0 });
  // What moves, if anything does, is what the rest is painted for again and again.
  const isMoving = scene.layers.some((span) => !standsStill(span, scene, ground.includes(span)));
  for (const sheet of scene.overlay ? [ground, ...above] : above) {
    const [first] = sheet;
    if (!first) continue;
    if (isMoving && standsStill(first, scene)) stage.push(bakeSheet(sheet.map((span) => painted.get(span)!)));
    else for (const span of sheet) stage.push({ moving: span });
  }
  return stage;
}

/**
 * Layers in order: neighbours that stand still share a sheet, each other one has its own; the lowest is the ground. Layers
 * that mix with what lies below them stand still only there. What a row changes begins a sheet of its own, so that the ground
 * is the same for all rows.
 */
export function sheetsOf(scene: SceneSpan): LayerSpan[][] {
  const sheets: LayerSpan[][] = [[]];
  let joins = true;
  for (const span of scene.layers) {
    const last = sheets.at(-1)!;
    const ofRow = span.variables.length > 0;
    const begins = ofRow && !last.some(({ variables }) => variables.length > 0);
    const onGround = sheets.length === 1 && joins && !begins && !scene.overlay;
    const still = standsStill(span, scene, onGround);
    if (still && joins && !begins) last.push(span);
    else sheets.push([span]);
    joins = still;
  }
  return sheets;
}

function standsStill(span: LayerSpan, scene: SceneSpan, onGround = false): boolean {
  if (span.start !== 0 || span.frames !== scene.frames || !isStill(span)) return false;
  return onGround || !blendsWithGround(span.layer);
}

function bakeGround(
  { scene }: SceneSpan,
  layers: LayerSpan[],
  { width, height }: PreparedVideo['timeline'],
  painted: PreparedVideo['painted'],
): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  // Video knows no transparency: below everything is black.
  for (const fill of ['#000000', canvasFill(context, scene.background, { x: 0, y: 0, width, height })]) {
    context.fillStyle = fill;
    context.fillRect(0, 0, width, height);
  }
  for (const span of layers) paintLayer(context, painted.get(span)!);
  return canvas;
}

function bakeSheet(layers: PreparedLayer[]): { baked: Canvas; x: number; y: number } {
  const { x, y, width, height } = layers.map(({ bounds }) => bounds).reduce(around);
  const baked = createCanvas(width, height);
  const context = baked.getContext('2d');
  context.translate(-x, -y);
  for (const layer of layers) paintLayer(context, layer);
  return { baked, x, y };
}
