/** A row's video before its first frame: all that may wait or fail is done, each layer is ready to paint. */
import { usedProperties } from '../../contract/template/fill-layers.ts';
import type { RowValues } from '../../contract/template/fill-property.ts';
import { fillTemplate } from '../../contract/template/fill-template.ts';
import type { VideoTemplate } from '../../contract/template/video-template.ts';
import { type PreparedLayer, prepareLayer } from '../layers/layer.ts';
import type { RenderTools } from '../render-tools.ts';
import type { ClipFrames } from './events.ts';
import { type Clip, prepareClip } from './prepare-clip.ts';
import { type LayerSpan, planTimeline, type Timeline } from './timeline.ts';

export interface VideoJob {
  /** As stored, with its placeholders. */
  template: VideoTemplate;
  values: RowValues;
}

export interface PreparedVideo {
  /** Only layers that show something. */
  timeline: Timeline;
  painted: ReadonlyMap<LayerSpan, PreparedLayer>;
  clips: ReadonlyMap<LayerSpan, Clip>;
  clipFrames: ClipFrames;
}

/** @throws {RenderFailure} naming scene, layer and variable. */
export async function prepareVideo(
  tools: RenderTools,
  { template, values }: VideoJob,
): Promise<PreparedVideo> {
  const timeline = planTimeline(fillTemplate(template, values), template);
  const painted = new Map<LayerSpan, PreparedLayer>();
  const clips = new Map<LayerSpan, Clip>();
  await Promise.all(
    timeline.scenes
      .flatMap((scene) => scene.layers)
      .map(async (span) => {
        if (span.layer.type === 'video') {
          const clip = await prepareClip(span, timeline, tools);
          if (clip) clips.set(span, clip);
        } else {
          const layer = await prepareLayer(span.layer, { ...tools, frame: timeline, place: span.place });
          if (layer) painted.set(span, layer);
        }
      }),
  );
  for (const scene of timeline.scenes)
    scene.layers = scene.layers.filter((span) => painted.has(span) || clips.has(span));
  const clipFrames = new Map([...clips].map(([span, { frames }]) => [span, frames]));
  return { timeline, painted, clips, clipFrames };
}

/** Rows differ in their clips, hence in their sound. */
export function clipsVary(template: VideoTemplate): boolean {
  return template.scenes.some((scene) =>
    scene.layers.some((layer) => layer.type === 'video' && usedProperties(layer).size > 0),
  );
}
