/** `npm run docs:ways` writes docs/how-examples-are-made.md. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../runtime/local-instance.ts';
import { printWaysPage, WAYS_PAGE } from './ways-page.ts';

const work = join(dataFolder(), 'playground/docs-ways');
mkdirSync(work, { recursive: true });
try {
  writeFileSync(WAYS_PAGE, await printWaysPage(work));
} finally {
  rmSync(work, { recursive: true, force: true });
}
