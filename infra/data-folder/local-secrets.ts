import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readPrivateJson, writePrivateJson } from './private-json.ts';

/** Keys of the gateway, named as its settings are: API keys and links are only valid with those they were made with. */
export const KEYS = ['API_KEY_PEPPER', 'SECRETS_KEY', 'URL_SIGNING_KEY'];

/** Made at the first start and kept in DATA_DIR/secrets.json, 32 bytes in base64 each. The environment's own win. */
export function readOrCreateSecrets(dataDir: string): Record<string, string> {
  const path = join(dataDir, 'secrets.json');
  const known = readPrivateJson<Record<string, string>>(path) ?? {};
  const secrets = Object.fromEntries(
    KEYS.map((name) => [name, known[name] ?? randomBytes(32).toString('base64')]),
  );
  if (KEYS.some((name) => !known[name])) writePrivateJson(path, secrets);
  return Object.fromEntries(KEYS.map((name) => [name, process.env[name] || secrets[name]!]));
}
