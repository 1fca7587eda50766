import { rm } from 'node:fs/promises';
import { type AudioMix, mixAudio } from '../ffmpeg/one-shot.ts';

/**
 * Mixes, measures (EBU R 128), and turns the whole up or down by one factor: nothing is compressed, and it is never turned up
 * so far that it clips.
 * @param target LUFS.
 * @throws {FfmpegFailed} when an input cannot be decoded.
 */
export async function mixToLoudness(mix: AudioMix, target: number, signal: AbortSignal): Promise<void> {
  const file = `${mix.output}.wav`;
  try {
    const filter = `${mix.filter.replace(/\[out\]$/, '[mixed]')};[mixed]ebur128=peak=sample:framelog=verbose[out]`;
    const printed = await mixAudio({ ...mix, filter, bitrate: null, output: file }, signal);
    const decibels = gainTowards(target, readSummary(printed));
    const louder = `[0:a:0]volume=${decibels}dB[out]`;
    await mixAudio({ ...mix, inputs: [{ file, demuxer: 'wav' }], filter: louder }, signal);
  } finally {
    await rm(file, { force: true });
  }
}

export interface MeasuredSound {
  /** LUFS; null: there is too little to measure. */
  loudness: number | null;
  /** dBFS of the highest sample; null: silence. */
  peak: number | null;
}

/** What AAC may add to the highest sample stays below full scale. */
const HIGHEST_PEAK = -1;
/** The measure's own gate: what is softer does not count, and silence is left alone. */
const SILENCE = -70;
const MOST_DECIBELS = 30;

/** @returns decibels. */
export function gainTowards(target: number, { loudness, peak }: MeasuredSound): number {
  if (peak === null) return 0;
  const room = HIGHEST_PEAK - peak;
  const wanted = loudness === null || loudness <= SILENCE ? 0 : target - loudness;
  return Math.round(Math.min(wanted, room, MOST_DECIBELS) * 100) / 100;
}

function readSummary(printed: string): MeasuredSound {
  const summary = printed.slice(printed.lastIndexOf('Summary:'));
  const read = (pattern: RegExp) => {
    const value = Number.parseFloat(pattern.exec(summary)?.[1] ?? '');
    return Number.isFinite(value) ? value : null;
  };
  return { loudness: read(/I:\s+(-?[\d.]+) LUFS/), peak: read(/Peak:\s+(-?[\d.]+|-inf) dBFS/) };
}
