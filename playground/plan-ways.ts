/**
 * How a row's video would be spliced, without painting or encoding it. What is really done is compared with this for every
 * example (test/render-node/splice/expect-sameness.ts).
 */
import type { RenderTools } from '../render-node/render-tools.ts';
import { bestWay, plainWay, withPlan } from '../render-node/splice/choose-way.ts';
import { describeVideo } from '../render-node/splice/describe-video.ts';
import { withMixes } from '../render-node/splice/plan-mixes.ts';
import { planOverlay } from '../render-node/splice/plan-overlay.ts';
import { codedPictures, type PlannedSpan, planSpans } from '../render-node/splice/plan-spans.ts';
import type { SpanWay } from '../render-node/splice/splice-job.ts';
import type { SplicedSpan } from '../render-node/splice/splice-video.ts';
import { planPictures } from '../render-node/video/events.ts';
import { prepareVideo, type VideoJob } from '../render-node/video/prepare-video.ts';

export interface PlannedWays {
  /** Of a batch's first row. */
  first: SplicedSpan[];
  /** Of one of many rows, whose values are all new. */
  later: SplicedSpan[];
}

/** @throws {RenderFailure} as rendering the row would. */
export async function planWays(tools: RenderTools, job: VideoJob): Promise<PlannedWays> {
  const video = await prepareVideo(tools, job);
  const { timeline, clipFrames } = video;
  const description = await describeVideo(timeline, tools.media);
  const spans = planSpans(planPictures(timeline, clipFrames), timeline.fps).map((span) =>
    withMixes(span, video),
  );
  return {
    first: spans.map((span) => planned(span, plainWay(planOverlay(span, video)))),
    later: spans.map((span) => {
      const best = bestWay(span, video, description, { strips: true });
      return planned(span, withPlan(best, planOverlay(span, video)));
    }),
  };
}

function planned(span: PlannedSpan, way: SpanWay): SplicedSpan {
  const { pictures, mixes, ...more } = span;
  // What takes no variable has been encoded by rows before.
  const encoded = way.way === 'thorough' ? 0 : codedPictures(span);
  return { ...more, pictures: pictures.length, mixed: mixes.size, way, encoded, key: 'planned' };
}
