/**
 * What sounds when, in samples: every track is cut, padded and placed by whole samples, and the whole is exactly as long
 * as the pictures. Pure; render-sound.ts acts on it.
 */
import type { FailurePlace } from '../../contract/render-failure.ts';
import type { Soundtrack } from '../../contract/template/soundtrack.ts';
import type { LayerSpan, SceneSpan, Timeline } from '../video/timeline.ts';

export const SAMPLE_RATE = 48_000;

/** A local file that has sound. */
export interface SoundSource {
  path: string;
  demuxer: string;
  /** Hash of the content. */
  sha256: string;
  /** How long its sound lasts. */
  seconds: number;
}

export interface AudioPlan {
  /** Of the whole video. */
  samples: number;
  tracks: AudioTrack[];
}

export interface AudioTrack {
  source: SoundSource;
  /** Names it when it fails. */
  place: FailurePlace;
  /** Seconds cut from the source's beginning. */
  trimStart: number;
  /** Where in the video it starts, and how long it sounds. */
  startSample: number;
  samples: number;
  /** It starts again after so many samples of its own; null: it does not. `end`: when the source ends. */
  loopAfter: number | 'end' | null;
  volume: number;
  /** Samples. */
  fadeIn: number;
  fadeOut: number;
}

export interface ClipSound {
  scene: SceneSpan;
  span: LayerSpan;
  source: SoundSource;
  /** Frames the clip lasts. */
  frames: number;
}

export function planAudio(
  timeline: Timeline,
  clips: ClipSound[],
  soundtrack: { settings: Soundtrack; source: SoundSource; place: FailurePlace } | null,
): AudioPlan {
  const samples = framesToSamples(timeline.frames, timeline.fps);
  return {
    samples,
    tracks: [
      ...clips.flatMap((clip) => clipTrack(clip, timeline.fps)),
      ...(soundtrack ? [soundtrackTrack(soundtrack, samples)] : []),
    ],
  };
}

/** Rounded to the nearest sample: at 24 to 60 frames per second a frame is a whole number of samples anyway. */
export function framesToSamples(frames: number, fps: number): number {
  return Math.round((frames / fps) * SAMPLE_RATE);
}

function clipTrack({ scene, span, source, frames }: ClipSound, fps: number): AudioTrack[] {
  const { layer, place } = span;
  if (layer.type !== 'video' || layer.volume === 0) return [];
  const loops = layer.when_short === 'loop' && frames < span.frames;
  const shown = loops ? span.frames : Math.min(frames, span.frames);
  // Where scenes fade into each other, so do their sounds.
  const fadeIn = Math.min(shown, Math.max(0, scene.enter - span.start));
  const fadeOut = Math.min(shown, Math.max(0, span.start + shown - (scene.frames - scene.leave)));
  return [
    {
      source,
      place,
      trimStart: layer.trim_start,
      startSample: framesToSamples(scene.start + span.start, fps),
      samples: framesToSamples(shown, fps),
      loopAfter: loops ? framesToSamples(frames, fps) : null,
      volume: layer.volume,
      fadeIn: framesToSamples(fadeIn, fps),
      fadeOut: framesToSamples(fadeOut, fps),
    },
  ];
}

function soundtrackTrack(
  { settings, source, place }: { settings: Soundtrack; source: SoundSource; place: FailurePlace },
  videoSamples: number,
): AudioTrack {
  const own = Math.round(Math.max(0, source.seconds - settings.trim_start) * SAMPLE_RATE);
  const loops = settings.loop && own < videoSamples;
  const samples = loops || own === 0 ? videoSamples : Math.min(own, videoSamples);
  return {
    source,
    place,
    trimStart: settings.trim_start,
    startSample: 0,
    samples,
    loopAfter: loops ? 'end' : null,
    volume: settings.volume,
    fadeIn: Math.min(samples, Math.round(settings.fade_in * SAMPLE_RATE)),
    fadeOut: Math.min(samples, Math.round(settings.fade_out * SAMPLE_RATE)),
  };
}
