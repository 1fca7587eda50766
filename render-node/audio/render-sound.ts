/** A video's sound as one AAC file, encoded once: joining encoded pieces would click and drift. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { placeText, RenderFailure } from '../../contract/render-failure.ts';
import { mixAudio } from '../ffmpeg/one-shot.ts';
import { FfmpegFailed } from '../ffmpeg/spawn-ffmpeg.ts';
import type { RenderTools } from '../render-tools.ts';
import { audioFilter } from './audio-filter.ts';
import { mixToLoudness } from './mix-to-loudness.ts';
import type { AudioPlan } from './plan-audio.ts';

export interface SoundOptions {
  /** Rows of the template all have this sound: it is kept for the next one. */
  sharedByRows: boolean;
}

/**
 * @returns the path of an .m4a file; not to be changed.
 * @throws {RenderFailure} `asset_type` when a source cannot be decoded, naming its place.
 */
export async function renderSound(
  { workFolder, cacheFolder, signal }: Pick<RenderTools, 'workFolder' | 'cacheFolder' | 'signal'>,
  plan: AudioPlan,
  { sharedByRows }: SoundOptions,
): Promise<string> {
  if (!sharedByRows) return mix(plan, join(workFolder, 'sound.m4a'), signal);
  const kept = join(cacheFolder, `${contentHash(plan)}.sound.m4a`);
  if (await markUsed(kept)) return kept;
  await mkdir(cacheFolder, { recursive: true });
  const partial = `${kept}.${randomUUID()}.partial`;
  try {
    await rename(await mix(plan, partial, signal), kept);
  } finally {
    await rm(partial, { force: true });
  }
  return kept;
}

/** Raised whenever the same plan would sound different. */
const SOUND_VERSION = 3;
const BITRATE = '160k';

/** Equal for plans that sound the same, wherever their files lie. */
function contentHash({ samples, loudness, tracks }: AudioPlan): string {
  const heard = tracks.map(({ source, place: _, ...track }) => ({ ...track, source: source.sha256 }));
  return createHash('sha256')
    .update(JSON.stringify([SOUND_VERSION, BITRATE, samples, loudness, heard]))
    .digest('hex');
}

async function mix(plan: AudioPlan, output: string, signal: AbortSignal): Promise<string> {
  const inputs = plan.tracks.map(({ source }) => ({ file: source.path, demuxer: source.demuxer }));
  const filter = audioFilter(plan);
  try {
    if (plan.loudness === null || plan.tracks.length === 0)
      await mixAudio({ inputs, filter, bitrate: BITRATE, output }, signal);
    else await mixToLoudness({ inputs, filter, bitrate: BITRATE, output }, plan.loudness, signal);
    return output;
  } catch (error) {
    throw error instanceof FfmpegFailed ? soundFailure(error, plan) : error;
  }
}

function soundFailure(cause: FfmpegFailed, { tracks }: AudioPlan): RenderFailure {
  const named = tracks.filter(({ source }) => cause.stderr.includes(source.path));
  const broken = named.length === 1 ? named[0] : tracks.length === 1 ? tracks[0] : undefined;
  return broken
    ? new RenderFailure('asset_type', `${placeText(broken.place)}: its sound cannot be decoded`, { cause })
    : new RenderFailure('encoder', 'The sound of the video could not be mixed', { cause });
}

/** The cache drops what was not used for long; false when the file is not there. */
async function markUsed(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}
