import type { EncodingSettings } from '../encoder/encoder-arguments.ts';
import { EncoderFailed } from '../encoder/open-encoder.ts';
import { probeMedia } from '../ffmpeg/one-shot.ts';

/** An AAC frame is 1,024 samples of 48,000 a second. */
const AAC_FRAME_SECONDS = 1_024 / 48_000;

/**
 * Looks at the finished file before anybody is told of it: header fields only, nothing is decoded.
 * @throws {EncoderFailed} when it is not the video that was asked for.
 */
export async function verifyVideo(settings: EncodingSettings, frames: number): Promise<void> {
  const problems = await findProblems(settings, frames);
  if (problems.length > 0) throw new EncoderFailed({ cause: new Error(problems.join('; ')) });
}

async function findProblems({ output, width, height, fps, audioFile }: EncodingSettings, frames: number) {
  const { video, audio } = await probeMedia(output, 'mov');
  if (!video) return ['the file holds no video'];
  const seconds = frames / fps;
  const checks: [problem: string, holds: boolean][] = [
    [`codec ${video.codec}`, video.codec === 'h264'],
    [`size ${video.width}×${video.height}`, video.width === width && video.height === height],
    [`${video.frames} frames instead of ${frames}`, video.frames === frames],
    [`lasts ${video.seconds} s instead of ${seconds} s`, Math.abs(video.seconds - seconds) < 0.5 / fps],
    [`pictures start at ${video.startSeconds} s`, video.startSeconds === 0],
    [audio ? 'sound that was not asked for' : 'no sound', (audio !== null) === (audioFile !== null)],
    [`sound starts at ${audio?.startSeconds} s`, (audio?.startSeconds ?? 0) === 0],
    [`sound lasts ${audio?.seconds} s`, !audio || Math.abs(audio.seconds - seconds) <= AAC_FRAME_SECONDS],
  ];
  return checks.filter(([, holds]) => !holds).map(([problem]) => problem);
}
