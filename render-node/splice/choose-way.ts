/** The way of a span, by what shows in it. */
import type { PreparedVideo } from '../video/prepare-video.ts';
import { visibleBounds } from '../video/visible-bounds.ts';
import type { VideoDescription } from './describe-video.ts';
import type { OverlayPlan } from './plan-overlay.ts';
import type { PlannedSpan } from './plan-spans.ts';
import { planStrip } from './plan-strip.ts';
import type { SpanWay, WholeEffort } from './splice-job.ts';
import { stillLayers } from './still-layers.ts';

/**
 * For a template of many rows, yet without a plan: what has been encoded needs none.
 * @param options `strips`: parts of pictures can be encoded.
 */
export function bestWay(
  span: PlannedSpan,
  video: PreparedVideo,
  description: VideoDescription,
  { strips }: { strips: boolean },
): SpanWay {
  // No row differs in it.
  if (span.variables.length === 0) return { way: 'thorough', plan: null };
  const strip = strips ? planStrip(span, video, description) : null;
  return strip ? { way: 'strip', strip } : { way: 'whole', effort: wholeEffort(span, video), plan: null };
}

/** Of a picture's pixels: where so many change, more effort makes files smaller. */
const MOST_CHANGING = 0.5;

function wholeEffort({ pictures }: PlannedSpan, video: PreparedVideo): WholeEffort {
  const still = stillLayers(
    pictures.map(({ scenes }) => scenes),
    () => false,
  );
  if (!still) return 'live';
  const { width, height } = video.timeline;
  const changesLittle = pictures.every(({ scenes }) => {
    let changing = 0;
    for (const { layers } of scenes)
      for (const layer of layers) {
        if (still.layers.has(layer.span)) continue;
        const bounds = visibleBounds(layer, video);
        changing += bounds ? bounds.width * bounds.height : Number.POSITIVE_INFINITY;
      }
    return changing <= MOST_CHANGING * width * height;
  });
  return changesLittle ? 'quick' : 'live';
}

/** Prepares nothing for other rows and opens no further encoder: a ground that must be painted is worth it when others read it. */
export function plainWay(plan: OverlayPlan | null): SpanWay {
  return { way: 'whole', effort: 'live', plan: plan?.film ? plan : null };
}

export function withPlan(way: SpanWay, plan: OverlayPlan | null): SpanWay {
  switch (way.way) {
    case 'strip':
      return way;
    case 'thorough':
      return { ...way, plan: plan?.film ? plan : null };
    case 'whole':
      return { ...way, plan };
    default:
      return way satisfies never;
  }
}
