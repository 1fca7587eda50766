import { expect, test } from 'vitest';
import { checkSample } from '../../../render-node/splice/check-sample.ts';
import { prepareVideo } from '../../../render-node/video/prepare-video.ts';
import { videoTemplate } from '../../support/templates.ts';
import { job, makeMedia } from '../video/render-test-video.ts';
import { createTestSplicing } from './splice-test-video.ts';

const SIZE = { width: 64, height: 48 };
const grey = videoTemplate([{ duration: 0.2, background: '#808080' }], SIZE);

test('a right file is right, also when its decoder has ended before anybody could read', async () => {
  const { render, tools } = await createTestSplicing();
  const { file } = await render(grey);
  const checking = checkSample(file, await prepareVideo(tools, job(grey)), { ...tools, closely: () => true });
  // As long as this holds the process up the decoder is done and gone.
  for (const until = performance.now() + 1_500; performance.now() < until; );
  expect(await checking).toBeNull();
});

test('other pixels, fewer frames and more of them are told apart', async () => {
  const { render, tools } = await createTestSplicing();
  const { file } = await render(grey);
  const check = async (scene: object) => {
    const other = videoTemplate([scene], SIZE);
    return checkSample(file, await prepareVideo(tools, job(other)), { ...tools, closely: () => true });
  };
  expect(await check({ duration: 0.2, background: '#ffffff' })).toMatch(/^frame 0 is not what was painted/);
  expect(await check({ duration: 0.4, background: '#808080' })).toMatch(/^it ends before frame 11/);
  expect(await check({ duration: 0.1, background: '#808080' })).toMatch(/^it has more than 3 frames/);
});

test('pictures before, in and after a clip are each compared with their own', async () => {
  const clip = await makeMedia('clip.mp4', [
    ...['-f', 'lavfi', '-i', "color=black:s=64x48:r=30:d=1,drawbox=c=white:t=fill:enable='gte(t,0.4)'"],
    ...['-pix_fmt', 'yuv420p'],
  ]);
  const { render, tools } = await createTestSplicing({ uploads: { clip } });
  const film = (before: string, trim_start: number, after: string) =>
    videoTemplate(
      [
        { duration: 0.2, background: before },
        { duration: 0.5, layers: [{ type: 'video', src: 'asset:clip', trim_start }] },
        { duration: 0.2, background: after },
      ],
      SIZE,
    );
  const { file } = await render(film('#404040', 0, '#c0c0c0'));
  const check = async (...other: Parameters<typeof film>) =>
    checkSample(file, await prepareVideo(tools, job(film(...other))), { ...tools, closely: () => false });
  expect(await check('#404040', 0, '#c0c0c0')).toBeNull();
  expect(await check('#ffffff', 0, '#c0c0c0')).toMatch(/^frame 0 is not what was painted/);
  expect(await check('#404040', 0.4, '#c0c0c0')).toMatch(/^frame 6 is not what was painted/);
  expect(await check('#404040', 0, '#000000')).toMatch(/^frame 21 is not what was painted/);
});
