/**
 * `rowcast_live_` + 30 random base62 characters (178 bits) + 6 characters of CRC32 over what stands before: a mistyped key is
 * known without a query, and secret scanners can tell a real one.
 */
import { createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'rowcast_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${PREFIX}([0-9A-Za-z]{30})([0-9A-Za-z]{6})$`);

export function generateRawKey(): string {
  const random = Array.from({ length: 30 }, () => ALPHABET[randomInt(62)]).join('');
  return `${PREFIX}${random}${checksum(random)}`;
}

export function isWellFormedKey(rawKey: string): boolean {
  const [, random, check] = SHAPE.exec(rawKey) ?? [];
  return random !== undefined && checksum(random) === check;
}

/** What is stored of a key: a keyed hash, useless without the pepper. */
export function hashKey(rawKey: string, pepper: Buffer): string {
  return createHmac('sha256', pepper).update(rawKey).digest('hex');
}

/** What may be shown of a key for ever. */
export function visibleParts(rawKey: string): { prefix: string; lastFour: string } {
  return { prefix: rawKey.slice(0, PREFIX.length + 4), lastFour: rawKey.slice(-4) };
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < 6; place++) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
