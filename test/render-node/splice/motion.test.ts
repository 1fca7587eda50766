import { expect, test } from 'vitest';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job, makeMedia } from '../video/render-test-video.ts';
import { createTestSplicing, frameHashes, worstPsnr } from './splice-test-video.ts';

const title = (animations: object[], more: object = {}) => ({
  type: 'text',
  text: 'Hi {{name}}, count to 1,200',
  ...{ x: 20, y: 20, width: 280, height: 60, font_size: 28, color: '#ffffff' },
  animations,
  ...more,
});

const FILM = videoTemplate(
  [
    {
      duration: 1,
      background: '#20406a',
      layers: [
        { type: 'image', src: 'asset:photo', y: 90, height: 90, zoom: { from: 1, to: 1.4 } },
        title([{ type: 'slide', direction: 'right', distance: 400 }]),
        { type: 'shape', width: '100%', height: 6, y: 174, fill: '#ffcc00', span: 'video', keyframes: BAR() },
        {
          type: 'text',
          text: '{{name}}',
          x: 300,
          width: 100,
          font_size: 16,
          span: 'to_end',
          color: '#ffffff',
        },
      ],
    },
    {
      duration: 1,
      background: '{{ground}}',
      layers: [title([{ type: 'typewriter', duration: 0.4 }]), title([{ type: 'count' }], { y: 100 })],
      transition: { type: 'push', duration: 0.3 },
    },
    {
      duration: 1.2,
      background: '#101010',
      layers: [
        title([{ type: 'lines' }, { type: 'scale', at: 'out', duration: 0.3 }]),
        {
          type: 'caption',
          mode: 'word',
          cues: [{ start: 0.1, end: 1, text: 'spoken by {{name}} just now' }],
        },
      ],
      transition: { type: 'blur', duration: 0.3 },
    },
    {
      duration: 0.6,
      background: '#305030',
      layers: [title([])],
      transition: { type: 'wipe', duration: 0.2 },
    },
  ],
  { width: 400, height: 180 },
);

function BAR() {
  return {
    width: [
      { t: 0, v: 0 },
      { t: 3, v: '100%' },
    ],
  };
}

test('what moves, spans and comes in looks as when it is rendered whole, in the second row as in the first', async () => {
  const photo = await makeMedia('photo.png', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=800x180:d=1', '-frames:v', '1'],
  ]);
  const { render } = await createTestSplicing({ uploads: { photo } });
  for (const values of [
    { name: 'Ada', ground: '#7a2030' },
    { name: 'Maximiliana', ground: '#207a30' },
  ]) {
    const spliced = await render(FILM, values);
    const whole = await renderVideo(await createVideoTools({ uploads: { photo } }), job(FILM, values));
    expect(spliced.encoded).not.toBeNull();
    expect(await frameHashes(spliced.file)).toHaveLength(whole.frames);
    expect(await worstPsnr(spliced.file, whole.file), values.name).toBeGreaterThan(33);
  }
});
