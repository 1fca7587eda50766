/** The way of a span, by what shows in it. */
import type { PreparedVideo } from '../video/prepare-video.ts';
import type { VideoDescription } from './describe-video.ts';
import type { OverlayPlan } from './plan-overlay.ts';
import type { PlannedSpan } from './plan-spans.ts';
import { planStrip } from './plan-strip.ts';
import type { SpanWay } from './splice-job.ts';

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
  return strip ? { way: 'strip', strip } : { way: 'whole', plan: null };
}

/** Prepares nothing for other rows: a ground that must be painted is worth it when others read it. */
export function plainWay(plan: OverlayPlan | null): SpanWay {
  return { way: 'whole', plan: plan?.isFilm ? plan : null };
}

export function withPlan(way: SpanWay, plan: OverlayPlan | null): SpanWay {
  switch (way.way) {
    case 'strip':
      return way;
    case 'thorough':
      return { ...way, plan: plan?.isFilm ? plan : null };
    case 'whole':
      return { ...way, plan };
    default:
      return way satisfies never;
  }
}
