import type { Canvas } from '@napi-rs/canvas';
import type { RenderTools } from '../render-tools.ts';
import { pictureAt } from './events.ts';
import { createFramePainter } from './frame-painter.ts';
import { prepareVideo, type VideoJob } from './prepare-video.ts';
import { frameAt } from './timeline.ts';

/**
 * One moment of a row's video, without encoding the rest.
 * @param seconds from the beginning; kept within the video. Default: the template's thumbnail time.
 * @throws {RenderFailure} naming scene, layer and variable.
 */
export async function drawStill(
  tools: RenderTools,
  job: VideoJob,
  seconds = job.template.thumbnail_time,
): Promise<Canvas> {
  const video = await prepareVideo(tools, job);
  const { timeline, clipFrames } = video;
  const painter = createFramePainter(video, {
    fps: timeline.fps,
    threads: tools.threads,
    signal: tools.signal,
  });
  try {
    const picture = pictureAt(timeline, clipFrames, frameAt(timeline, seconds));
    return (await painter.paint(picture)).canvas;
  } finally {
    await painter.close();
  }
}
