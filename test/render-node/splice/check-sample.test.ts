import { expect, test } from 'vitest';
import { checkSample } from '../../../render-node/splice/check-sample.ts';
import { prepareVideo } from '../../../render-node/video/prepare-video.ts';
import { videoTemplate } from '../../support/templates.ts';
import { job } from '../video/render-test-video.ts';
import { createTestSplicing } from './splice-test-video.ts';

const SIZE = { width: 64, height: 48 };
const grey = videoTemplate([{ duration: 0.2, background: '#808080' }], SIZE);

test('a right file is right, also when its decoder has ended before anybody could read', async () => {
  const { render, tools } = await createTestSplicing();
  const { file } = await render(grey);
  const checking = checkSample(file, await prepareVideo(tools, job(grey)), { ...tools, closely: true });
  // As long as this holds the process up the decoder is done and gone.
  for (const until = performance.now() + 1_500; performance.now() < until; );
  expect(await checking).toBeNull();
});

test('other pixels, fewer frames and more of them are told apart', async () => {
  const { render, tools } = await createTestSplicing();
  const { file } = await render(grey);
  const check = async (scene: object) => {
    const other = videoTemplate([scene], SIZE);
    return checkSample(file, await prepareVideo(tools, job(other)), { ...tools, closely: true });
  };
  expect(await check({ duration: 0.2, background: '#ffffff' })).toMatch(/^frame 0 is not what was painted/);
  expect(await check({ duration: 0.4, background: '#808080' })).toMatch(/^it ends before frame 11/);
  expect(await check({ duration: 0.1, background: '#808080' })).toMatch(/^it has more than 3 frames/);
});
