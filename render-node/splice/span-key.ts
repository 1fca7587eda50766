import { createHash } from 'node:crypto';
import type { VisibleScene } from '../video/events.ts';
import type { LayerSpan, SceneSpan, Timeline } from '../video/timeline.ts';
import type { VideoDescription } from './describe-video.ts';
import type { PlannedSpan } from './plan-spans.ts';

export interface SpanSurroundings {
  timeline: Pick<Timeline, 'width' | 'height' | 'fps'>;
  description: VideoDescription;
  /** Everything else that decides about pixels and their coding: engine, fonts, encoder with its settings. */
  engine: string[];
  /** The frame of the span that the thumbnail is taken from; null when it is another span's. */
  thumbnailFrame: number | null;
}

/**
 * A name for what a span shows: equal names, equal pixels. It is made of what the painter is given, so that rows share a
 * span exactly when they agree in all it takes. Null: it cannot be shared.
 */
export function spanKey(
  { start, pictures }: PlannedSpan,
  { timeline: { width, height, fps }, description, engine, thumbnailFrame }: SpanSurroundings,
): string | null {
  // Scenes and layers are told once each; the pictures then only say in which state they are.
  const members = new Map<SceneSpan | LayerSpan, number>();
  const place = (span: SceneSpan | LayerSpan) => {
    const known = members.get(span) ?? members.size;
    members.set(span, known);
    return known;
  };
  const shown = pictures.map(({ frames, scenes }) => [
    frames,
    scenes.map((scene) => sceneState(scene, start, place)),
  ]);
  const spans = [...members.keys()];
  if (!spans.every((span) => description.isComparable(span))) return null;
  const told = spans.map((span) => description.of(span));
  return createHash('sha256')
    .update(JSON.stringify([engine, width, height, fps, thumbnailFrame, told, shown]))
    .digest('hex');
}

function sceneState(
  { span, layers, ...state }: VisibleScene,
  start: number,
  place: (span: SceneSpan | LayerSpan) => number,
): unknown[] {
  const layerStates = layers.map(({ span: layer, ...layerState }) => [place(layer), layerState]);
  return [place(span), span.start - start, state, layerStates];
}
