import { type FailurePlace, placeText, RenderFailure } from '../../contract/render-failure.ts';
import { demuxerFor } from '../ffmpeg/demuxer.ts';
import { type ProbedFile, probeOnce } from '../ffmpeg/probe-once.ts';
import { FfmpegFailed } from '../ffmpeg/spawn-ffmpeg.ts';
import type { RenderTools } from '../render-tools.ts';
import type { SoundSource } from './plan-audio.ts';

/** @throws {RenderFailure} naming the place, when the file cannot be had, has no sound, or ends before `trim_start`. */
export async function loadSound(
  { media, cacheFolder }: Pick<RenderTools, 'media' | 'cacheFolder'>,
  { src, trim_start }: { src: string; trim_start: number },
  place: FailurePlace,
): Promise<SoundSource> {
  const { path, contentType, sha256 } = await media.file(src, 'audio', place);
  const demuxer = demuxerFor(contentType);
  if (!demuxer) throw unusable(place, `its type ${contentType} is not supported`);
  const seconds = await soundSeconds({ path, demuxer, sha256 }, cacheFolder, place);
  if (seconds > 0 && trim_start >= seconds)
    throw unusable(place, `trim_start ${trim_start} lies beyond its end at ${seconds.toFixed(2)} s`);
  return { path, demuxer, sha256, seconds };
}

async function soundSeconds(file: ProbedFile, cacheFolder: string, place: FailurePlace): Promise<number> {
  try {
    const { audio } = await probeOnce(file, { cacheFolder });
    if (!audio) throw unusable(place, 'it holds no sound');
    return audio.seconds;
  } catch (cause) {
    throw cause instanceof FfmpegFailed
      ? unusable(place, 'it is damaged or of an unknown kind', cause)
      : cause;
  }
}

function unusable(place: FailurePlace, problem: string, cause?: unknown): RenderFailure {
  return new RenderFailure('asset_type', `${placeText(place)}: the sound cannot be used: ${problem}`, {
    cause,
  });
}
