/** Signing secrets must be readable to sign with, so they are encrypted, with a key that is not in the database. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';

export class SecretUnreadable extends Error {
  constructor(options?: ErrorOptions) {
    super('A webhook secret was encrypted with another SECRETS_KEY; set that one again.', options);
    this.name = 'SecretUnreadable';
  }
}

/** `<key id>.<nonce>.<ciphertext>.<tag>`, each base64url. */
export function encryptSecret(secret: string, key: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(ALGORITHM, key, nonce);
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = [nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [keyId(key), ...parts].join('.');
}

/** @throws {SecretUnreadable} */
export function decryptSecret(encrypted: string, key: Buffer): string {
  const [id, nonce = '', ciphertext = '', tag = ''] = encrypted.split('.');
  if (id !== keyId(key)) throw new SecretUnreadable();
  try {
    const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce, 'base64url'));
    decipher.setAuthTag(Buffer.from(tag, 'base64url'));
    return decipher.update(ciphertext, 'base64url', 'utf8') + decipher.final('utf8');
  } catch (error) {
    throw new SecretUnreadable({ cause: error });
  }
}

/** Tells keys apart without telling anything of them. */
function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 8);
}
