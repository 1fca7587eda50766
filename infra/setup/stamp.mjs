// A stamp remembers for which inputs a step was last done, so that the next start can skip it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './work-step.mjs';

export function fingerprint(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

export function isStamped(path, value) {
  try {
    return readFileSync(join(root, path), 'utf8') === value;
  } catch {
    return false;
  }
}

export function stamp(path, value) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), value);
}
