/**
 * What `npm start` left in DATA_DIR for processes beside it: where its servers are and the gateway's keys. Lets the admin
 * command and separately run parts work on a local instance without any settings.
 */
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { repositoryRoot } from './repository-root.ts';

export interface LocalInstance {
  databaseUrl?: string;
  natsUrl?: string;
  port?: number;
  publicUrl?: string;
  secrets: Record<string, string>;
}

/** Everything it finds; a file that is not there adds nothing. */
export function readLocalInstance(dataDir: string): LocalInstance {
  return { ...readJson(join(dataDir, 'instance.json')), secrets: readJson(join(dataDir, 'secrets.json')) };
}

/** DATA_DIR as an absolute path: relative ones start at the checkout. */
export function dataFolder(setting = process.env.DATA_DIR || '.data'): string {
  return isAbsolute(setting) ? setting : join(repositoryRoot, setting);
}

function readJson(path: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${path} cannot be read`, { cause: error });
  }
}
