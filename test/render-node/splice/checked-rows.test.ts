import { expect, test } from 'vitest';
import type { Heavily } from '../../../render-node/heavy-work.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createTestSplicing } from './splice-test-video.ts';

const GREETING = videoTemplate([
  {
    id: 'hello',
    duration: 0.2,
    layers: [{ type: 'text', x: 20, y: 20, width: 280, height: 60, text: 'Hi {{name}}', font_size: 30 }],
  },
]);

test('a video is looked at when its turn has come, or the next one when another slot was at it then', async () => {
  const busyRows = new Set([1, 5]);
  const looked: string[] = [];
  let row = 0;
  const heavily: Heavily = async (work, { busy } = {}) => {
    const isBusy = busyRows.has(row) && busy !== undefined;
    looked.push(isBusy ? `${row} later` : String(row));
    return isBusy ? busy() : work({ alone: false });
  };
  const { render } = await createTestSplicing({ options: { checkEvery: 5, manyRows: 1, heavily } });
  for (; row < 12; row++) {
    const { encoded } = await render(GREETING, { name: `person ${row}` });
    expect(encoded).not.toBeNull();
  }
  // The first two are waited for.
  expect(looked).toEqual(['0', '1', '5 later', '6', '10']);
});
