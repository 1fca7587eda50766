import { type AudioPlan, type AudioTrack, SAMPLE_RATE } from './plan-audio.ts';

/** The plan as an ffmpeg filter graph over `[0:a:0]`, `[1:a:0]` …, ending in `[out]`. */
export function audioFilter({ tracks, samples }: AudioPlan): string {
  if (tracks.length === 0) return `anullsrc=r=${SAMPLE_RATE}:cl=stereo,atrim=end_sample=${samples}[out]`;
  const chains = tracks.map((track, index) => `[${index}:a:0]${trackFilters(track).join(',')}[t${index}]`);
  const labels = tracks.map((_, index) => `[t${index}]`).join('');
  // Without normalize=0 every further track would make all others quieter.
  const mix = tracks.length > 1 ? `amix=inputs=${tracks.length}:duration=longest:normalize=0,` : '';
  return [...chains, `${labels}${mix}${cutTo(samples)}[out]`].join(';');
}

function trackFilters(track: AudioTrack): string[] {
  const { trimStart, startSample, samples, loopAfter, volume, fadeIn, fadeOut } = track;
  return [
    // Gaps and a late start become silence, so that sound stays with its pictures.
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    'aformat=sample_fmts=fltp:channel_layouts=stereo',
    ...(trimStart > 0 ? [`atrim=start=${trimStart}`, 'asetpts=PTS-STARTPTS'] : []),
    ...(typeof loopAfter === 'number' ? [cutTo(loopAfter)] : []),
    ...(loopAfter === null ? [] : [`aloop=loop=-1:size=${loopAfter === 'end' ? samples : loopAfter}`]),
    cutTo(samples),
    ...(volume === 1 ? [] : [`volume=${volume}`]),
    ...(fadeIn > 0 ? [`afade=t=in:ss=0:ns=${fadeIn}`] : []),
    ...(fadeOut > 0 ? [`afade=t=out:ss=${samples - fadeOut}:ns=${fadeOut}`] : []),
    ...(startSample > 0 ? [`adelay=delays=${startSample}S:all=1`] : []),
  ];
}

/** Exactly so many samples: silence is added, the rest cut. */
function cutTo(samples: number): string {
  return `apad=whole_len=${samples},atrim=end_sample=${samples}`;
}
