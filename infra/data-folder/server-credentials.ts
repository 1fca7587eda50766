import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../processes/free-port.ts';
import { readPrivateJson, writePrivateJson } from './private-json.ts';

export interface ServerCredentials {
  port: number;
  user: string;
  password: string;
}

/** How an embedded server is reached: made at its first start, kept in DATA_DIR; only a taken port is changed. */
export async function readOrCreateCredentials(dataDir: string, server: string): Promise<ServerCredentials> {
  const path = join(dataDir, `${server}.json`);
  const known = readPrivateJson<ServerCredentials>(path);
  const credentials = {
    port: await freePort(known?.port),
    user: known?.user ?? 'rowcast',
    password: known?.password ?? randomBytes(24).toString('base64url'),
  };
  if (known?.port !== credentials.port) writePrivateJson(path, credentials);
  return credentials;
}
