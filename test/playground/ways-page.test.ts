import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { printWaysPage, WAYS_PAGE } from '../../playground/ways-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the page on how the examples are made says what the code does', async () => {
  const folder = temporaryFolder('ways');
  onTestFinished(() => folder.remove());
  // When it does not: `npm run docs:ways` writes it anew; read its diff as someone who pays for the machines would.
  expect(readFileSync(WAYS_PAGE, 'utf8')).toBe(await printWaysPage(folder.path));
});
