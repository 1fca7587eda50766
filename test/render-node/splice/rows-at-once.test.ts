import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTurns } from '../../../render-node/turns.ts';
import { videoTemplate } from '../../support/templates.ts';
import { createTestSplicing } from './splice-test-video.ts';

const SIZE = { width: 320, height: 180, fps: 30 };
/** Texts that fade at different heights: strips of several encoders, and pictures that start from those of rows before. */
const TEMPLATE = videoTemplate(
  [0, 1].map((scene) => ({
    duration: 2,
    background: scene ? '#204060' : '#602040',
    layers: [20, 100].map((y, line) => ({
      ...{ type: 'text', text: `{{name}} ${scene}.${line}`, font_size: 28, color: '#ffffff' },
      ...{ x: 40, y: y + scene * 10, width: 260, height: 50, start: line * 0.5 },
      animations: [{ type: 'fade', at: 'in', duration: 0.4 }],
    })),
  })),
  SIZE,
);
const NAMES = ['Ada', 'Bo', 'Cleopatra', 'Dee', 'Ada', 'Eve'];

test('rows that are painted while others are still encoded come out as they do one by one', async () => {
  const apart = await videos(false);
  expect(new Set(apart.map((bytes) => bytes.toString('latin1'))).size).toBe(5);
  const atOnce = await videos(true);
  for (const [row, bytes] of atOnce.entries()) expect(bytes.equals(apart[row]!), `row ${row}`).toBe(true);
});

/** Rows of a slot, with nothing known of the template before the first. */
async function videos(atOnce: boolean): Promise<Buffer[]> {
  const nextTurn = createTurns();
  const { render } = await createTestSplicing({ options: { checkEvery: 1_000 } });
  let painting = 0;
  let most = 0;
  const row = async (name: string) => {
    const turn = nextTurn();
    await turn.take();
    most = Math.max(most, ++painting);
    const { file } = await render(TEMPLATE, { name }, { turn });
    turn.leave();
    painting--;
    return readFile(file);
  };
  const done: Buffer[] = [];
  if (atOnce) done.push(...(await Promise.all(NAMES.map(row))));
  else for (const name of NAMES) done.push(await row(name));
  expect(most > 1).toBe(atOnce);
  return done;
}
