/** A row's video before its first frame: all that may wait or fail is done, each layer is ready to paint. */
import type { RowValues } from '../../contract/template/fill-property.ts';
import { fillTemplate } from '../../contract/template/fill-template.ts';
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import { grown, wholeOf } from '../layers/box.ts';
import { shownBox, targetsIn } from '../layers/follow.ts';
import { type PreparedLayer, prepareLayer } from '../layers/layer.ts';
import type { PrepareEnvironment } from '../layers/prepare-environment.ts';
import type { RenderTools } from '../render-tools.ts';
import { loadCaptions } from './captions/load-captions.ts';
import type { ClipFrames } from './events.ts';
import { createLayerVariants, type LayerVariants } from './layer-variants.ts';
import { measureScenes } from './measure-scenes.ts';
import { type Clip, clipPlacement, prepareClip } from './prepare-clip.ts';
import { type LayerSpan, planTimeline, type Timeline } from './timeline.ts';

export interface VideoJob {
  /** As stored, with its placeholders. */
  template: VideoTemplate;
  values: RowValues;
}

export interface PreparedVideo {
  /** The template as this row shows it. */
  filled: VideoTemplate;
  /** Only layers that show something. */
  timeline: Timeline;
  painted: ReadonlyMap<LayerSpan, PreparedLayer>;
  /** Layers that look different from frame to frame. */
  variants: LayerVariants;
  clips: ReadonlyMap<LayerSpan, Clip>;
  clipFrames: ClipFrames;
}

/** @throws {RenderFailure} naming scene, layer and variable. */
export async function prepareVideo(
  tools: RenderTools,
  { template, values }: VideoJob,
): Promise<PreparedVideo> {
  const filled = await loadCaptions(tools, fillTemplate(template, values), template);
  const timeline = planTimeline(filled, template, await measureScenes(tools, filled, template));
  const layers = prepareLayers(tools, filled, timeline);
  const painted = new Map<LayerSpan, PreparedLayer>();
  const clips = new Map<LayerSpan, Clip>();
  await Promise.all(
    timeline.scenes
      .flatMap((scene) => scene.layers)
      .map(async (span) => {
        if (span.layer.type === 'video') {
          const clip = await prepareClip(span, timeline, { ...tools, ...layers.targetOf(span) });
          if (clip) clips.set(span, clip);
        } else {
          const layer = await layers.prepared(span);
          if (layer) painted.set(span, layer);
        }
      }),
  );
  await tellPlaces(layers, timeline);
  for (const scene of timeline.scenes)
    scene.layers = scene.layers.filter((span) => painted.has(span) || clips.has(span) || isNeverPlain(span));
  timeline.scenes = timeline.scenes.filter((scene) => !scene.overlay || scene.layers.length > 0);
  const clipFrames = new Map([...clips].map(([span, { frames }]) => [span, frames]));
  const variants = createLayerVariants(layers.environmentOf, painted);
  return { filled, timeline, painted, variants, clips, clipFrames };
}

async function tellPlaces(
  { targetOf }: ReturnType<typeof prepareLayers>,
  { scenes }: Timeline,
): Promise<void> {
  for (const span of scenes.flatMap(({ layers }) => layers)) {
    const after = span.layer.place_after;
    const found = after && (await targetOf(span).target?.(after.layer));
    if (found) span.standsAt = found;
  }
}

/** Each of its looks is prepared on its own. */
function isNeverPlain({ layer }: LayerSpan): boolean {
  const { width, height } = layer.keyframes;
  return layer.type === 'caption' || width.length + height.length > 0;
}

/** Layers find each other within their scene, wherever they show. */
function prepareLayers(tools: RenderTools, filled: VideoTemplate, timeline: Timeline) {
  const spans = new Map(timeline.scenes.flatMap((scene) => scene.layers.map((span) => [span.layer, span])));
  const pending = new Map<LayerSpan, Promise<PreparedLayer | null>>();

  const targets = new Map(
    filled.scenes.flatMap(({ layers }) => {
      const target = targetsIn(layers, timeline, undefined, async (index) => {
        const span = spans.get(layers[index]!);
        if (!span) return null;
        return span.layer.type === 'video'
          ? clipPlacement(span.layer, timeline, targets.get(span.layer))
          : shownBox(await prepared(span));
      });
      return layers.map((layer) => [layer, target] as const);
    }),
  );

  function environmentOf(span: LayerSpan): PrepareEnvironment {
    const whole = wholeOf(timeline);
    // What moves may come from outside, and go there.
    const window = moves(span) ? grown(whole, Math.max(whole.width, whole.height)) : whole;
    return { ...tools, frame: timeline, place: span.place, window, ...targetOf(span) };
  }

  function targetOf({ layer }: LayerSpan): Pick<PrepareEnvironment, 'target'> {
    const target = targets.get(layer);
    return target ? { target } : {};
  }

  function prepared(span: LayerSpan): Promise<PreparedLayer | null> {
    const { layer } = span;
    // Captions are prepared cue by cue.
    if (layer.type === 'video' || layer.type === 'caption') return Promise.resolve(null);
    // Keyframes say what else there is of it.
    const opaque = layer.keyframes.opacity.length > 0 ? { ...layer, opacity: 1 } : layer;
    const preparing = pending.get(span) ?? prepareLayer(opaque, environmentOf(span));
    pending.set(span, preparing);
    return preparing;
  }

  return { environmentOf, targetOf, prepared };
}

function moves({ layer: { keyframes }, animations }: LayerSpan): boolean {
  const { fill: _, opacity: _opacity, ...places } = keyframes;
  const still = new Set(['fade', 'wipe', 'typewriter', 'words', 'lines', 'count']);
  return (
    animations.some(({ type }) => !still.has(type)) || Object.values(places).some((track) => track.length > 0)
  );
}
