/**
 * What sounds when, in samples: every track is cut, padded and placed by whole samples, and the whole is exactly as long
 * as the pictures. Pure; render-sound.ts acts on it.
 */
import type { FailurePlace } from '../../contract/render-failure.ts';
import type { SceneAudio } from '../../contract/template/audio.ts';
import type { Soundtrack } from '../../contract/template/soundtrack.ts';
import type { LayerSpan, SceneSpan, Timeline } from '../video/timeline.ts';

export const SAMPLE_RATE = 48_000;

/** A local file that has sound. */
export interface SoundSource {
  path: string;
  demuxer: string;
  /** Hash of the content. */
  sha256: string;
  /** How long its sound lasts; 0: it does not say. */
  seconds: number;
}

export interface AudioPlan {
  /** Of the whole video. */
  samples: number;
  /** LUFS that it is brought to; null: left as it is. */
  loudness: number | null;
  tracks: AudioTrack[];
}

export interface AudioTrack {
  source: SoundSource;
  /** Names it when it fails. */
  place: FailurePlace;
  /** Seconds cut from the source's beginning. */
  trimStart: number;
  /** 2: in half the time, at the same pitch. */
  speed: number;
  /** Where in the video it starts, and how long it sounds. */
  startSample: number;
  samples: number;
  /** Samples of its beginning that are not heard: another scene sounds there. */
  skip: number;
  /** It starts again after so many samples of its own; null: it does not. `end`: when the source ends. */
  loopAfter: number | 'end' | null;
  volume: number;
  /** Samples. */
  fadeIn: number;
  fadeOut: number;
  /** Stretches of the video, in samples, in which it steps back for others. */
  duck: { decibels: number; stretches: Stretch[] } | null;
}

export type Stretch = [from: number, to: number];

export interface ClipSound {
  scene: SceneSpan;
  span: LayerSpan;
  source: SoundSource;
  /** Frames the clip lasts. */
  frames: number;
}

export interface SceneSound {
  scene: SceneSpan;
  audio: SceneAudio;
  source: SoundSource;
  place: FailurePlace;
}

export interface SoundtrackSound {
  settings: Soundtrack;
  source: SoundSource;
  place: FailurePlace;
}

export interface Sounds {
  clips: ClipSound[];
  scenes: SceneSound[];
  soundtrack: SoundtrackSound | null;
}

/** @param loudness LUFS, or null to leave it as it is. */
export function planAudio(timeline: Timeline, sounds: Sounds, loudness: number | null): AudioPlan {
  const samples = framesToSamples(timeline.frames, timeline.fps);
  const tracks = [
    ...sounds.clips.flatMap((clip) => clipTrack(clip, timeline)),
    ...sounds.scenes.flatMap((sound) => sceneTrack(sound, timeline)),
  ];
  const soundtrack = sounds.soundtrack ? [soundtrackTrack(sounds.soundtrack, samples, tracks)] : [];
  return { samples, loudness, tracks: [...tracks, ...soundtrack] };
}

/** Rounded to the nearest sample: at 24 to 60 frames per second a frame is a whole number of samples anyway. */
export function framesToSamples(frames: number, fps: number): number {
  return Math.round((frames / fps) * SAMPLE_RATE);
}

function clipTrack({ scene, span, source, frames }: ClipSound, timeline: Timeline): AudioTrack[] {
  const { layer, place } = span;
  if (layer.type !== 'video' || layer.volume === 0) return [];
  const { fps } = timeline;
  const loops = layer.when_short === 'loop' && frames < span.frames;
  const shown = loops ? span.frames : Math.min(frames, span.frames);
  return inScene(scene, timeline, {
    source,
    place,
    trimStart: layer.trim_start,
    speed: layer.speed,
    startSample: framesToSamples(span.start, fps),
    samples: framesToSamples(shown, fps),
    skip: 0,
    loopAfter: loops ? framesToSamples(frames, fps) : null,
    volume: layer.volume,
    fadeIn: 0,
    fadeOut: 0,
    duck: null,
  });
}

function sceneTrack({ scene, audio, source, place }: SceneSound, timeline: Timeline): AudioTrack[] {
  const { fps } = timeline;
  const spansVideo = audio.span === 'video';
  const startSample = framesToSamples(Math.round(audio.start * fps), fps);
  const room = framesToSamples(spansVideo ? timeline.frames : scene.frames, fps) - startSample;
  if (room <= 0) return [];
  const own = ownSamples(source, audio.trim_start, audio.trim_duration);
  const loops = audio.loop && own > 0 && own < room;
  const samples = loops || own === 0 ? room : Math.min(own, room);
  const track = {
    source,
    place,
    trimStart: audio.trim_start,
    speed: 1,
    startSample,
    samples,
    skip: 0,
    loopAfter: loops ? (audio.trim_duration === null ? ('end' as const) : own) : null,
    volume: audio.volume,
    fadeIn: Math.min(samples, Math.round(audio.fade_in * SAMPLE_RATE)),
    fadeOut: Math.min(samples, Math.round(audio.fade_out * SAMPLE_RATE)),
    duck: null,
  };
  return spansVideo ? [track] : inScene(scene, timeline, track);
}

/** 0 when the source does not say how long it is. */
function ownSamples({ seconds }: SoundSource, trimStart: number, trimDuration: number | null): number {
  const left = Math.max(0, seconds - trimStart);
  if (seconds === 0) return trimDuration === null ? 0 : Math.round(trimDuration * SAMPLE_RATE);
  return Math.round(Math.min(left, trimDuration ?? left) * SAMPLE_RATE);
}

/**
 * A track of a scene in its place: where scenes overlap, their sounds fade into each other or change in the middle.
 * @param track counted from the scene's beginning.
 */
function inScene(scene: SceneSpan, timeline: Timeline, track: AudioTrack): AudioTrack[] {
  const { fps } = timeline;
  const [enter, leave, length] = [scene.enter, scene.leave, scene.frames].map((frames) =>
    framesToSamples(frames, fps),
  ) as [number, number, number];
  const { startSample, samples } = track;
  const end = startSample + samples;
  const next = timeline.scenes[timeline.scenes.indexOf(scene) + 1];
  const cutsIn = scene.scene.transition.audio === 'cut';
  const cutsOut = next?.scene.transition.audio === 'cut';
  const skip = cutsIn ? Math.max(0, framesToSamples(Math.floor(scene.enter / 2), fps) - startSample) : 0;
  const heardUntil = cutsOut ? length - leave + framesToSamples(Math.floor(scene.leave / 2), fps) : length;
  const heard = Math.min(end, heardUntil) - startSample - skip;
  if (heard <= 0) return [];
  return [
    {
      ...track,
      startSample: framesToSamples(scene.start, fps) + startSample + skip,
      samples: heard,
      skip,
      fadeIn: Math.min(heard, Math.max(track.fadeIn, cutsIn ? 0 : enter - startSample)),
      fadeOut: Math.min(heard, Math.max(track.fadeOut, cutsOut ? 0 : end - (length - leave))),
    },
  ];
}

function soundtrackTrack(
  { settings, source, place }: SoundtrackSound,
  videoSamples: number,
  others: AudioTrack[],
): AudioTrack {
  const own = ownSamples(source, settings.trim_start, null);
  const loops = settings.loop && own < videoSamples;
  const samples = loops || own === 0 ? videoSamples : Math.min(own, videoSamples);
  return {
    source,
    place,
    trimStart: settings.trim_start,
    speed: 1,
    startSample: 0,
    samples,
    skip: 0,
    loopAfter: loops ? 'end' : null,
    volume: settings.volume,
    fadeIn: Math.min(samples, Math.round(settings.fade_in * SAMPLE_RATE)),
    fadeOut: Math.min(samples, Math.round(settings.fade_out * SAMPLE_RATE)),
    duck:
      settings.duck && settings.duck.amount_db > 0 && others.length > 0
        ? { decibels: settings.duck.amount_db, stretches: joined(others) }
        : null,
  };
}

/** How long the soundtrack takes to step back and to return. */
export const DUCK_RAMP_SAMPLES = 0.3 * SAMPLE_RATE;

/** Where any of the tracks sounds; a gap that is too short for coming back is none. */
function joined(tracks: AudioTrack[]): Stretch[] {
  const stretches = tracks
    .map(({ startSample, samples }): Stretch => [startSample, startSample + samples])
    .sort(([one], [other]) => one - other);
  const result: Stretch[] = [];
  for (const [from, to] of stretches) {
    const last = result.at(-1);
    if (last && from - last[1] < 2 * DUCK_RAMP_SAMPLES) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}
