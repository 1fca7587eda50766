/** Paints single frames of a video template, without encoding it. */
import type { VideoTemplate } from '../../../contract/template/video-template.ts';
import { pictureAt } from '../../../render-node/video/events.ts';
import { createFramePainter } from '../../../render-node/video/frame-painter.ts';
import { type PreparedVideo, prepareVideo } from '../../../render-node/video/prepare-video.ts';
import { averageColour, type RawImage } from '../../support/image.ts';
import { createVideoTools, job } from './render-test-video.ts';

export interface PaintedFrames {
  frames: RawImage[];
  video: PreparedVideo;
  notes: string[];
}

/** @param wanted frames counted from the video's beginning. @param uploads files by asset name. */
export async function paintFrames(
  template: VideoTemplate,
  wanted: number[],
  { values = {}, uploads = {} }: { values?: Record<string, string>; uploads?: Record<string, string> } = {},
): Promise<PaintedFrames> {
  const tools = await createVideoTools({ uploads });
  const video = await prepareVideo(tools, job(template, values));
  const { fps } = video.timeline;
  const painter = createFramePainter(video, { fps, threads: 1, signal: tools.signal });
  const frames: RawImage[] = [];
  try {
    for (const frame of wanted) {
      const { canvas } = await painter.paint(pictureAt(video.timeline, video.clipFrames, frame));
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      frames.push({ data: data as Uint8ClampedArray, width, height });
    }
  } finally {
    await painter.close();
  }
  return { frames, video, notes: [...tools.notes] };
}

/** A picture as rows of cells, each named by its mean colour: `r`, `g`, `b`, `w`hite, `k` for black, `?` for a mixture. */
export function cells(image: RawImage, across: number, down: number): string[] {
  const [width, height] = [image.width / across, image.height / down];
  return Array.from({ length: down }, (_, row) =>
    Array.from({ length: across }, (_, column) =>
      nameOf(averageColour(image, { x: column * width, y: row * height, width, height })),
    ).join(''),
  );
}

function nameOf(colour: number[]): string {
  const lit = colour.slice(0, 3).map((value) => (value > 190 ? 1 : value < 65 ? 0 : '?'));
  return NAMES[lit.join('')] ?? '?';
}

const NAMES: Record<string, string> = { '000': 'k', '100': 'r', '010': 'g', '001': 'b', '111': 'w' };
