import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository-root.ts';

/** Reads `.env` of the checkout into the environment; what is set there already wins. Called first in a main module. */
export function loadEnvFile(): void {
  const path = join(repositoryRoot, '.env');
  if (existsSync(path)) process.loadEnvFile(path);
}
