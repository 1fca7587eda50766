import type { IncomingMessage } from 'node:http';
import { bodyNotJson } from '../refusals.ts';
import { bodyBytes } from './body-bytes.ts';

const MAX_BYTES = 256 * 1024;

/**
 * A small JSON object. A body that is empty or another JSON value has no members.
 * @throws {RestRefusal} 400, 413 or 415
 */
export async function readJsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyBytes(request, MAX_BYTES)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length === 0) return {};
  const value = parse(bytes);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function parse(bytes: Buffer): unknown {
  try {
    // Drops a byte order mark and refuses what is not UTF-8.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw bodyNotJson('The request body', { cause: error });
  }
}
