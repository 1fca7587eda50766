/**
 * The text of a file whose encoding nobody wrote down. Sheets come out of Excel as UTF-8 with or without a byte order
 * mark, as "Unicode text" (UTF-16) or in the code page of Western Europe (Windows-1252).
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = detectEncoding(bytes);
  // The decoder drops a byte order mark by itself.
  return encoding === 'windows-1252' ? decodeWindows1252(bytes) : new TextDecoder(encoding).decode(bytes);
}

function detectEncoding(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // Without a mark: every second byte of Latin letters and separators is zero, which no sheet in UTF-8 has.
  const start = bytes.subarray(0, 2_000);
  const zeroAt = (odd: number) => start.filter((byte, index) => byte === 0 && index % 2 === odd).length;
  if (zeroAt(1) > start.length / 8) return 'utf-16le';
  if (zeroAt(0) > start.length / 8) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // Any bytes can be Windows-1252, so it is what remains when they are no UTF-8.
    return 'windows-1252';
  }
}

/** Bytes 0x80 to 0x9F; the others are as in Latin-1. Node 20's own decoder takes these for Latin-1 too. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\x80-\x9f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] ?? character);
}
