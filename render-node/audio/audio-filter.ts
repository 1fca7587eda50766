import { type AudioPlan, type AudioTrack, DUCK_RAMP_SAMPLES, SAMPLE_RATE } from './plan-audio.ts';

/** The plan as an ffmpeg filter graph over `[0:a:0]`, `[1:a:0]` …, ending in `[out]`. */
export function audioFilter({ tracks, samples }: Pick<AudioPlan, 'tracks' | 'samples'>): string {
  if (tracks.length === 0) return `anullsrc=r=${SAMPLE_RATE}:cl=stereo,atrim=end_sample=${samples}[out]`;
  const chains = tracks.map((track, index) => `[${index}:a:0]${trackFilters(track).join(',')}[t${index}]`);
  const labels = tracks.map((_, index) => `[t${index}]`).join('');
  // Without normalize=0 every further track would make all others quieter.
  const mix = tracks.length > 1 ? `amix=inputs=${tracks.length}:duration=longest:normalize=0,` : '';
  return [...chains, `${labels}${mix}${cutTo(samples)}[out]`].join(';');
}

function trackFilters(track: AudioTrack): string[] {
  const { trimStart, speed, startSample, samples, skip, loopAfter, volume, fadeIn, fadeOut, duck } = track;
  return [
    // Gaps and a late start become silence, so that sound stays with its pictures.
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    'aformat=sample_fmts=fltp:channel_layouts=stereo',
    ...(trimStart > 0 ? [`atrim=start=${trimStart}`, 'asetpts=PTS-STARTPTS'] : []),
    ...tempo(speed),
    ...(typeof loopAfter === 'number' ? [cutTo(loopAfter)] : []),
    ...(loopAfter === null ? [] : [`aloop=loop=-1:size=${loopAfter === 'end' ? samples + skip : loopAfter}`]),
    cutTo(samples + skip),
    ...(skip > 0 ? [`atrim=start_sample=${skip}`, 'asetpts=PTS-STARTPTS'] : []),
    ...(volume === 1 ? [] : [`volume=${volume}`]),
    ...(fadeIn > 0 ? [`afade=t=in:ss=0:ns=${fadeIn}`] : []),
    ...(fadeOut > 0 ? [`afade=t=out:ss=${samples - fadeOut}:ns=${fadeOut}`] : []),
    ...(duck ? ducked(duck) : []),
    ...(startSample > 0 ? [`adelay=delays=${startSample}S:all=1`] : []),
  ];
}

/** One step of the filter does no less than half the speed. */
function tempo(speed: number): string[] {
  if (speed === 1) return [];
  return speed < 0.5 ? ['atempo=0.5', `atempo=${speed / 0.5}`] : [`atempo=${speed}`];
}

/** In steps of a hundredth of a second, which nobody hears as steps. */
const DUCK_STEP_SAMPLES = SAMPLE_RATE / 100;

function ducked({ decibels, stretches }: NonNullable<AudioTrack['duck']>): string[] {
  const ramp = DUCK_RAMP_SAMPLES / SAMPLE_RATE;
  const shares = stretches.map(([from, to]) => {
    const [start, end] = [from / SAMPLE_RATE - ramp, to / SAMPLE_RATE + ramp];
    return `clip((t-${seconds(start)})/${ramp},0,1)*clip((${seconds(end)}-t)/${ramp},0,1)`;
  });
  const gain = `pow(10,-${decibels / 20}*(${shares.join('+')}))`;
  return [`asetnsamples=n=${DUCK_STEP_SAMPLES}:p=0`, `volume='${gain}':eval=frame`];
}

function seconds(value: number): string {
  return value < 0 ? `(${value.toFixed(6)})` : value.toFixed(6);
}

/** Exactly so many samples: silence is added, the rest cut. */
function cutTo(samples: number): string {
  return `apad=whole_len=${samples},atrim=end_sample=${samples}`;
}
