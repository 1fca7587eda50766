/** Paints the pictures of a video on canvases. What stands still during a whole scene is painted once for it. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import type { Box } from '../layers/box.ts';
import { type PreparedLayer, paintLayer } from '../layers/layer.ts';
import { canvasFill } from '../layers/paint-fill.ts';
import { type ClipPlayer, createClipPlayer } from './clip-player.ts';
import type { PlaybackOptions } from './clip-reader.ts';
import type { Picture, VisibleLayer, VisibleScene } from './events.ts';
import type { PreparedVideo } from './prepare-video.ts';
import type { LayerSpan, SceneSpan } from './timeline.ts';

export interface FramePainter {
  /** The painter's own canvas, opaque; painted over by the next call. Pictures are meant to come in order. */
  paint(picture: Picture): Promise<Canvas>;
  close(): Promise<void>;
}

export function createFramePainter(video: PreparedVideo, options: PlaybackOptions): FramePainter {
  const { width, height } = video.timeline;
  const frame = createCanvas(width, height);
  // A scene that fades in is painted apart: its layers must not shine through each other.
  let incoming: Canvas | null = null;
  let stages = new Map<SceneSpan, Stage>();
  const players = new Map<LayerSpan, ClipPlayer>();

  async function paintScene(context: SKRSContext2D, { span, layers }: VisibleScene) {
    const stage = stages.get(span) ?? bakeStage(span, video);
    stages.set(span, stage);
    for (const part of stage) {
      if ('baked' in part) {
        context.drawImage(part.baked, part.x, part.y);
        continue;
      }
      const layer = layers.find((visible) => visible.span === part.moving);
      if (layer) paintLayer(context, await currentLayer(layer), { opacity: layer.opacity });
    }
  }

  async function currentLayer({ span, clipFrame }: VisibleLayer): Promise<PreparedLayer> {
    const clip = video.clips.get(span);
    if (!clip) return video.painted.get(span)!;
    const player = players.get(span) ?? createClipPlayer(clip, options);
    players.set(span, player);
    return player.show(clipFrame ?? 0);
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
    async paint({ scenes }) {
      await leaveScenes(scenes);
      const context = frame.getContext('2d');
      for (const [index, scene] of scenes.entries()) {
        if (index === 0) {
          await paintScene(context, scene);
          continue;
        }
        incoming ??= createCanvas(width, height);
        await paintScene(incoming.getContext('2d'), scene);
        context.globalAlpha = scene.opacity;
        context.drawImage(incoming, 0, 0);
        context.globalAlpha = 1;
      }
      return frame;
    },
    close: () => leaveScenes([]),
  };
}

/** A scene from bottom to top: what stands still is one bitmap, what moves is painted each time. */
type Stage = ({ baked: Canvas; x: number; y: number } | { moving: LayerSpan })[];

function bakeStage(scene: SceneSpan, { timeline, painted }: PreparedVideo): Stage {
  const [ground = [], ...above] = sheetsOf(scene);
  const stage: Stage = [{ baked: bakeGround(scene, ground, timeline, painted), x: 0, y: 0 }];
  for (const sheet of above) {
    const [first] = sheet;
    if (first && !standsStill(first, scene)) stage.push({ moving: first });
    else stage.push(bakeSheet(sheet.map((span) => painted.get(span)!)));
  }
  return stage;
}

/** Layers in order: neighbours that stand still share a sheet, each other one has its own; the lowest is the ground. */
export function sheetsOf(scene: SceneSpan): LayerSpan[][] {
  const sheets: LayerSpan[][] = [[]];
  let joins = true;
  for (const span of scene.layers) {
    const still = standsStill(span, scene);
    if (still && joins) sheets.at(-1)!.push(span);
    else sheets.push([span]);
    joins = still;
  }
  return sheets;
}

function standsStill({ layer, start, frames, fadeIn, fadeOut }: LayerSpan, scene: SceneSpan): boolean {
  return layer.type !== 'video' && start === 0 && frames === scene.frames && fadeIn === 0 && fadeOut === 0;
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
  const { x, y, width, height } = around(layers.map(({ bounds }) => bounds));
  const baked = createCanvas(width, height);
  const context = baked.getContext('2d');
  context.translate(-x, -y);
  for (const layer of layers) paintLayer(context, layer);
  return { baked, x, y };
}

function around(boxes: Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
