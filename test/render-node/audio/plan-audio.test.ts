import { expect, test } from 'vitest';
import { audioFilter } from '../../../render-node/audio/audio-filter.ts';
import { framesToSamples, planAudio } from '../../../render-node/audio/plan-audio.ts';
import { planTimeline } from '../../../render-node/video/timeline.ts';
import { videoTemplate } from '../../support/templates.ts';

const source = { path: '/clip.mp4', demuxer: 'mov', sha256: 'ab', seconds: 2 };
const soundtrackPlace = { scene: null, layer: 'soundtrack', variable: null };

function planned(scenes: object[], clipFrames: number, more: object = {}) {
  const template = videoTemplate(scenes, more);
  const timeline = planTimeline(template, template);
  const clips = timeline.scenes.flatMap((scene) =>
    scene.layers.map((span) => ({ scene, span, source, frames: clipFrames })),
  );
  const soundtrack = template.soundtrack && {
    settings: template.soundtrack,
    source: { ...source, seconds: 10 },
    place: soundtrackPlace,
  };
  return planAudio(timeline, { clips, scenes: [], soundtrack }, null);
}

const clip = (more: object = {}) => ({ type: 'video', src: 'asset:clip.mp4', ...more });

test('a frame is a whole number of samples at every frame rate', () => {
  expect([24, 25, 30, 50, 60].map((fps) => framesToSamples(1, fps))).toEqual([2_000, 1_920, 1_600, 960, 800]);
});

test('a clip sounds while it shows, and fades with its scene', () => {
  const { samples, tracks } = planned(
    [
      { duration: 2, layers: [clip({ start: 0.5, volume: 0.5, trim_start: 0.25 })] },
      { duration: 2, layers: [clip()], transition: { type: 'fade', duration: 0.5 } },
    ],
    30,
  );
  expect(samples).toBe(3.5 * 48_000);
  expect(tracks.map(({ source: _, place: __, ...track }) => track)).toEqual([
    {
      trimStart: 0.25,
      speed: 1,
      startSample: 24_000,
      samples: 48_000,
      skip: 0,
      loopAfter: null,
      volume: 0.5,
      fadeIn: 0,
      fadeOut: 0,
      duck: null,
    },
    {
      trimStart: 0,
      speed: 1,
      startSample: 72_000,
      samples: 48_000,
      skip: 0,
      loopAfter: null,
      volume: 1,
      fadeIn: 24_000,
      fadeOut: 0,
      duck: null,
    },
  ]);
});

test('a clip that loops sounds as long as its layer, in step with its pictures', () => {
  const [track] = planned([{ duration: 4, layers: [clip({ when_short: 'loop' })] }], 30).tracks;
  expect(track).toMatchObject({ samples: 4 * 48_000, loopAfter: 48_000 });
});

test('a muted clip has no track', () => {
  expect(planned([{ duration: 4, layers: [clip({ volume: 0 })] }], 30).tracks).toEqual([]);
});

test('music that is longer than the video is cut, shorter music loops or ends', () => {
  const tracks = (duration: number, loop: boolean) =>
    planned([{ duration }], 1, {
      soundtrack: { src: 'asset:m.mp3', trim_start: 2, fade_out: 1, loop },
    }).tracks.map(({ samples, loopAfter, fadeOut }) => ({ seconds: samples / 48_000, loopAfter, fadeOut }));
  expect({ long: tracks(5, true), loops: tracks(20, true), ends: tracks(20, false) }).toEqual({
    long: [{ seconds: 5, loopAfter: null, fadeOut: 48_000 }],
    loops: [{ seconds: 20, loopAfter: 'end', fadeOut: 48_000 }],
    ends: [{ seconds: 8, loopAfter: null, fadeOut: 48_000 }],
  });
});

test('the filter graph is made of samples', () => {
  const plan = planned([{ duration: 1, layers: [clip({ start: 0.5, volume: 0.5 })] }], 60, {
    soundtrack: { src: 'asset:m.mp3', fade_in: 0.5 },
  });
  expect(audioFilter(plan).split(';')).toEqual([
    '[0:a:0]aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo,' +
      'apad=whole_len=24000,atrim=end_sample=24000,volume=0.5,adelay=delays=24000S:all=1[t0]',
    '[1:a:0]aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo,' +
      'apad=whole_len=48000,atrim=end_sample=48000,afade=t=in:ss=0:ns=24000[t1]',
    '[t0][t1]amix=inputs=2:duration=longest:normalize=0,apad=whole_len=48000,atrim=end_sample=48000[out]',
  ]);
});
