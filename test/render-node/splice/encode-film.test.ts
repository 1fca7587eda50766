import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { renderVideo } from '../../../render-node/video/render-video.ts';
import { probe } from '../../support/probe.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createVideoTools, job, makeMedia } from '../video/render-test-video.ts';
import { createTestSplicing, frameHashes, keyFrames, worstPsnr } from './splice-test-video.ts';

const SIZE = { width: 192, height: 128 };
const name = { type: 'text', text: 'Hi {{name}}', y: 50, height: 20, color: '#fff', font_size: 14 };

test('a film between other spans is shown frame by frame in its place, and players may start in its middle', async () => {
  const uploads = {
    'clip.mp4': await makeMedia('clip.mp4', [
      ...['-f', 'lavfi', '-i', 'testsrc2=s=192x128:r=30:d=5', '-pix_fmt', 'yuv420p'],
    ]),
  };
  const template = videoTemplate(
    [
      { duration: 1, background: '#24435f', layers: [name] },
      { duration: 5, layers: [{ type: 'video', src: 'asset:clip.mp4' }] },
      { duration: 1, background: '#dc283c', layers: [name] },
      { duration: 1, layers: [{ type: 'video', src: 'asset:clip.mp4', speed: 0.5 }] },
    ],
    SIZE,
  );
  const { render, ways } = await createTestSplicing({ uploads });
  const first = await render(template, { name: 'Whoever is first' });
  const bytesInOrder = (await stat(first.file)).size;
  const { file } = await render(template, { name: 'Ada' });
  expect(ways()).toEqual(['strip', 'thorough', 'strip', 'thorough']);
  const whole = await renderVideo(await createVideoTools({ uploads }), job(template, { name: 'Ada' }));
  expect(await frameHashes(file)).toHaveLength(240);
  expect(await worstPsnr(file, whole.file)).toBeGreaterThan(34);
  expect(await keyFrames(file)).toEqual([0, 30, 150, 180, 210]);
  const { streams } = await probe(file);
  expect(streams[0]).toMatchObject({ start_time: '0.000000', duration: '8.000000', nb_frames: '240' });
  // Predicted from both sides, it takes clearly less than picture after picture.
  expect((await stat(file)).size).toBeLessThan(0.9 * bytesInOrder);
});
