import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The program named by CHROMIUM, else the machine's own. @throws when there is none, with what to do. */
export function findChromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
    existsSync(path),
  );
  if (found) return found;
  throw new Error(
    'Chromium is not installed. Install it (sudo apt-get install chromium), or name one: CHROMIUM=/path/to/chrome',
  );
}
