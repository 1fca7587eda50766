import { placeText, RenderFailure } from '../../contract/render-failure.ts';
import type { Soundtrack } from '../../contract/template/soundtrack.ts';
import { demuxerFor } from '../ffmpeg/demuxer.ts';
import { probeOnce } from '../ffmpeg/probe-once.ts';
import { FfmpegFailed } from '../ffmpeg/spawn-ffmpeg.ts';
import type { RenderTools } from '../render-tools.ts';
import type { SoundSource } from './plan-audio.ts';

const PLACE = { scene: null, layer: 'soundtrack', variable: null };

/** Null when the template has none, or it is turned down to nothing. */
export async function loadSoundtrack(
  { media }: Pick<RenderTools, 'media'>,
  settings: Soundtrack | null,
): Promise<{ settings: Soundtrack; source: SoundSource; place: typeof PLACE } | null> {
  if (!settings || settings.src === '' || settings.volume === 0) return null;
  const { path, contentType, sha256 } = await media.file(settings.src, 'audio', PLACE);
  const demuxer = demuxerFor(contentType);
  if (!demuxer) throw unusable(`its type ${contentType} is not supported`);
  const seconds = await soundSeconds({ path, demuxer, sha256 });
  if (seconds > 0 && settings.trim_start >= seconds)
    throw unusable(`trim_start ${settings.trim_start} lies beyond its end at ${seconds.toFixed(2)} s`);
  return { settings, source: { path, demuxer, sha256, seconds }, place: PLACE };
}

async function soundSeconds(file: Pick<SoundSource, 'path' | 'demuxer' | 'sha256'>): Promise<number> {
  try {
    const { audio } = await probeOnce(file);
    if (!audio) throw unusable('it holds no sound');
    return audio.seconds;
  } catch (cause) {
    throw cause instanceof FfmpegFailed ? unusable('it is damaged or of an unknown kind', cause) : cause;
  }
}

function unusable(problem: string, cause?: unknown): RenderFailure {
  return new RenderFailure('asset_type', `${placeText(PLACE)}: the sound cannot be used: ${problem}`, {
    cause,
  });
}
