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

test('the first video that shows what was encoded with care is looked at, too', async () => {
  const looked: number[] = [];
  let row = 0;
  const heavily: Heavily = (work) => {
    looked.push(row);
    return work({ alone: true });
  };
  const options = { checkEvery: 1_000, manyRows: 3, heavily };
  const { render, ways } = await createTestSplicing({ options });
  const end = { id: 'end', duration: 1, background: '#24435f' };
  const template = { ...GREETING, scenes: [...GREETING.scenes, ...videoTemplate([end]).scenes] };
  for (; row < 6; row++) {
    const { encoded } = await render(template, { name: `person ${row}` });
    expect(encoded).not.toBeNull();
    expect(ways().includes('thorough')).toBe(row > 3);
  }
  expect(looked).toEqual([0, 1, 4]);
});
